import Testing

@testable import SwiftDataMacros

/// Source that cannot be stored is refused at its place, in words that say what to do.
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

  @Test func `a struct is no model`() {
    MacroExpansion.expect(
      "@Model struct Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
  }

  @Test func `a class is no model actor`() {
    MacroExpansion.expect(
      "@ModelActor final class Worker {}", isRefusedWith: .requiresActor, line: 1, column: 1)
  }

  @Test(arguments: [
    (".hut", "Kind"), (".init(beds: 3)", "Kind"), (".now", "Date"), ("[]", "[String]"),
    ("[:]", "[String: String]"), ("nil", "String?"),
  ])
  func `a value whose type the context would tell needs a written type`(
    value: String, type: String
  ) {
    expectRefusal(
      of: "var kind = \(value)", .missingType("kind", example: "\(type) = \(value)"))
  }

  @Test func `two properties in one declaration`() {
    expectRefusal(of: "var rank: Int = 1, order: Int = 2", .multipleBindings)
  }

  @Test func `a set of models`() {
    expectRefusal(of: "@Relationship var stops: Set<Stop>", .setRelationship("stops"))
  }

  @Test func `an attribute that is a relationship too`() {
    expectRefusal(
      of: "@Attribute(.unique) @Relationship var group: Group?", .attributeOnRelationship("group"))
  }

  @Test func `an annotation that stands twice`() {
    expectRefusal(
      of: "@Attribute(.unique) @Attribute(originalName: \"a\") var rank: Int = 0",
      .repeatedAnnotation("rank", "Attribute"), column: 23)
    expectRefusal(
      of: "@Relationship @SwiftData.Relationship(deleteRule: .cascade) var next: Stop?",
      .repeatedAnnotation("next", "Relationship"), column: 17)
  }

  @Test func `an annotation in a condition`() {
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

  @Test func `a property in a condition`() {
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

  @Test func `a constraint in a condition`() {
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

  @Test func `a transient property without a value`() {
    expectRefusal(of: "@Transient var cache: Int", .optionalDefault("cache"))
  }

  @Test func `an actor or enumeration is no model`() {
    MacroExpansion.expect("@Model actor Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
    MacroExpansion.expect("@Model enum Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
  }

  @Test func `a generic class is no model`() {
    MacroExpansion.expect(
      "@Model final class Box<Value: Codable> {}", isRefusedWith: .genericClass, line: 1,
      column: 23)
  }

  @Test func `a subclass of a model is no model`() {
    MacroExpansion.expect(
      """
      @Model
      final class Harbour: Stop {
        var depth: Double = 0
      }
      """, isRefusedWith: .subclassOfModel("Harbour"), line: 2, column: 20, isModelAlready: true)
  }

  @Test func `a constant with a value cannot be an attribute or a relationship`() {
    expectRefusal(of: "@Attribute(.unique) let rank: Int = 1", .constantWithValue("rank"))
    expectRefusal(of: "@Relationship let next: Stop? = nil", .constantWithValue("next"))
  }

  @Test func `a relationship cannot be a constant`() {
    expectRefusal(of: "@Relationship let next: Stop?", .constantRelationship("next"))
  }

  @Test func `a transient constant needs a value`() {
    expectRefusal(of: "@Transient let rank: Int?", .optionalDefault("rank"))
  }

  @Test(arguments: [
    "() -> Void", "(Int, Int)", "(Int, Int)?", "Any", "[Any]", "[String: Any]", "AnyObject?",
    "any Codable", "Int.Type", "Set<AnyObject>", "Codable & Hashable",
    "@Sendable () -> Int",
  ])
  func `a type whose spelling tells that it cannot be stored`(type: String) {
    expectRefusal(of: "var value: \(type)", .unsupportedType("value", type: type))
  }

  @Test func `a relationship that is weak`() {
    expectRefusal(of: "weak var next: Stop?", .weakReference("next"))
    expectRefusal(of: "unowned var next: Stop", .weakReference("next"))
  }

  @Test func `a relationship that leads to no model`() {
    expectRefusal(
      of: "@Relationship(deleteRule: .cascade) var name: String?",
      .relationshipOnAttribute("name", type: "String?"))
  }

  @Test(arguments: [
    "persistentModelID", "modelContext", "hasChanges", "isDeleted", "hashValue", "schemaMetadata",
    "_sd_id", "_SD_key",
  ])
  func `a name that the library needs`(name: String) {
    expectRefusal(of: "var \(name): Int = 0", .reservedName(name))
  }

  @Test func `a name that is the storage of another`() {
    expectRefusal(
      of: "var _rank: Int = 0\n  var rank: Int = 0", .storageName("_rank", of: "rank"))
  }

  @Test func `names that differ in case alone`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        var rank: Int = 0
        var Rank: Int = 0
      }
      """, isRefusedWith: .equalNames("rank", "Rank"), line: 4, column: 3)
  }

  @Test func `an inverse named on both sides of one class`() {
    MacroExpansion.expect(
      """
      @Model
      final class Stop {
        @Relationship(inverse: \\Stop.next) var former: Stop?
        @Relationship(inverse: \\Stop.former) var next: Stop?
      }
      """, isRefusedWith: .inverseOnBothSides("former", "next"), line: 4, column: 17)
  }

  @Test func `an ephemeral property without a value`() {
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

  @Test func `a second constraint macro`() {
    expectRefusal(
      ofIndexes: "#Unique<Stop>([\\.name])\n  #Unique<Stop>([\\.rank])",
      .repeatedIndexMacro("Unique"), line: 4)
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.name])\n  #Index<Stop>(.binary([\\.rank]))",
      .repeatedIndexMacro("Index"), line: 4)
  }

  @Test func `a constraint of another model`() {
    expectRefusal(
      ofIndexes: "#Unique<Place>([\\.name])", .indexOfOtherModel("Unique", type: "Place"))
  }

  @Test func `a list that is empty or stands twice`() {
    expectRefusal(ofIndexes: "#Unique<Stop>()", .emptyIndex("Unique"))
    expectRefusal(ofIndexes: "#Unique<Stop>([])", .emptyIndex("Unique"), column: 17)
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.name, \\.rank], [\\.name, \\.rank])", .repeatedIndex("Index"),
      column: 34)
  }

  @Test(arguments: ["speed", "shout", "name.count"])
  func `a property that an index cannot use`(path: String) {
    expectRefusal(
      ofIndexes: "#Index<Stop>([\\.\(path)])", .indexProperty("Index", "\\.\(path)"), column: 17)
  }
}
