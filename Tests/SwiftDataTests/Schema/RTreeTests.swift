import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// R-trees declared with `#Index(.rtree)`: what they find, and that they always match the table.
@Suite struct RTreeTests {
  typealias Hut = RTreeHuts.Hut

  private func open(
    _ schema: any VersionedSchema.Type, _ url: URL?, plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan,
      configurations: url.map { ModelConfiguration(url: $0, allowsSave: allowsSave) }
        ?? ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// Returns SQLite's query plan of a fetch.
  private func plan<M: PersistentModel>(
    _ container: ModelContainer, _ predicate: Predicate<M>
  ) throws -> String {
    let entity = try #require(container.layout.entity(of: M.self))
    let clauses = try container.layout.compile(
      predicate, sortBy: [], for: M.self, rtrees: container.store.searchableRTrees)
    let sql =
      "EXPLAIN QUERY PLAN SELECT \(entity.selection(alias: "t0")) "
      + "FROM \(entity.table.sqlQuoted) AS t0 \(clauses.joins) WHERE \(clauses.condition)"
    return try container.store.read { try $0.rows(sql, clauses.arguments) }
      .compactMap { if case .text(let detail)? = $0.last { detail } else { nil } }
      .joined(separator: "; ")
  }

  private func requireTrees(_ container: ModelContainer) throws {
    try container.store.read { connection in
      let names = try RTree.names(connection, whole: true)
      #expect(names == DeclaredIndexes(container.layout).rtreeNames)
      for name in names { #expect(try #require(RTree(named: name)).matchesTable(connection)) }
    }
  }

  @Test func `predicates that limit the properties of an R-tree are answered by it`() throws {
    let container = try open(RTreeHuts.self, nil)
    let (low, high, day) = (1.0, 2.0, Date())
    let place = "VIRTUAL TABLE INDEX"
    for predicate in [
      #Predicate<Hut> { $0.latitude > low && $0.latitude <= high && $0.longitude < high },
      #Predicate<Hut> { high >= $0.latitude && $0.name == "x" },
      #Predicate<Hut> { (low...high).contains($0.latitude) && (low..<high).contains($0.longitude) },
      #Predicate<Hut> { $0.longitude == low },
      #Predicate<Hut> { $0.beds > 1 && $0.opened! > day },
      #Predicate<Hut> { hut in hut.opened.flatMap { $0 > day } ?? false },
    ] {
      #expect(try plan(container, predicate).contains(place), "\(predicate)")
    }
    for predicate in [
      #Predicate<Hut> { $0.latitude > low || $0.longitude < high },
      #Predicate<Hut> { $0.latitude > $0.longitude },
      #Predicate<Hut> { !($0.latitude > low) },
      // Huts without a date are not in the tree.
      #Predicate<Hut> { $0.beds > 1 },
      #Predicate<Hut> { $0.beds > 1 && $0.opened == nil },
      #Predicate<Hut> { hut in hut.opened.flatMap { $0 > day } ?? true },
    ] {
      #expect(try !plan(container, predicate).contains(place), "\(predicate)")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `fetches by an R-tree give the objects that the predicate selects`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let container = try open(RTreeHuts.self, nil)
    let context = ModelContext(container)
    // The 32-bit limits of the tree lie between these neighbours.
    let values: [Double] = [
      0, 1, 1.0.nextUp, 1.0.nextDown, -1, 47.123_456_789, 180, -180, 1e300, -1e300, Double.infinity,
      -Double.infinity,
    ]
    let beds: [Int] = [0, 1, 16_777_217, 9_007_199_254_740_993, Int.max, Int.min, -7]
    func hut() -> Hut {
      Hut(
        values.randomElement(using: &random) ?? 0, values.randomElement(using: &random) ?? 0,
        beds: beds.randomElement(using: &random) ?? 0,
        opened: Bool.random(using: &random)
          ? Date(timeIntervalSinceReferenceDate: values[Int.random(in: 0...7, using: &random)])
          : nil)
    }
    for _ in 0..<60 {
      let huts = try context.fetch(FetchDescriptor<Hut>())
      switch Int.random(in: 0...9, using: &random) {
      case 0...3: for _ in 0..<5 { context.insert(hut()) }
      case 4:
        guard let one = huts.randomElement(using: &random) else { break }
        let other = hut()
        (one.latitude, one.beds, one.opened) = (other.latitude, other.beds, other.opened)
      case 5: huts.randomElement(using: &random).map(context.delete)
      case 6:
        let limit = values.randomElement(using: &random) ?? 0
        _ = try context.update(
          Hut.self, [.set(\.longitude, to: 7)], where: #Predicate { $0.latitude >= limit })
      case 7:
        let limit = values.randomElement(using: &random) ?? 0
        try context.delete(model: Hut.self, where: #Predicate { $0.longitude > limit })
      case 8: _ = try? container.undo()
      default: _ = try? container.redo()
      }
      try context.save()
      try requireTrees(container)
      let low = values.randomElement(using: &random) ?? 0
      let high = values.randomElement(using: &random) ?? 0
      let (least, day) = (
        beds.randomElement(using: &random) ?? 0, Date(timeIntervalSinceReferenceDate: low)
      )
      let all = try context.fetch(FetchDescriptor<Hut>())
      for predicate in [
        #Predicate<Hut> { $0.latitude >= low && $0.longitude <= high },
        #Predicate<Hut> { $0.latitude > low && $0.longitude < high },
        #Predicate<Hut> { $0.latitude == low && $0.beds == least },
        #Predicate<Hut> { $0.beds > least && $0.opened != nil && $0.opened! < day },
        #Predicate<Hut> { $0.beds <= least },
        #Predicate<Hut> { hut in hut.opened.flatMap { $0 <= day } ?? false },
        #Predicate<Hut> { hut in hut.opened.flatMap { $0 <= day } ?? true },
      ] {
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        let expected = try all.filter { try predicate.evaluate($0) }
        #expect(Set(found.map(\.persistentModelID)) == Set(expected.map(\.persistentModelID)))
      }
    }
    try container.erase()
    try requireTrees(container)
  }

  @Test func `an R-tree is created for stored objects, and dropped when it is not declared`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      let plain = try open(PlainHuts.self, url)
      let context = ModelContext(plain)
      for degrees in 0..<50 { context.insert(PlainHuts.Hut(Double(degrees), 7)) }
      try context.save()
      try plain.close()
      let low = 45.0
      let readOnly = try open(RTreeHuts.self, url, allowsSave: false)
      #expect(
        try ModelContext(readOnly).fetchCount(
          FetchDescriptor<Hut>(predicate: #Predicate { $0.latitude >= low })) == 5)
      try readOnly.close()
      for _ in 0..<2 {
        let container = try open(RTreeHuts.self, url)
        try requireTrees(container)
        #expect(
          try ModelContext(container).fetchCount(
            FetchDescriptor<Hut>(predicate: #Predicate { $0.latitude >= low })) == 5)
        try container.close()
      }
      let again = try open(PlainHuts.self, url)
      let left = try again.store.read {
        try $0.integer("SELECT count(*) FROM sqlite_master WHERE name GLOB '_sd_rtree*'")
      }
      #expect(left == 0)
      try again.close()
      #expect(try StoreIntegrity.findings(of: url) == [])
    }
  }

  enum RenamingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RTreeHuts.self, LaterHuts.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: RTreeHuts.self, toVersion: LaterHuts.self,
          willMigrate: { context in
            let low = 45.0
            try context.delete(
              model: RTreeHuts.Hut.self, where: #Predicate { $0.latitude >= low })
            try context.save()
          },
          didMigrate: { context in
            let low = 40.0
            for hut in try context.fetch(
              FetchDescriptor<LaterHuts.Hut>(predicate: #Predicate { $0.latitude >= low }))
            { hut.longitude = 100 }
            try context.save()
          })
      ]
    }
  }

  @Test func `a migration that rebuilds the table keeps the R-tree right`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      let former = try open(RTreeHuts.self, url)
      let context = ModelContext(former)
      for degrees in 0..<50 { context.insert(Hut(Double(degrees), 7)) }
      try context.save()
      try former.close()
      let container = try open(LaterHuts.self, url, plan: RenamingPlan.self)
      try requireTrees(container)
      let east = 50.0
      let later = ModelContext(container)
      #expect(
        try later.fetchCount(
          FetchDescriptor<LaterHuts.Hut>(predicate: #Predicate { $0.longitude >= east })) == 5)
      later.insert(LaterHuts.Hut(1, 100))
      try later.save()
      try requireTrees(container)
      try container.close()
    }
  }

  @Test(arguments: [
    "DELETE FROM \"_sd_rtree_Hut.latitude,longitude\" WHERE id = 3",
    "UPDATE \"_sd_rtree_Hut.latitude,longitude\" SET lower0 = 80, upper0 = 90 WHERE id = 3",
    "INSERT INTO \"_sd_rtree_Hut.latitude,longitude\" VALUES (99, 1, 1, 1, 1)",
    "UPDATE \"_sd_rtree_Hut.latitude,longitude_node\" SET data = zeroblob(length(data))",
  ])
  func `an R-tree that another program changed is reported and created again`(sql: String) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "a.store")
      let first = try open(RTreeHuts.self, url)
      let context = ModelContext(first)
      for degrees in 0..<5 { context.insert(Hut(Double(degrees), 7)) }
      try context.save()
      try first.close()
      #expect(try StoreIntegrity.findings(of: url) == [])
      do { try PlainDatabase(url).execute(sql) }
      let finding = try #require(StoreIntegrity.findings(of: url).first)
      #expect(finding.kind == .outdatedIndex)
      #expect(finding.table == "Hut")
      let container = try open(RTreeHuts.self, url)
      try container.rebuildRTrees()
      try requireTrees(container)
      #expect(try container.history().count == 1)
      try container.close()
      #expect(try StoreIntegrity.findings(of: url) == [])
    }
  }
}
