import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Model` says about source it cannot store.
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
      "@Model needs the type of '\(name)' written out, as in 'var \(name): \(example)'"
    case .multipleBindings:
      "@Model stores one property a declaration; declare each with a 'var' of its own"
    case .setRelationship(let name):
      "'\(name)' cannot be a Set; a relationship to many is an Array"
    case .attributeOnRelationship(let name):
      "'\(name)' has both @Attribute and @Relationship; keep the one it is"
    case .repeatedAnnotation(let name, let annotation):
      "'\(name)' has @\(annotation) twice; put all arguments into one"
    case .conditionalAnnotation(let name, let annotation):
      "@\(annotation) of '\(name)' stands in #if, where @Model cannot see it; "
        + "write it outside, since a store has one shape in every build"
    case .conditionalDeclaration(let name):
      "'\(name)' stands in #if, where @Model cannot see it; "
        + "write it outside, since a store has one shape in every build"
        + (name.hasPrefix("#") ? "" : ", or mark it @Transient")
    case .optionalDefault(let name):
      "'\(name)' is @Transient and needs a default value or an optional type, "
        + "because an object read from the store has no other value for it"
    case .genericClass:
      "@Model cannot be attached to a generic class, whose table would have no one shape; "
        + "make a class for each kind of value"
    case .subclassOfModel(let name):
      "'\(name)' inherits from a model; a model cannot be the superclass of another, "
        + "so share by a protocol or lead to the other by a relationship"
    case .reservedName(let name):
      "'\(name)' is a name that every model has already; choose another, "
        + "with @Attribute(originalName:) where a store has it"
    case .storageName(let name, let other):
      "'\(name)' is the name of the storage of '\(other)'; choose another"
    case .equalNames(let name, let other):
      "'\(name)' and '\(other)' would be the same column, since column names ignore case; "
        + "rename one"
    case .constantWithValue(let name):
      "'\(name)' is a constant that has a value already, so no stored value can be read into it; "
        + "give it its value in init, or make it a var"
    case .constantRelationship(let name):
      "'\(name)' cannot be a constant: a relationship is read when it is first used; make it a var"
    case .weakReference(let name):
      "'\(name)' cannot be weak or unowned; a relationship is plain, "
        + "and objects that lead to each other are still let go with their context"
    case .unsupportedType(let name, let type):
      "'\(name)' of type '\(type)' cannot be stored; use a type that is Codable or a model, "
        + "or mark the property @Transient"
    case .relationshipOnAttribute(let name, let type):
      "'\(name)' of type '\(type)' leads to no model; write @Attribute instead of @Relationship"
    case .inverseOnBothSides(let name, let other):
      "'\(name)' and '\(other)' each name the other as inverse; name it on one side only"
    case .ephemeralDefault(let name):
      "'\(name)' is never stored (.ephemeral) and needs a default value or an optional type, "
        + "because an object read from the store has no other value for it"
    case .repeatedIndexMacro(let macro):
      "#\(macro) stands once in a model; put all lists into one, as in '#\(macro)<Model>([…], […])'"
    case .indexOfOtherModel(let macro, let type):
      "#\(macro) of '\(type)' stands in another model; write it in the class it is about"
    case .emptyIndex(let macro):
      "#\(macro) needs a list of properties, and no list may be empty"
    case .repeatedIndex(let macro):
      "#\(macro) has this list twice; keep one"
    case .indexProperty(let macro, let path):
      "#\(macro) cannot use '\(path)'; name stored properties of the model itself"
    }
  }

  /// The case's name, without its values.
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
