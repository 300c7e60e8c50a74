import SwiftData
import Testing

/// Models with contradictory annotations are refused at their first use.
@Suite struct SchemaRefusalTests {
  enum Many {
    @Model final class Stop {
      #Unique<Stop>([\.name, \.others])
      var name: String
      var others: [Stop] = []
      init(_ name: String) { self.name = name }
    }
  }
  enum Twice {
    @Model final class Stop {
      #Index<Stop>([\.name, \.name])
      var name: String
      init(_ name: String) { self.name = name }
    }
  }
  enum TextTree {
    @Model final class Stop {
      #Index<Stop>(.rtree([\.latitude, \.name]))
      var name: String
      var latitude: Double = 0
      init(_ name: String) { self.name = name }
    }
  }
  enum Annotated {
    @Model final class Stop {
      @Attribute(.unique) var next: Stop?
      init() {}
    }
  }
  enum Unrelated {
    enum Kind: String, Codable { case town }
    @Model final class Stop {
      @Relationship var kind: Kind
      init(_ kind: Kind) { self.kind = kind }
    }
  }
  enum ManyBadges {
    @Model final class Stop {
      @Relationship(.unique) var others: [Stop] = []
      init() {}
    }
  }
  /// A relationship's declared inverse declares another inverse itself.
  enum Crossed {
    @Model final class Stop {
      @Relationship(inverse: \Stop.then) var next: Stop?
      @Relationship(inverse: \Stop.zenith) var then: Stop?
      var zenith: Stop?
      init() {}
    }
  }

  @Test(arguments: [
    (Many.Stop.self as any PersistentModel.Type, "others", "a to-many relationship"),
    (Twice.Stop.self, "name", "twice"),
    (TextTree.Stop.self, "name", "only numbers and dates"),
    (Annotated.Stop.self, "next", "@Relationship"),
    (Unrelated.Stop.self, "kind", "@Attribute"),
    (ManyBadges.Stop.self, "others", "a to-many relationship"),
    (Crossed.Stop.self, "then", "itself the declared inverse of Stop.next"),
  ])
  func `the error for contradictory annotations names the entity and the property`(
    model: any PersistentModel.Type, property: String, words: String
  ) throws {
    let schema = Schema([model])
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .invalidSchema)
    #expect(error?.entity == "Stop")
    #expect(error?.property == property)
    #expect(error?.message.contains(words) == true)
    #expect(schema.entities.isEmpty)
  }
}
