import SwiftSyntax
import SwiftSyntaxMacros

/// A validator that finds unsupported declarations in a class marked with `@Model`.
struct ModelValidation {
  let model: ClassDeclSyntax
  let properties: [StoredProperty]

  /// The errors in the class, each with its position in the source. The list is empty for a class
  /// that can be stored.
  var findings: [(ModelDiagnostic, Syntax)] {
    var found: [(ModelDiagnostic, Syntax)] = []
    if let parameters = model.genericParameterClause {
      found.append((.genericClass, Syntax(parameters)))
    }
    for member in model.memberBlock.members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        checkConditional(condition, &found)
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      check(variable, &found)
    }
    checkNames(&found)
    checkInverses(&found)
    checkIndexes(&found)
    return found
  }

  private typealias Findings = [(ModelDiagnostic, Syntax)]

  /// Returns an array with an error if the class inherits from a model class, otherwise an empty
  /// array.
  ///
  /// - Parameter conformances: The protocol conformances that the compiler requests from the macro.
  ///   The list omits conformances that the class already declares or inherits.
  static func inheritance(
    of model: ClassDeclSyntax, conformingTo conformances: [TypeSyntax]
  ) -> [(ModelDiagnostic, Syntax)] {
    let inherited = model.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    let isListed = inherited.contains { $0.hasSuffix("PersistentModel") }
    let isMissing = conformances.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
    guard !isListed, !isMissing, let clause = model.inheritanceClause else { return [] }
    return [(.subclassOfModel(model.name.text), Syntax(clause))]
  }

  /// Reports stored properties and index macros inside `#if`. The compiler selects the branches of
  /// `#if` only after macro expansion.
  private func checkConditional(_ condition: IfConfigDeclSyntax, _ found: inout Findings) {
    for clause in condition.clauses {
      guard case .decls(let members) = clause.elements else { continue }
      for member in members {
        if let inner = member.decl.as(IfConfigDeclSyntax.self) {
          checkConditional(inner, &found)
        } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredByModel {
          found.append((.conditionalDeclaration(variable.declaredName), Syntax(variable)))
        } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self),
          ["Unique", "Index"].contains(macro.macroName.text)
        {
          found.append((.conditionalDeclaration("#\(macro.macroName.text)"), Syntax(macro)))
        }
      }
    }
  }

  /// Reports an `@Attribute`, `@Relationship` or `@Transient` that is inside `#if` or is repeated
  /// on a property.
  private func checkSpelling(of variable: VariableDeclSyntax, _ found: inout Findings) {
    let names = ["Attribute", "Relationship", "Transient"]
    for name in names {
      for extra in variable.attributes(named: [name]).dropFirst() {
        found.append((.repeatedAnnotation(variable.declaredName, name), Syntax(extra)))
      }
    }
    for case .ifConfigDecl(let condition) in variable.attributes {
      for attribute in condition.attributes where names.contains(attribute.name) {
        found.append(
          (.conditionalAnnotation(variable.declaredName, attribute.name), Syntax(attribute)))
      }
    }
  }

  private func check(_ variable: VariableDeclSyntax, _ found: inout Findings) {
    checkSpelling(of: variable, &found)
    if variable.attribute(named: "Transient") != nil {
      checkTransient(variable, &found)
      return
    }
    guard variable.isStoredByModel else {
      checkConstant(variable, &found)
      return
    }
    let name = variable.declaredName
    guard variable.bindings.count == 1, let binding = variable.bindings.first else {
      found.append((.multipleBindings, Syntax(variable)))
      return
    }
    let proposal = binding.initializer?.value.proposedType(of: name)
    if binding.typeAnnotation == nil, binding.initializer == nil || proposal != nil {
      let value = binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
      found.append((.missingType(name, example: (proposal ?? "String") + value), Syntax(variable)))
      return
    }
    if variable.modifiers.contains(where: {
      [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind)
    }) {
      found.append((.weakReference(name), Syntax(variable)))
    }
    if let type = binding.typeAnnotation?.type, type.isNeverCodable {
      found.append((.unsupportedType(name, type: type.trimmedDescription), Syntax(variable)))
    }
    checkAnnotations(of: variable, binding, &found)
  }

  /// Reports a constant that has both an annotation and an initial value. Such a constant always
  /// keeps this value, so it is not stored.
  private func checkConstant(_ variable: VariableDeclSyntax, _ found: inout Findings) {
    guard variable.bindingSpecifier.tokenKind == .keyword(.let), !variable.isOfType,
      variable.attribute(named: "Attribute", "Relationship") != nil
    else { return }
    found.append((.constantWithValue(variable.declaredName), Syntax(variable)))
  }

  private func checkTransient(_ variable: VariableDeclSyntax, _ found: inout Findings) {
    guard let binding = variable.bindings.first, binding.initializer == nil, !variable.isOfType,
      binding.accessorBlock.map(\.hasOnlyObservers) ?? true,
      let type = binding.typeAnnotation?.type,
      !type.isOptional || variable.bindingSpecifier.tokenKind == .keyword(.let)
    else { return }
    found.append((.optionalDefault(variable.declaredName), Syntax(variable)))
  }

  private func checkAnnotations(
    of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ found: inout Findings
  ) {
    let attribute = variable.attribute(named: "Attribute")
    guard let property = StoredProperty(variable, slot: 0) else { return }
    let name = property.name
    if variable.attribute(named: "Relationship") != nil {
      let type = property.type ?? ""
      if attribute != nil {
        found.append((.attributeOnRelationship(name), Syntax(variable)))
      } else if type.hasPrefix("Set<") {
        found.append((.setRelationship(name), Syntax(variable)))
      } else if property.isPlainColumn {
        found.append((.relationshipOnAttribute(name, type: type), Syntax(variable)))
      } else if property.isConstant {
        found.append((.constantRelationship(name), Syntax(variable)))
      }
    } else if property.isEphemeral, binding.initializer == nil,
      binding.typeAnnotation?.type.isOptional == false
    {
      found.append((.ephemeralDefault(name), Syntax(variable)))
    }
  }

  /// Reports properties whose names are already used by the library, its tables or the generated
  /// code.
  private func checkNames(_ found: inout Findings) {
    let names = Set(properties.map(\.name))
    var folded: [String: String] = [:]
    for property in properties {
      let variable = property.declaration
      let lowercased = property.name.lowercased()
      if lowercased.hasPrefix("_sd_") || ModelNames.reserved.contains(property.name) {
        found.append((.reservedName(property.name), Syntax(variable)))
      } else if property.name.hasPrefix("_"), names.contains(String(property.name.dropFirst())) {
        found.append(
          (.storageName(property.name, of: String(property.name.dropFirst())), Syntax(variable)))
      } else if let other = folded.updateValue(property.name, forKey: lowercased) {
        found.append((.equalNames(other, property.name), Syntax(variable)))
      }
    }
  }

  /// Reports two relationships of the same class if each specifies the other as its inverse.
  private func checkInverses(_ found: inout Findings) {
    var inverses: [String: String] = [:]
    for property in properties {
      guard let arguments = property.annotation?.arguments?.as(LabeledExprListSyntax.self),
        let argument = arguments.first(where: { $0.label?.text == "inverse" }),
        let keyPath = argument.expression.as(KeyPathExprSyntax.self),
        keyPath.root?.isType(named: model.name.text) == true,
        keyPath.names.count == 1, let inverse = keyPath.names.first
      else { continue }
      inverses[property.name] = inverse
      if inverse != property.name, inverses[inverse] == property.name {
        found.append((.inverseOnBothSides(inverse, property.name), Syntax(argument)))
      }
    }
  }

  private func checkIndexes(_ found: inout Findings) {
    let names = Set(properties.map(\.name))
    var kinds: Set<String> = []
    for index in model.declaredIndexes {
      if !kinds.insert(index.kind).inserted {
        found.append((.repeatedIndexMacro(index.kind), Syntax(index.node)))
      }
      if let type = index.node.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self),
        !type.isType(named: model.name.text)
      {
        found.append(
          (.indexOfOtherModel(index.kind, type: type.trimmedDescription), Syntax(index.node)))
      }
      let lists = index.lists
      if lists.isEmpty { found.append((.emptyIndex(index.kind), Syntax(index.node))) }
      var seen: Set<[String]> = []
      for (argument, elements) in lists {
        guard let elements else { continue }
        if elements.isEmpty { found.append((.emptyIndex(index.kind), Syntax(argument))) }
        let paths = elements.compactMap { $0.as(KeyPathExprSyntax.self) }
        for path in paths where path.names.count != 1 || !names.isSuperset(of: path.names) {
          found.append(
            (.indexProperty(index.kind, path.trimmedDescription), Syntax(path)))
        }
        if paths.count == elements.count, !elements.isEmpty,
          !seen.insert(
            [argument.indexKind ?? ""] + paths.flatMap(\.names)
          ).inserted
        {
          found.append((.repeatedIndex(index.kind), Syntax(argument)))
        }
      }
    }
  }
}

/// Property names that a model cannot declare. Every model already has members with these names.
enum ModelNames {
  static let reserved: Set<String> = [
    "persistentModelID", "modelContext", "schemaMetadata", "hashValue",
  ]
}

extension LabeledExprSyntax {
  /// The index type, such as `.rtree` in `.rtree([…])`, or nil for a list without an index type.
  fileprivate var indexKind: String? {
    expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
  }
}

extension IfConfigDeclSyntax {
  /// The attributes in all branches of an `#if` directive.
  fileprivate var attributes: [AttributeSyntax] {
    clauses.flatMap { clause -> [AttributeSyntax] in
      guard case .attributes(let list) = clause.elements else { return [] }
      return list.flatMap { element -> [AttributeSyntax] in
        if case .ifConfigDecl(let inner) = element { return inner.attributes }
        return element.as(AttributeSyntax.self).map { [$0] } ?? []
      }
    }
  }
}

extension TypeSyntax {
  fileprivate var isOptional: Bool {
    `is`(OptionalTypeSyntax.self) || `is`(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || trimmedDescription.hasPrefix("Optional<")
  }

  /// Returns whether the type's name ends with the given component, such as `Version` in
  /// `Schema.Version`.
  fileprivate func isType(named name: String) -> Bool {
    self.as(IdentifierTypeSyntax.self)?.name.text == name
      || self.as(MemberTypeSyntax.self)?.name.text == name
  }

  /// Whether the type's source text proves that its values cannot be stored. This is true for
  /// functions, tuples, `Any`, `AnyObject`, existentials and metatypes, even inside optionals and
  /// collections.
  fileprivate var isNeverCodable: Bool {
    if let tuple = self.as(TupleTypeSyntax.self) {
      guard tuple.elements.count == 1, let only = tuple.elements.first else { return true }
      return only.type.isNeverCodable
    }
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.isNeverCodable
    }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.isNeverCodable }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return dictionary.key.isNeverCodable || dictionary.value.isNeverCodable
    }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.isNeverCodable
    }
    if let identifier = self.as(IdentifierTypeSyntax.self) {
      return ["Any", "AnyObject", "AnyClass", "Void", "Never"].contains(identifier.name.text)
        || identifier.genericArgumentClause?.arguments.contains {
          $0.argument.as(TypeSyntax.self)?.isNeverCodable ?? false
        } ?? false
    }
    return `is`(FunctionTypeSyntax.self) || `is`(SomeOrAnyTypeSyntax.self)
      || `is`(MetatypeTypeSyntax.self) || `is`(CompositionTypeSyntax.self)
  }
}
