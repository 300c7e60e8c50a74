import SwiftData
import TestSupport
import Testing

/// The description of a schema, and schemas saved to files.
@Suite struct SchemaDescriptionTests {
  enum Zoo: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 1, 0)
    static var models: [any PersistentModel.Type] { [Animal.self] }

    enum Diet: String, Codable { case leaves, meat }

    @Model final class Animal {
      #Unique<Animal>([\.name, \.born])
      #Index<Animal>([\.diet])
      @Attribute(.unique, .preserveValueOnDeletion, originalName: "number", hashModifier: "h")
      var tag: Int?
      var name: String = "?"
      var born: Date = Date(timeIntervalSinceReferenceDate: 5)
      var diet: Diet = Diet.leaves
      var weight: Double
      var identifier: UUID = UUID()
      @Attribute(.ephemeral) var isHungry: Bool = true
      @Relationship(
        deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 3, originalName: "toys",
        inverse: \Toy.owner) var things: [Toy] = []
      var keeper: Keeper?
      init(weight: Double) { self.weight = weight }
    }

    @Model final class Toy {
      var owner: Animal?
      init() {}
    }

    @Model final class Keeper {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum Models {
    @Model final class Toy {
      @Attribute(.unique) var name: String
      var price: Double?
      var kind: Zoo.Diet
      var next: Toy?
      init(_ name: String, _ kind: Zoo.Diet) {
        self.name = name
        self.kind = kind
      }
    }
  }

  @Test func `the description of an attribute has everything that was declared`() throws {
    let animal = try #require(Schema(versionedSchema: Zoo.self).entity(for: Zoo.Animal.self))
    let names = animal.storedProperties.map { $0.name }
    #expect(
      names == [
        "tag", "name", "born", "diet", "weight", "identifier", "isHungry", "things", "keeper",
      ])
    let tag = try #require(animal.attributesByName["tag"])
    #expect(tag.isUnique && tag.isOptional && tag.isAttribute && !tag.isRelationship)
    #expect(tag.originalName == "number")
    #expect(tag.hashModifier == "h")
    #expect(tag.options == [.unique, .preserveValueOnDeletion])
    #expect(ObjectIdentifier(tag.valueType) == ObjectIdentifier(Int?.self))
    #expect(tag.defaultValue == nil)
    let name = try #require(animal.attributesByName["name"])
    #expect(name.originalName == "name" && !name.isUnique && !name.isOptional)
    #expect(name.defaultValue as? String == "?")
    let born = animal.attributesByName["born"]?.defaultValue as? Date
    #expect(born == Date(timeIntervalSinceReferenceDate: 5))
    #expect(animal.attributesByName["diet"]?.defaultValue as? String == "leaves")
    #expect(animal.attributesByName["diet"]?.valueType == Zoo.Diet.self)
    #expect(
      animal.attributesByName["identifier"]?.defaultValue == nil,
      "A default that differs for every object is not described.")
    #expect(animal.attributesByName["isHungry"]?.isTransient == true)
    #expect(animal.uniquenessConstraints == [["tag"], ["name", "born"]])
    #expect(animal.indices == [["diet"]])
    #expect(animal.superentity == nil && animal.subentities.isEmpty)
    #expect(animal.attributes.count == 7 && animal.relationships.count == 2)
  }

  @Test func `the description of a relationship has its destination and inverse`() throws {
    let schema = Schema(versionedSchema: Zoo.self)
    let things = try #require(schema.entitiesByName["Animal"]?.relationshipsByName["things"])
    #expect(things.destination == "Toy" && !things.isToOneRelationship)
    #expect(things.inverseName == "owner")
    #expect(things.inverseKeyPath == \Zoo.Toy.owner)
    #expect(things.keypath == \Zoo.Animal.things)
    #expect(things.deleteRule == .cascade)
    #expect(things.minimumModelCount == 1 && things.maximumModelCount == 3)
    #expect(things.originalName == "toys")
    let owner = try #require(schema.entitiesByName["Toy"]?.relationshipsByName["owner"])
    #expect(owner.isToOneRelationship && owner.isOptional && owner.inverseName == "things")
    #expect(
      owner.inverseKeyPath == \Zoo.Animal.things, "The inverse is declared on the other side.")
    let keeper = try #require(schema.entitiesByName["Animal"]?.relationshipsByName["keeper"])
    #expect(keeper.inverseName == nil && keeper.inverseKeyPath == nil)
  }

  @Test func `a saved schema is equal after loading`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "zoo.json")
      let schema = Schema(versionedSchema: Zoo.self)
      try schema.save(to: url)
      let loaded = try Schema.load(from: url)
      #expect(loaded == schema)
      #expect(loaded.version == schema.version)
      #expect(loaded != Schema(versionedSchema: Shop.self))
      #expect(loaded.entities.map(\.name) == ["Animal", "Keeper", "Toy"])
      let animal = try #require(loaded.entitiesByName["Animal"])
      let original = try #require(schema.entitiesByName["Animal"])
      #expect(animal == original)
      #expect(animal.attributesByName["born"]?.valueType == Date.self)
      #expect(animal.attributesByName["tag"].map { "\($0.valueType)" } == "Optional<Int>")
      let text = try String(contentsOf: url, encoding: .utf8)
      try loaded.save(to: url)
      #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }
  }

  @Test func `a loaded schema cannot open a store`() throws {
    let data = try JSONEncoder().encode(Schema(versionedSchema: Zoo.self))
    let loaded = try JSONDecoder().decode(Schema.self, from: data)
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: loaded, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.message.contains("create the schema from model classes") == true)
  }

  @Test func `a file without a valid schema is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.json")
      #expect(throws: SwiftDataError.inputOutput) { try Schema.load(from: url) }
      for text in [
        "", "{}", "[1]", #"{"format":2,"version":{"major":1,"minor":0,"patch":0},"entities":[]}"#,
      ] {
        try Data(text.utf8).write(to: url)
        #expect(throws: SwiftDataError.invalidSchema) { try Schema.load(from: url) }
      }
      let nowhere = folder.appending(path: "no/such/folder")
      #expect(throws: SwiftDataError.inputOutput) {
        try Schema(versionedSchema: Zoo.self).save(to: nowhere)
      }
    }
  }

  @Test func `a schema made of descriptions equals the schema of the models`() {
    let described = Schema(
      Schema.Entity(
        "Toy",
        properties: Schema.Attribute(name: "name", options: [.unique], valueType: String.self),
        Schema.Attribute(name: "price", valueType: Double?.self),
        Schema.Attribute(name: "kind", valueType: Zoo.Diet.self),
        Schema.Relationship(name: "next", destination: "Toy", isToOneRelationship: true)))
    #expect(described == Schema([Models.Toy.self]))
    #expect(described.entities.first?.uniquenessConstraints == [["name"]])
  }
}
