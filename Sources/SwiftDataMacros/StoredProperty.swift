import SwiftSyntax

/// A property that `@Model` stores, as its source declares it.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let name: String
  /// The type, as written or as the initial value spells it; nil where only the compiler can tell.
  let type: String?
  let defaultValue: String?
  /// The source of `@Attribute(…)` or `@Relationship(…)`, if it bears one.
  let annotation: AttributeSyntax?
  let slot: Int
  /// Whether the value is a list by its spelling.
  let isList: Bool

  /// Fails for a declaration that has neither a type nor a value that tells one.
  init?(_ declaration: VariableDeclSyntax, slot: Int) {
    guard let binding = declaration.bindings.first else { return nil }
    let value = binding.initializer?.value
    name = declaration.declaredName
    if let written = binding.typeAnnotation?.type {
      let unwrapped = written.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
      type = unwrapped.map { "\($0.trimmedDescription)?" } ?? written.trimmedDescription
    } else if let value, value.proposedType(of: name) == nil {
      type = value.spelledType
    } else {
      return nil
    }
    self.declaration = declaration
    self.slot = slot
    defaultValue = value?.trimmedDescription
    annotation = declaration.attribute(named: "Attribute", "Relationship")
    isList = type?.hasPrefix("[") ?? value?.isListLiteral ?? false
  }

  /// Whether the value is set once, in an initialiser: the declaration is its own storage.
  var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

  /// Its `willSet` and `didSet`.
  var observers: PropertyObservers {
    PropertyObservers(declaration.bindings.first?.accessorBlock)
  }

  /// The name of the storage.
  var storage: String { isConstant ? name : "_\(name)" }

  /// Whether the value is never stored: an object that is read begins with the default.
  var isEphemeral: Bool { annotation?.hasOption("ephemeral") ?? false }

  /// Whether the declared type is known by its spelling to be a plain column.
  ///
  /// Any other name may be a model, which only the type checker can tell; such a property is kept
  /// in a `_Slot`, whose overloads decide.
  var isPlainColumn: Bool { type.map(Self.isPlainColumn) ?? false }

  static func isPlainColumn(_ type: String) -> Bool {
    var spelling = type.filter { !$0.isWhitespace }
    if spelling.hasSuffix("?") { spelling.removeLast() }
    return plainTypes.contains(spelling)
  }

  private static let plainTypes: Set<String> = {
    let names = [
      "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "Float", "Double", "String", "Date", "Data", "UUID", "URL",
    ]
    return Set(names + names.map { "Swift.\($0)" } + names.map { "Foundation.\($0)" })
  }()
}

extension AttributeSyntax {
  /// The name without its module, as `Attribute` of `@SwiftData.Attribute`.
  var name: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// Whether an option such as `.unique` is among the arguments.
  func hasOption(_ name: String) -> Bool {
    arguments?.as(LabeledExprListSyntax.self)?.contains {
      $0.label == nil
        && $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
    } ?? false
  }
}

extension VariableDeclSyntax {
  func attribute(named names: String...) -> AttributeSyntax? {
    attributes(named: names).first
  }

  /// The attributes of some names, with or without their module; not those inside `#if`.
  func attributes(named names: [String]) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, names.contains(attribute.name) else {
        return nil
      }
      return attribute
    }
  }

  /// Whether `@Model` stores this property: one of the instance with storage of its own. A constant
  /// with a value is not stored, since no other value could be read into it.
  var isStoredByModel: Bool {
    guard attribute(named: "Transient") == nil, !isOfType,
      !modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }),
      let binding = bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      !name.hasPrefix("_$")
    else { return false }
    if bindingSpecifier.tokenKind == .keyword(.let) { return binding.initializer == nil }
    return binding.accessorBlock.map(\.hasOnlyObservers) ?? true
  }

  /// Whether the property belongs to the class and not to its objects.
  var isOfType: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  /// The name without the backticks that a Swift keyword needs where it is declared.
  var declaredName: String {
    guard let pattern = bindings.first?.pattern else { return "" }
    let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    return (name ?? pattern.trimmedDescription).filter { $0 != "`" }
  }
}

extension AccessorBlockSyntax {
  var hasOnlyObservers: Bool {
    guard case .accessors(let list) = accessors else { return false }
    return list.allSatisfy {
      switch $0.accessorSpecifier.tokenKind {
      case .keyword(.willSet), .keyword(.didSet): true
      default: false
      }
    }
  }
}

extension DeclGroupSyntax {
  /// The stored properties in source order; those whose type cannot be known are left out.
  var storedProperties: [StoredProperty] {
    var properties: [StoredProperty] = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredByModel,
        let property = StoredProperty(variable, slot: properties.count)
      else { continue }
      properties.append(property)
    }
    return properties
  }
}
