import SwiftSyntax

/// A property that `@Model` stores, as declared in the source.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let name: String
  /// The property's type, from its declaration or its initial value. Nil if only the compiler can
  /// infer it.
  let type: String?
  let defaultValue: String?
  /// The property's `@Attribute(…)` or `@Relationship(…)` annotation, if any.
  let annotation: AttributeSyntax?
  let slot: Int
  /// Whether the property's type is written with brackets, such as `[Stop]`, or the initial value
  /// is an array literal.
  let isList: Bool

  /// Reads a property from its declaration. Returns nil if the declaration has no type annotation
  /// and either no initial value or an initial value whose type depends on its context, such as
  /// `[]`.
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

  /// Whether the property is a `let` constant, which an initializer sets. The constant itself then
  /// stores the value.
  var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

  /// The property's `willSet` and `didSet` observers.
  var observers: PropertyObservers {
    PropertyObservers(declaration.bindings.first?.accessorBlock)
  }

  /// The name of the variable that stores the property's value.
  var storage: String { isConstant ? name : "_\(name)" }

  /// Whether the property's value is never stored. An object read from the store then starts with
  /// the default value.
  var isEphemeral: Bool { annotation?.hasOption("ephemeral") ?? false }

  /// Whether the declared type's name proves that the value can be stored directly in a column.
  ///
  /// A type name that is not in `plainTypes` may refer to a model. Only the type checker can
  /// determine whether it does. Such a property is stored in a `_Slot`, whose overloads select the
  /// storage.
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
  /// The attribute's name without its module, such as `Attribute` for `@SwiftData.Attribute`.
  var name: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// Returns whether the attribute's arguments include the given option, such as `.unique`.
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

  /// Returns the attributes with the given names, written with or without a module name. Attributes
  /// inside `#if` are left out.
  func attributes(named names: [String]) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, names.contains(attribute.name) else {
        return nil
      }
      return attribute
    }
  }

  /// Whether `@Model` makes this property persistent. The macro does so for stored instance
  /// properties, except for constants with an initial value, which cannot be set to a value read
  /// from a store.
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

  /// Whether the property is a type property (`static` or `class`) rather than an instance
  /// property.
  var isOfType: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  /// The property's declared name, without the backticks that a Swift keyword needs.
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
  /// The class's stored properties, in source order. Properties of unknown type are left out.
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
