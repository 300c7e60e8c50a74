import SwiftSyntax

/// A property that `@Model` stores, as its source declares it.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let name: String
  let type: String
  let defaultValue: String?
  /// The source of `@Attribute(…)` or `@Relationship(…)`, if it bears one.
  let annotation: AttributeSyntax?
  let slot: Int

  /// Whether the value is never stored: an object that is read begins with the default.
  var isEphemeral: Bool { annotation?.hasOption("ephemeral") ?? false }

  /// Whether the declared type is known by its spelling to be a plain column.
  ///
  /// Any other name may be a model, which only the type checker can tell; such a property is kept
  /// in a `_Slot`, whose overloads decide.
  var isPlainColumn: Bool { Self.isPlainColumn(type) }

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

  /// Whether `@Model` stores this property: a `var` of the instance with storage of its own.
  var isStoredByModel: Bool {
    guard bindingSpecifier.tokenKind == .keyword(.var), attribute(named: "Transient") == nil
    else { return false }
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class), .keyword(.lazy): return false
      default: continue
      }
    }
    guard let name = bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      !name.hasPrefix("_$")
    else { return false }
    return bindings.first?.accessorBlock.map(\.hasOnlyObservers) ?? true
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
  /// The stored properties in source order; those without a written type are left out.
  var storedProperties: [StoredProperty] {
    var properties: [StoredProperty] = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredByModel,
        let binding = variable.bindings.first, let type = binding.typeAnnotation?.type
      else { continue }
      properties.append(
        StoredProperty(
          declaration: variable, name: variable.declaredName, type: type.trimmedDescription,
          defaultValue: binding.initializer?.value.trimmedDescription,
          annotation: variable.attribute(named: "Attribute", "Relationship"),
          slot: properties.count))
    }
    return properties
  }
}
