import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Model` says about source it cannot store.
enum ModelDiagnostic: DiagnosticMessage {
  case requiresClass
  case requiresActor
  case missingType(String)
  case observers(String)
  case multipleBindings
  case setRelationship(String)
  case attributeOnRelationship(String)
  case optionalDefault(String)

  var message: String {
    switch self {
    case .requiresClass:
      "@Model can only be attached to a class"
    case .requiresActor:
      "@ModelActor can only be attached to an actor"
    case .missingType(let name):
      "@Model needs the type of '\(name)' written out, as in 'var \(name): Int = 0'"
    case .observers(let name):
      "'\(name)' is stored by @Model, so its willSet and didSet would never run; "
        + "remove them or mark the property @Transient"
    case .multipleBindings:
      "@Model stores one property a declaration; declare each with a 'var' of its own"
    case .setRelationship(let name):
      "'\(name)' cannot be a Set; a relationship to many is an Array"
    case .attributeOnRelationship(let name):
      "'\(name)' has both @Attribute and @Relationship; keep the one it is"
    case .optionalDefault(let name):
      "'\(name)' is @Transient and needs a default value or an optional type, "
        + "because an object read from the store has no other value for it"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .requiresClass: "requiresClass"
      case .requiresActor: "requiresActor"
      case .missingType: "missingType"
      case .observers: "observers"
      case .multipleBindings: "multipleBindings"
      case .setRelationship: "setRelationship"
      case .attributeOnRelationship: "attributeOnRelationship"
      case .optionalDefault: "optionalDefault"
      }
    return MessageID(domain: "SwiftData", id: id)
  }

  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  func diagnose(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}
