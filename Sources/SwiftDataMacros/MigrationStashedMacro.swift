import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of the macro `@MigrationStashed`, which lets a static variable pass data
/// between a migration's closures. A lock guards the variable, and the library resets it before and
/// after every migration.
struct MigrationStashedMacro: AccessorMacro, PeerMacro {
  /// The name, type and initial value of a variable declared with `@MigrationStashed`.
  private struct Stash {
    let name: String
    let type: String
    let initialValue: String

    var storage: String { "_\(name)" }
  }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard case .success(let stash) = stash(declaration, node) else { return [] }
    return [
      "get { \(raw: stash.storage).value }",
      "_modify { yield &\(raw: stash.storage).value }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch stash(declaration, node) {
    case .success(let stash):
      return [
        """
        private static let \(raw: stash.storage) = SwiftData._MigrationStash<\(raw: stash.type)>(
          \(raw: stash.initialValue))
        """
      ]
    case .failure(let error):
      for diagnostic in error.diagnostics { context.diagnose(diagnostic) }
      return []
    }
  }

  private static func stash(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> Result<Stash, DiagnosticsError> {
    func refuse(
      _ message: MigrationStashedDiagnostic, at place: some SyntaxProtocol
    ) -> Result<Stash, DiagnosticsError> {
      .failure(
        DiagnosticsError(diagnostics: [Diagnostic(node: Syntax(place), message: message)]))
    }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return refuse(.requiresVariable, at: node)
    }
    let isStatic = variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    guard isStatic else { return refuse(.requiresStatic, at: variable) }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      return refuse(.requiresVar, at: variable.bindingSpecifier)
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return refuse(.multipleBindings, at: variable) }
    let name = pattern.identifier.text.filter { $0 != "`" }
    if let accessors = binding.accessorBlock { return refuse(.accessors(name), at: accessors) }
    guard let type = binding.typeAnnotation?.type else {
      return refuse(.missingType(name), at: binding)
    }
    guard let initializer = binding.initializer else {
      return refuse(.missingValue(name, type.trimmedDescription), at: binding)
    }
    return .success(
      Stash(
        name: name, type: type.trimmedDescription,
        initialValue: initializer.value.trimmedDescription))
  }
}

/// The errors that `@MigrationStashed` reports for unsupported declarations.
enum MigrationStashedDiagnostic: DiagnosticMessage {
  case requiresVariable
  case requiresStatic
  case requiresVar
  case multipleBindings
  case accessors(String)
  case missingType(String)
  case missingValue(String, String)

  var message: String {
    switch self {
    case .requiresVariable:
      "@MigrationStashed can only be attached to a variable"
    case .requiresStatic:
      """
      @MigrationStashed needs a static variable, which the stages of a plan share; write \
      'static var' in the plan or another type
      """
    case .requiresVar:
      "@MigrationStashed needs a 'var', because willMigrate fills it and didMigrate reads it"
    case .multipleBindings:
      "@MigrationStashed supports one variable per declaration; declare each with its own 'var'"
    case .accessors(let name):
      "'\(name)' is stored by @MigrationStashed and cannot have its own accessors or observers"
    case .missingType(let name):
      """
      @MigrationStashed needs an explicit type for '\(name)', as in \
      'static var \(name): [String: String] = [:]'
      """
    case .missingValue(let name, let type):
      """
      @MigrationStashed needs an initial value, to which every migration resets '\(name)', as in \
      'static var \(name): \(type) = …'
      """
    }
  }

  /// The name of the diagnostic's case, without associated values.
  var diagnosticID: MessageID {
    MessageID(domain: "SwiftData", id: String("\(self)".prefix { $0 != "(" }))
  }

  var severity: DiagnosticSeverity { .error }
}
