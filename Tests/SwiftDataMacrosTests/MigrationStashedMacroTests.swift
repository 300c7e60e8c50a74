import SwiftDiagnostics
import Testing

@testable import SwiftDataMacros

/// Tests of the expansion and the diagnostics of `@MigrationStashed`.
struct MigrationStashedMacroTests {
  @Test func `MigrationStashed expands to accessors and a private stash`() {
    MacroExpansion.expect(
      """
      enum Plan {
        @MigrationStashed
        static var cityOfPark: [String: String] = [:]
        @MigrationStashed public static var first: Int? = nil
      }
      """,
      becomes: """
        enum Plan {
          static var cityOfPark: [String: String] {
            get {
              _cityOfPark.value
            }
            _modify {
              yield &_cityOfPark.value
            }
          }

          private static let _cityOfPark = SwiftData._MigrationStash<[String: String]>(
            [:])
          public static var first: Int? {
            get {
              _first.value
            }
            _modify {
              yield &_first.value
            }
          }

          private static let _first = SwiftData._MigrationStash<Int?>(
            nil)
        }
        """)
  }

  private func expectRefusal(
    of member: String, _ diagnostic: MigrationStashedDiagnostic, column: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    MacroExpansion.expect(
      """
      enum Plan {
        @MigrationStashed \(member)
      }
      """,
      isRefusedWith: diagnostic, line: 2, column: column, sourceLocation: sourceLocation)
  }

  @Test func `an instance variable cannot be a stash`() {
    expectRefusal(of: "var cities: [String] = []", .requiresStatic, column: 3)
  }

  @Test func `a global variable cannot be a stash`() {
    MacroExpansion.expect(
      "@MigrationStashed var cities: [String] = []",
      isRefusedWith: MigrationStashedDiagnostic.requiresStatic, line: 1, column: 1)
  }

  @Test func `a constant cannot be a stash`() {
    expectRefusal(of: "static let cities: [String] = []", .requiresVar, column: 28)
  }

  @Test func `a stash needs an explicit type`() {
    expectRefusal(of: "static var cities = [String]()", .missingType("cities"), column: 32)
  }

  @Test func `a stash needs an initial value`() {
    expectRefusal(
      of: "static var cities: [String]", .missingValue("cities", "[String]"), column: 32)
  }

  @Test func `a stash cannot have observers`() {
    expectRefusal(
      of: "static var cities: [String] = [] { didSet {} }", .accessors("cities"), column: 54)
  }

  @Test func `a function cannot be a stash`() {
    expectRefusal(of: "static func cities() {}", .requiresVariable, column: 3)
  }
}
