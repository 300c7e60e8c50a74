import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// The indexes that `#Unique` and `#Index` declare: creating, keeping, changing and refusing them.
@Suite struct DeclaredIndexTests {
  private func open(
    _ schema: any VersionedSchema.Type, _ url: URL, plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func indexes(_ container: ModelContainer) throws -> [String] {
    try container.store.read { try DeclaredIndexes.names($0).sorted() }
  }

  private let unique = [
    "_sd_indexed_Trip.year", "_sd_together_Trip.code,guide", "_sd_together_Trip.name,year",
  ]
  private let indexed = [
    "_sd_indexed_Guide.name", "_sd_indexed_Trip.note", "_sd_indexed_Trip.year,name",
  ]

  private func fill(_ url: URL, _ trips: [(String, Int)]) throws {
    let container = try open(PlainTrips.self, url)
    let context = ModelContext(container)
    for (name, year) in trips { context.insert(PlainTrips.Trip(name, year)) }
    try context.save()
    try container.close()
  }

  @Test func `indexes are not part of the identity of a schema version`() {
    let plain = Schema(versionedSchema: PlainTrips.self)
    #expect(plain == Schema(versionedSchema: IndexedTrips.self))
    #expect(plain == Schema(versionedSchema: UniqueTrips.self))
    #expect(plain.identity == Schema(versionedSchema: UniqueTrips.self).identity)
  }

  @Test func `a new store has the declared indexes`() throws {
    try TemporaryDirectory.with { folder in
      let container = try open(UniqueTrips.self, folder.appending(path: "a.store"))
      #expect(try indexes(container) == unique)
      try container.close()
    }
  }

  @Test func `opening a store creates missing indexes and drops undeclared ones`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try fill(url, [("Alps", 2020), ("Alps", 2021)])
      for (schema, wanted) in [
        (UniqueTrips.self as any VersionedSchema.Type, unique), (IndexedTrips.self, indexed),
        (PlainTrips.self, []),
      ] {
        let container = try open(schema, url)
        #expect(try indexes(container) == wanted)
        #expect(
          try container.history().count == 1, "Creating indexes must not make a history entry.")
        try container.close()
        let bytes = try Data(contentsOf: url)
        let again = try open(schema, url)
        #expect(try indexes(again) == wanted)
        try again.close()
        #expect(
          try Data(contentsOf: url) == bytes, "A store with the right indexes must not be written.")
      }
    }
  }

  @Test func `a store opened with allowsSave false keeps its indexes`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try fill(url, [("Alps", 2020)])
      let bytes = try Data(contentsOf: url)
      let container = try open(IndexedTrips.self, url, allowsSave: false)
      #expect(try indexes(container) == [])
      let count = try ModelContext(container).fetchCount(
        FetchDescriptor<IndexedTrips.Trip>(predicate: #Predicate { $0.year == 2020 }))
      #expect(count == 1)
      try container.close()
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  @Test func `a new constraint is refused with the conflicting values, and the objects are kept`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try fill(url, [("Alps", 2020), ("Alps", 2020), ("Andes", 1), ("Andes", 1), ("Alps", 2021)])
      let bytes = try Data(contentsOf: url)
      let error = #expect(throws: SwiftDataError.self) { try open(UniqueTrips.self, url) }
      #expect(error == .uniqueViolation)
      #expect(error?.entity == "Trip")
      #expect(error?.property == "name, year")
      #expect(error?.count == 2)
      #expect(error?.samples == ["Alps, 2020", "Andes, 1"])
      #expect(try Data(contentsOf: url) == bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["a.store", "a.store.lock"])
      let container = try open(PlainTrips.self, url)
      #expect(try indexes(container) == [])
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlainTrips.Trip>()) == 5)
      try container.close()
    }
  }

  enum RebuildingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [UniqueTrips.self, LaterTrips.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: UniqueTrips.self, toVersion: LaterTrips.self, willMigrate: nil,
          didMigrate: nil)
      ]
    }
  }

  @Test func `a table rebuilt by a migration gets the indexes of the new version`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      let old = try open(UniqueTrips.self, url)
      let context = ModelContext(old)
      for year in 1...3 { context.insert(UniqueTrips.Trip("Alps", year)) }
      try context.save()
      try old.close()
      let new = try open(LaterTrips.self, url, plan: RebuildingPlan.self)
      #expect(
        try indexes(new) == ["_sd_indexed_Trip.guide,year", "_sd_together_Trip.title,year"])
      let migrated = ModelContext(new)
      migrated.insert(LaterTrips.Trip("Alps", 2))
      try migrated.save()
      #expect(try migrated.fetchCount(FetchDescriptor<LaterTrips.Trip>()) == 3)
      try new.close()
    }
  }

  enum ConstrainingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PlainTrips.self, UniqueLaterTrips.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: PlainTrips.self, toVersion: UniqueLaterTrips.self)]
    }
  }

  enum CleaningPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PlainTrips.self, UniqueLaterTrips.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: PlainTrips.self, toVersion: UniqueLaterTrips.self,
          willMigrate: { context in
            var seen: Set<String> = []
            for trip in try context.fetch(FetchDescriptor<PlainTrips.Trip>())
            where !seen.insert("\(trip.name) \(trip.year)").inserted {
              context.delete(trip)
            }
            try context.save()
          }, didMigrate: nil)
      ]
    }
  }

  @Test func `a schema version may add only a constraint`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      try fill(url, [("Alps", 2020), ("Alps", 2020), ("Alps", 2021)])
      let bytes = try Data(contentsOf: url)
      let error = #expect(throws: SwiftDataError.self) {
        try open(UniqueLaterTrips.self, url, plan: ConstrainingPlan.self)
      }
      #expect(error == .uniqueViolation)
      #expect(error?.samples == ["Alps, 2020"])
      #expect(try Data(contentsOf: url) == bytes)
      let container = try open(UniqueLaterTrips.self, url, plan: CleaningPlan.self)
      #expect(try indexes(container) == unique)
      #expect(container.migrationReport?.to == Schema.Version(1, 1, 0))
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<UniqueTrips.Trip>()) == 2)
      try container.close()
    }
  }

  /// Returns SQLite's query plan of a fetch.
  private func plan<M: PersistentModel>(
    _ container: ModelContainer, _ predicate: Predicate<M>?, _ order: [SortDescriptor<M>] = []
  ) throws -> String {
    let entity = try #require(container.layout.entity(of: M.self))
    let clauses = try container.layout.compile(predicate, sortBy: order, for: M.self)
    var sql = "EXPLAIN QUERY PLAN SELECT \(entity.selection(alias: "t0")) "
    sql += "FROM \(entity.table.sqlQuoted) AS t0 \(clauses.joins)"
    if !clauses.condition.isEmpty { sql += " WHERE \(clauses.condition)" }
    if !clauses.order.isEmpty { sql += " ORDER BY \(clauses.order)" }
    return try container.store.read { try $0.rows(sql, clauses.arguments) }
      .compactMap { if case .text(let detail)? = $0.last { detail } else { nil } }
      .joined(separator: "; ")
  }

  @Test func `fetches that match an index use it`() throws {
    typealias Trip = IndexedTrips.Trip
    let container = try ModelContainer(
      for: Schema(versionedSchema: IndexedTrips.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let later = try plan(
      container, #Predicate<Trip> { $0.year > 2000 }, [SortDescriptor(\.year)])
    #expect(later.contains("_sd_indexed_Trip.year,name (year>?)"))
    let both = try plan(
      container, #Predicate<Trip> { $0.year == 2000 && $0.name == "x" }, [SortDescriptor(\.name)])
    #expect(both.contains("_sd_indexed_Trip.year,name (year=? AND name=?)"))
    #expect(!both.contains("TEMP B-TREE"))
    let sorted = try plan(
      container, nil as Predicate<Trip>?, [SortDescriptor(\.year), SortDescriptor(\.name)])
    #expect(sorted.contains("_sd_indexed_Trip.year,name"))
    #expect(!sorted.contains("TEMP B-TREE"))
    let other = try plan(container, #Predicate<Trip> { $0.code == "x" })
    #expect(!other.contains("_sd_indexed"))
  }

  @Test func `different indexes of one entity have different names`() throws {
    let layout = try StoreLayout(models: [UniqueTrips.Trip.self])
    let entity = try #require(layout.entity(named: "Trip"))
    let one = IndexLayout(kind: .ordered, slots: [0, 1])
    let two = IndexLayout(kind: .ordered, slots: [1, 0])
    let three = IndexLayout(kind: .unique, slots: [0, 1])
    let four = IndexLayout(kind: .rtree, slots: [0, 1])
    #expect(Set([one, two, three, four].map(entity.name(of:))).count == 4)
  }
}
