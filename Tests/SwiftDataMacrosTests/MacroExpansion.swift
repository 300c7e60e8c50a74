import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
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
    _ source: String, becomes expected: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let (expanded, diagnostics) = expand(source, macros)
    #expect(expanded == lines(of: expected), sourceLocation: sourceLocation)
    #expect(diagnostics == [], sourceLocation: sourceLocation)
    #expect(
      !Parser.parse(source: expanded.joined(separator: "\n")).hasError,
      "the expansion is not valid Swift", sourceLocation: sourceLocation)
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
    #expect(
      expand(source, macros).diagnostics == [Report(line, column, diagnostic)],
      sourceLocation: sourceLocation)
  }

  /// Expects a single diagnostic of `@MigrationStashed`, and ignores the expansion.
  static func expect(
    _ source: String, isRefusedWith diagnostic: MigrationStashedDiagnostic, line: Int, column: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(
      expand(source, macros).diagnostics == [Report(line, column, diagnostic)],
      sourceLocation: sourceLocation)
  }

  /// A diagnostic, with its position in the source text before the expansion.
  private struct Report: Equatable {
    let line: Int
    let column: Int
    let severity: DiagnosticSeverity
    let message: String

    init(_ line: Int, _ column: Int, _ message: any DiagnosticMessage) {
      self.line = line
      self.column = column
      severity = message.severity
      self.message = message.message
    }
  }

  /// Expands all macros in a source text, and returns the lines of the result without blank ends.
  private static func expand(
    _ source: String, _ macros: [String: MacroSpec]
  ) -> (lines: [String], diagnostics: [Report]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    let diagnostics = context.diagnostics.map { diagnostic in
      let place = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
      return Report(place.line, place.column, diagnostic.diagMessage)
    }
    return (lines(of: expanded.description), diagnostics)
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop(while: \.isWhitespace).reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    return lines
  }
}
