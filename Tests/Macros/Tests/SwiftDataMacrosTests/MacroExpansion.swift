import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SwiftDataMacros

/// Expectations about the expansion of source texts by the macros of the module.
enum MacroExpansion {
  private static let macros: [String: MacroSpec] = [
    "Model": MacroSpec(
      type: ModelMacro.self, conformances: [type("PersistentModel"), type("Sendable")]),
    "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
    "Attribute": MacroSpec(type: PropertyMarkerMacro.self),
    "Relationship": MacroSpec(type: PropertyMarkerMacro.self),
    "Unique": MacroSpec(type: IndexMarkerMacro.self),
    "Index": MacroSpec(type: IndexMarkerMacro.self),
    "Transient": MacroSpec(type: PropertyMarkerMacro.self),
    "MigrationStashed": MacroSpec(type: MigrationStashedMacro.self),
    "ModelActor": MacroSpec(type: ModelActorMacro.self, conformances: [type("ModelActor")]),
  ]

  private static func type(_ name: String) -> TypeSyntax {
    TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
  }

  /// Expects that a source text expands to another one, without diagnostics.
  static func expect(
    _ source: String, becomes expanded: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expanded, macroSpecs: macros, indentationWidth: .spaces(2),
      failureHandler: { failure in
        Issue.record(Comment(rawValue: failure.message), sourceLocation: sourceLocation)
      })
  }

  /// Expects a single diagnostic of `@Model` or a related macro, and ignores the expansion.
  ///
  /// - Parameter isSubclassOfModel: Whether the class inherits the conformance that `@Model` adds.
  static func expect(
    _ source: String, isRefusedWith diagnostic: ModelDiagnostic, line: Int, column: Int,
    isSubclassOfModel: Bool = false, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var macros = macros
    if isSubclassOfModel { macros["Model"] = MacroSpec(type: ModelMacro.self, conformances: []) }
    expect(source, reportsOnly: diagnostic.message, line, column, macros, sourceLocation)
  }

  /// Expects a single diagnostic of `@MigrationStashed`, and ignores the expansion.
  static func expect(
    _ source: String, isRefusedWith diagnostic: MigrationStashedDiagnostic, line: Int, column: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expect(source, reportsOnly: diagnostic.message, line, column, macros, sourceLocation)
  }

  private static func expect(
    _ source: String, reportsOnly message: String, _ line: Int, _ column: Int,
    _ macros: [String: MacroSpec], _ sourceLocation: Testing.SourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: source,
      diagnostics: [DiagnosticSpec(message: message, line: line, column: column)],
      macroSpecs: macros, indentationWidth: .spaces(2),
      failureHandler: { failure in
        guard !failure.message.hasPrefix("Macro expansion did not produce") else { return }
        Issue.record(Comment(rawValue: failure.message), sourceLocation: sourceLocation)
      })
  }
}
