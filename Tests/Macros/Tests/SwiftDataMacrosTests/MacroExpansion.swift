import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SwiftDataMacros

/// Expands source with the module's macros and compares.
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

  /// Expects one diagnostic of `@Model` and its kin, whatever the source that is written besides.
  ///
  /// - Parameter isModelAlready: Whether the class has the conformance that `@Model` gives, as the
  ///   compiler says of a subclass of a model.
  static func expect(
    _ source: String, isRefusedWith diagnostic: ModelDiagnostic, line: Int, column: Int,
    isModelAlready: Bool = false, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var macros = macros
    if isModelAlready { macros["Model"] = MacroSpec(type: ModelMacro.self, conformances: []) }
    expect(source, saysOnly: diagnostic.message, line, column, macros, sourceLocation)
  }

  /// Expects one diagnostic of `@MigrationStashed`.
  static func expect(
    _ source: String, isRefusedWith diagnostic: MigrationStashedDiagnostic, line: Int, column: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expect(source, saysOnly: diagnostic.message, line, column, macros, sourceLocation)
  }

  private static func expect(
    _ source: String, saysOnly message: String, _ line: Int, _ column: Int,
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
