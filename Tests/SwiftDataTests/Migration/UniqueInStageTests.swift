import TestSupport
import Testing

@testable import SwiftData

/// New unique values are looked up by index while a stage's closure runs.
@Suite struct UniqueInStageTests {
  enum U1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Place.self, Shop.self] }

    @Model final class Place {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model final class Shop {
      var name: String
      var note: String?
      init(name: String) { self.name = name }
    }
  }

  /// One table changes in place, one is rebuilt, and one is new.
  enum U2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Place.self, Shop.self, Country.self] }

    @Model final class Place {
      @Attribute(.unique) var name: String
      init(name: String) { self.name = name }
    }

    @Model final class Shop {
      #Unique<Shop>([\.name, \.city])
      var name: String
      @Attribute(.unique) var code: String
      var city: String = ""
      init(name: String, code: String) {
        self.name = name
        self.code = code
      }
    }

    @Model final class Country {
      @Attribute(.unique) var code: String
      init(code: String) { self.code = code }
    }
  }

  enum LookupWork: StageWork {
    static func didMigrate(_ context: ModelContext) throws {
      let connection = try #require(context.firstStoreContext.pinned)
      for entity in context.firstStoreContext.layout.entities {
        for key in entity.uniqueKeys {
          let condition = key.map { "\($0.name.sqlQuoted) = 'x'" }.joined(separator: " AND ")
          let plan = try connection.rows(
            "EXPLAIN QUERY PLAN SELECT 1 FROM \(entity.table.sqlQuoted) WHERE \(condition)")
          #expect("\(plan)".contains("SEARCH"), "\(entity.name): \(plan)")
        }
      }
      for shop in try context.fetch(FetchDescriptor<U2.Shop>()) { shop.code = shop.name }
      context.insert(U2.Country(code: "ch"))
      context.insert(U2.Place(name: "b"))
    }
  }

  @Test func `didMigrate finds unique values by index, and the lookup indexes are then dropped`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(U1.self, url) { context in
        context.insert(U1.Place(name: "a"))
        context.insert(U1.Shop(name: "s"))
      }
      try readStore(U2.self, url, CustomPlan<U1, U2, LookupWork>.self) { context throws in
        #expect(try context.all(U2.Place.self).map(\.name) == ["a", "b"])
        #expect(try context.all(U2.Shop.self).map(\.code) == ["s"])
      }
      let indexes = try PlainDatabase(url).rows(
        "SELECT name FROM sqlite_master WHERE name GLOB '_sd_lookup_*'")
      #expect(indexes.isEmpty)
    }
  }
}
