import Testing

@testable import SwiftDataMacros

/// Tests of the diagnostics for declarations that cannot be stored, and of their positions.
struct ModelDiagnosticTests {
  private func expectRefusal(
    of member: String, _ diagnostic: ModelDiagnostic, column: Int = 3,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        \(member)
      }
      """,
      isRefusedWith: diagnostic, line: 3, column: column, sourceLocation: sourceLocation)
  }

  @Test func `a struct cannot be a model`() {
    MacroExpansion.expect(
      "@Model struct Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
  }

  @Test func `a class cannot be a model actor`() {
    MacroExpansion.expect(
      "@ModelActor final class Worker {}", isRefusedWith: .requiresActor, line: 1, column: 1)
  }

  @Test(arguments: [
    (".hut", "Kind"), (".init(beds: 3)", "Kind"), (".now", "Date"), ("[]", "[String]"),
    ("[:]", "[String: String]"), ("nil", "String?"),
  ])
  func `a default value without a type name needs a type annotation`(
    value: String, type: String
  ) {
    expectRefusal(
      of: "var kind = \(value)", .missingType("kind", example: "\(type) = \(value)"))
  }

  @Test func `one declaration cannot contain two properties`() {
    expectRefusal(of: "var rank: Int = 1, order: Int = 2", .multipleBindings)
  }

  @Test func `a relationship cannot be a set`() {
    expectRefusal(of: "@Relationship var stops: Set<Stop>", .setRelationship("stops"))
  }

  @Test func `a property cannot be both an attribute and a relationship`() {
    expectRefusal(
      of: "@Attribute(.unique) @Relationship var group: Group?", .attributeOnRelationship("group"))
  }

  @Test func `a property cannot have the same annotation twice`() {
    expectRefusal(
      of: "@Attribute(.unique) @Attribute(originalName: \"a\") var rank: Int = 0",
      .repeatedAnnotation("rank", "Attribute"), column: 23)
    expectRefusal(
      of: "@Relationship @SwiftData.Relationship(deleteRule: .cascade) var next: Stop?",
      .repeatedAnnotation("next", "Relationship"), column: 17)
  }

  @Test func `an annotation cannot be conditionally compiled`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        #if DEBUG
        @Attribute(.unique)
        #endif
        var rank: Int = 0
      }
      """, isRefusedWith: .conditionalAnnotation("rank", "Attribute"), line: 4, column: 3)
  }

  @Test func `a stored property cannot be conditionally compiled`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        var name: String = ""
        #if DEBUG
        #if os(Linux)
        var note: String = ""
        #endif
        @Transient var speed: Int = 0
        var shout: String { name }
        static let count = 0
        #endif
      }
      """, isRefusedWith: .conditionalDeclaration("note"), line: 6, column: 3)
  }

  @Test func `a constraint macro cannot be conditionally compiled`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        var name: String = ""
        #if DEBUG
        #Unique<Stop>([\\.name])
        #endif
      }
      """, isRefusedWith: .conditionalDeclaration("#Unique"), line: 5, column: 3)
  }

  @Test func `a transient property needs a default value`() {
    expectRefusal(of: "@Transient var cache: Int", .optionalDefault("cache"))
  }

  @Test func `an actor or an enum cannot be a model`() {
    MacroExpansion.expect("@Model actor Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
    MacroExpansion.expect("@Model enum Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
  }

  @Test func `a generic class cannot be a model`() {
    MacroExpansion.expect(
      "@Model final class Box<Value: Codable> {}", isRefusedWith: .genericClass, line: 1,
      column: 23)
  }

  @Test func `a subclass of a model cannot be a model`() {
    MacroExpansion.expect(
      """
      @Model
      final class Harbour: Stop {
        var depth: Double = 0
      }
      """, isRefusedWith: .subclassOfModel("Harbour"), line: 2, column: 20, isSubclassOfModel: true)
  }

  @Test func `a constant with a value cannot be an attribute or a relationship`() {
    expectRefusal(of: "@Attribute(.unique) let rank: Int = 1", .constantWithValue("rank"))
    expectRefusal(of: "@Relationship let next: Stop? = nil", .constantWithValue("next"))
  }

  @Test func `a relationship cannot be a constant`() {
    expectRefusal(of: "@Relationship let next: Stop?", .constantRelationship("next"))
  }

  @Test func `a transient constant needs a default value`() {
    expectRefusal(of: "@Transient let rank: Int?", .optionalDefault("rank"))
  }

  @Test(arguments: [
    "() -> Void", "(Int, Int)", "(Int, Int)?", "Any", "[Any]", "[String: Any]", "AnyObject?",
    "any Codable", "Int.Type", "Set<AnyObject>", "Codable & Hashable",
    "@Sendable () -> Int",
  ])
  func `an unsupported type is recognised by its spelling`(type: String) {
    expectRefusal(of: "var value: \(type)", .unsupportedType("value", type: type))
  }

  @Test func `a relationship cannot be weak or unowned`() {
    expectRefusal(of: "weak var next: Stop?", .weakReference("next"))
    expectRefusal(of: "unowned var next: Stop", .weakReference("next"))
  }

  @Test func `a relationship needs a model as its destination`() {
    expectRefusal(
      of: "@Relationship(deleteRule: .cascade) var name: String?",
      .relationshipOnAttribute("name", type: "String?"))
  }

  @Test(arguments: [
    "persistentModelID", "modelContext", "hashValue", "schemaMetadata", "_sd_id", "_SD_key",
  ])
  func `a property cannot have a name reserved by the library`(name: String) {
    expectRefusal(of: "var \(name): Int = 0", .reservedName(name))
  }

  @Test func `a property cannot have the name of another property's storage`() {
    expectRefusal(
      of: "var _rank: Int = 0\n  var rank: Int = 0", .storageName("_rank", of: "rank"))
  }

  @Test func `property names must differ in more than case`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        var rank: Int = 0
        var Rank: Int = 0
      }
      """, isRefusedWith: .equalNames("rank", "Rank"), line: 4, column: 3)
  }

  @Test func `only one side of a relationship names its inverse`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        @Relationship(inverse: \\Stop.next) var former: Stop?
        @Relationship(inverse: \\Stop.former) var next: Stop?
      }
      """, isRefusedWith: .inverseOnBothSides("former", "next"), line: 4, column: 17)
  }

  @Test func `an ephemeral property needs a default value`() {
    expectRefusal(of: "@Attribute(.ephemeral) var speed: Double", .ephemeralDefault("speed"))
  }

  private func expectRefusal(
    ofIndexes lines: String, _ diagnostic: ModelDiagnostic, line: Int = 3, column: Int = 3,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        \(lines)
        var name: String = ""
        var rank: Int = 0
        @Transient var speed: Int = 0
      }
      """,
      isRefusedWith: diagnostic, line: line, column: column, sourceLocation: sourceLocation)
  }

  @Test func `a constraint macro can be used only once in a class`() {
    expectRefusal(
      ofIndexes: "#Unique<Stop>([\\.name])\n  #Unique<Stop>([\\.rank])",
      .repeatedIndexMacro("Unique"), line: 4)
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.name])\n  #Index<Stop>(.binary([\\.rank]))",
      .repeatedIndexMacro("Index"), line: 4)
  }

  @Test func `a constraint macro must name its own class`() {
    expectRefusal(
      ofIndexes: "#Unique<Place>([\\.name])", .indexOfOtherModel("Unique", type: "Place"))
  }

  @Test func `a constraint list cannot be empty or repeated`() {
    expectRefusal(ofIndexes: "#Unique<Stop>()", .emptyIndex("Unique"))
    expectRefusal(ofIndexes: "#Unique<Stop>([])", .emptyIndex("Unique"), column: 17)
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.name, \\.rank], [\\.name, \\.rank])", .repeatedIndex("Index"),
      column: 34)
  }

  @Test(arguments: ["speed", "shout", "name.count"])
  func `an index can use only stored properties of its class`(path: String) {
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.\(path)])", .indexProperty("Index", "\\.\(path)"), column: 17)
  }
}
