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

  @Test func aStructIsNoModel() {
    MacroExpansion.expect(
      "@Model struct Stop {}", isRefusedWith: .requiresClass, line: 1, column: 1)
  }

  @Test func aClassIsNoModelActor() {
    MacroExpansion.expect(
      "@ModelActor final class Worker {}", isRefusedWith: .requiresActor, line: 1, column: 1)
  }

  @Test func aTypeThatIsNotWritten() {
    expectRefusal(of: "var rank = 1", .missingType("rank"))
  }

  @Test func observersThatWouldNeverRun() {
    expectRefusal(of: "var rank: Int = 1 { didSet { print(rank) } }", .observers("rank"))
  }

  @Test func twoPropertiesInOneDeclaration() {
    expectRefusal(of: "var rank: Int = 1, order: Int = 2", .multipleBindings)
  }

  @Test func aSetOfModels() {
    expectRefusal(of: "@Relationship var stops: Set<Stop>", .setRelationship("stops"))
  }

  @Test func anAttributeThatIsARelationshipToo() {
    expectRefusal(
      of: "@Attribute(.unique) @Relationship var group: Group?", .attributeOnRelationship("group"))
  }

  @Test func aTransientPropertyWithoutAValue() {
    expectRefusal(of: "@Transient var cache: Int", .optionalDefault("cache"))
  }
}
