import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors that `@Model` and related macros report for unsupported declarations.
enum ModelDiagnostic: DiagnosticMessage {
  case requiresClass
  case requiresActor
  case missingType(String, example: String)
  case multipleBindings
  case setRelationship(String)
  case attributeOnRelationship(String)
  case repeatedAnnotation(String, String)
  case conditionalAnnotation(String, String)
  case conditionalDeclaration(String)
  case optionalDefault(String)
  case genericClass
  case subclassOfModel(String)
  case reservedName(String)
  case storageName(String, of: String)
  case equalNames(String, String)
  case constantWithValue(String)
  case constantRelationship(String)
  case weakReference(String)
  case unsupportedType(String, type: String)
  case relationshipOnAttribute(String, type: String)
  case inverseOnBothSides(String, String)
  case ephemeralDefault(String)
  case repeatedIndexMacro(String)
  case indexOfOtherModel(String, type: String)
  case emptyIndex(String)
  case repeatedIndex(String)
  case indexProperty(String, String)

  var message: String {
    switch self {
    case .requiresClass:
      "@Model can only be attached to a class"
    case .requiresActor:
      "@ModelActor can only be attached to an actor"
    case .missingType(let name, let example):
      "@Model needs an explicit type for '\(name)', as in 'var \(name): \(example)'"
    case .multipleBindings:
      "@Model supports one property per declaration; declare each with its own 'var'"
    case .setRelationship(let name):
      "'\(name)' cannot be a Set; a to-many relationship must be an Array"
    case .attributeOnRelationship(let name):
      "'\(name)' has both @Attribute and @Relationship; keep the one that applies"
    case .repeatedAnnotation(let name, let annotation):
      "'\(name)' has @\(annotation) twice; put all arguments into one @\(annotation)"
    case .conditionalAnnotation(let name, let annotation):
      """
      @\(annotation) of '\(name)' is inside #if, where @Model cannot see it; move it out of #if, \
      since a store has the same schema in every build
      """
    case .conditionalDeclaration(let name):
      name.hasPrefix("#")
        ? """
        '\(name)' is inside #if, where @Model cannot see it; move it out of #if, since a store has \
        the same schema in every build
        """
        : """
        '\(name)' is inside #if, where @Model cannot see it; move it out of #if, since a store has \
        the same schema in every build, or mark it @Transient
        """
    case .optionalDefault(let name):
      """
      '\(name)' is @Transient and needs a default value or an optional type, because an object \
      read from the store has no other value for it
      """
    case .genericClass:
      """
      @Model cannot be attached to a generic class, because its table would have no fixed columns; \
      declare a separate class for each type
      """
    case .subclassOfModel(let name):
      """
      '\(name)' inherits from a model, but a model cannot be a superclass; share code through a \
      protocol, or refer to the other model through a relationship
      """
    case .reservedName(let name):
      """
      '\(name)' is a name that every model already has; choose another name, and add \
      @Attribute(originalName:) if a store already has this property
      """
    case .storageName(let name, let other):
      "'\(name)' is the name of the storage generated for '\(other)'; choose another name"
    case .equalNames(let name, let other):
      """
      '\(name)' and '\(other)' would be the same column, since column names ignore case; rename one
      """
    case .constantWithValue(let name):
      """
      '\(name)' is a constant with an initial value, so no stored value can be read into it; \
      initialize it in init, or make it a var
      """
    case .constantRelationship(let name):
      "'\(name)' cannot be a constant, because a relationship is read on first use; make it a var"
    case .weakReference(let name):
      """
      '\(name)' cannot be weak or unowned; make the relationship a plain property, since objects \
      that refer to each other are released with their context
      """
    case .unsupportedType(let name, let type):
      """
      '\(name)' of type '\(type)' cannot be stored; use a type that is Codable or a model, or mark \
      the property @Transient
      """
    case .relationshipOnAttribute(let name, let type):
      "'\(name)' of type '\(type)' does not refer to a model; use @Attribute instead of @Relationship"
    case .inverseOnBothSides(let name, let other):
      """
      '\(name)' and '\(other)' each specify the other as the inverse; specify the inverse on one side \
      only
      """
    case .ephemeralDefault(let name):
      """
      '\(name)' is not stored (.ephemeral) and needs a default value or an optional type, because an \
      object read from the store has no other value for it
      """
    case .repeatedIndexMacro(let macro):
      "#\(macro) is allowed once per model; combine the lists, as in '#\(macro)<Model>([…], […])'"
    case .indexOfOtherModel(let macro, let type):
      "#\(macro) for '\(type)' is declared in another model; move it into the class '\(type)'"
    case .emptyIndex(let macro):
      "#\(macro) needs at least one list of properties, and no list may be empty"
    case .repeatedIndex(let macro):
      "#\(macro) contains the same list twice; remove one of the two"
    case .indexProperty(let macro, let path):
      "#\(macro) cannot use '\(path)'; use stored properties of the model itself"
    }
  }

  /// The name of the diagnostic's case, without associated values.
  var diagnosticID: MessageID {
    MessageID(domain: "SwiftData", id: String("\(self)".prefix { $0 != "(" }))
  }

  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  func diagnose(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}
