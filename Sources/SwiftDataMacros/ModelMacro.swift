import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of the macro `@Model`, which makes a class's objects persistent.
///
/// Each stored property becomes a computed property with separate typed storage, which
/// `@_PersistedProperty` declares beside it. With the members that this macro generates, the
/// library reads, writes and links the storage by property index (slot), without boxing values.
struct ModelMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(.requiresClass, at: node)
      return []
    }
    let analysis = ModelAnalysis.of(model)
    let findings =
      ModelValidation.inheritance(of: model, conformingTo: protocols) + analysis.findings
    for (message, node) in findings { context.diagnose(message, at: node) }
    guard findings.isEmpty else { return [] }
    let properties = analysis.properties
    let name = model.name.text
    let access = model.memberAccess
    func value(_ property: StoredProperty) -> String {
      let function =
        property.isPlainColumn ? "read" : property.isConstant ? "constant" : "slot"
      return "SwiftData._Property.\(function)(row, \(property.slot))"
    }
    // Ephemeral properties are not read from a row, but reset to their default values.
    let stored = properties.filter { !$0.isEphemeral }
    let variables = properties.filter { !$0.isConstant }
    let read = stored.map { "self.\($0.storage) = \(value($0))" }
    let load = stored.filter { !$0.isConstant }.map {
      "self._\($0.name) = SwiftData._Property.readable(\(value($0)), row, else: self._\($0.name))"
    }
    let reset = properties.filter(\.isEphemeral).map { property in
      let value = "(\(property.defaultValue ?? "nil"))" + (property.type.map { " as \($0)" } ?? "")
      return "self.\(property.storage) = "
        + (property.isPlainColumn || property.isConstant ? value : "SwiftData._Slot(\(value))")
    }
    let encode = properties.map { property in
      let isUnslotted = property.isConstant && !property.isPlainColumn
      let value =
        isUnslotted ? "SwiftData._Slot(self.\(property.name))" : "self.\(property.storage)"
      return "SwiftData._Property.write(\(value), \(property.slot), encoder)"
    }
    let checks = stored.filter { $0.isConstant && !$0.isPlainColumn }.map { property in
      "SwiftData._Property.isReadable(SwiftData._Property.slot(row, \(property.slot)) "
        + "as SwiftData._Slot<\(property.type ?? "")>, row, \(property.slot))"
    }
    let indexes = model.declaredIndexes.map {
      "SwiftData.Schema.\($0.kind)<\(name)>(\($0.arguments.trimmedDescription))"
    }
    // Properties in slots may be relationships, which the library visits by slot; -1 visits all.
    let slots = variables.filter { !$0.isPlainColumn }
    let visits = slots.map { "SwiftData._Property.visit(&self._\($0.name), &visitor)" }
    let cases =
      zip(slots, visits).map { "case \($0.slot): \($1)" }
      + (slots.isEmpty ? [] : ["case -1:"] + visits.map { "  " + $0 }) + ["default: break"]
    let keep = variables.map { "kept\($0.slot) = self._\($0.name)" }
    let putBack = variables.map { "self._\($0.name) = kept\($0.slot)" }
    let kept =
      variables.isEmpty
      ? ["{}"]
      : ["{ [\((["self"] + keep).joined(separator: ", "))] in"] + putBack.map { "  " + $0 } + ["}"]
    let release = slots.map { "SwiftData._Property.release(&self._\($0.name))" }
    let originalName = node.arguments?.as(LabeledExprListSyntax.self)?.first {
      $0.label?.text == "originalName"
    }
    func block(_ head: String, _ lines: [String]) -> String {
      ([head + " {"] + lines.map { "  " + $0 } + ["}"]).joined(separator: "\n")
    }
    func list(_ head: String, _ elements: [String]) -> String {
      block(head, ["["] + elements.map { "  \($0)," } + ["]"])
    }
    var members: [String] = []
    if let originalName {
      members.append(
        "\(access)static var _$originalName: String? { \(originalName.expression.trimmed) }")
    }
    members += [
      "\(access)let _$state = SwiftData._ModelState()",
      list(
        "\(access)static var schemaMetadata: [SwiftData.Schema.PropertyMetadata]",
        properties.map { metadata(of: $0, in: name) }),
      block("\(access)required init(_$row row: SwiftData._RowReader)", read + reset),
      block("\(access)func _$load(_ row: SwiftData._RowReader)", load),
      block("\(access)func _$encode(_ encoder: SwiftData._RowEncoder)", encode),
      block(
        "\(access)func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor)",
        ["switch slot {"] + cases + ["}"]),
      block("\(access)func _$keep() -> () -> Void", kept),
    ]
    if !indexes.isEmpty {
      members.append(
        list("\(access)static var _$indexes: [any SwiftData._IndexDeclaration]", indexes))
    }
    if !checks.isEmpty {
      let condition = checks.joined(separator: " && ")
      members.append(
        block(
          "\(access)static var _$readsConstants: (@Sendable (SwiftData._RowReader) -> Bool)?",
          ["{ row in \(condition) }"]))
    }
    if !slots.isEmpty, !model.hasDeinitializer { members.append(block("deinit", release)) }
    return members.map(WrittenSource.declaration)
  }

  private static func metadata(of property: StoredProperty, in model: String) -> String {
    let type =
      property.type.map { "(\($0)).self" }
      ?? "SwiftData._Property.valueType(\\\(model).\(property.name))"
    var parts = [
      "name: \"\(property.name)\"", "keypath: \\\(model).\(property.name)",
      "kind: SwiftData._Property.kind(of: \(type))",
    ]
    if let value = property.defaultValue {
      let conversion = property.type.map { " as \($0)" } ?? ""
      parts.append("defaultValue: { SwiftData._Property.erase((\(value))\(conversion)) }")
    }
    if let annotation = property.annotation {
      let kind = annotation.name
      let arguments = annotation.arguments?.trimmedDescription ?? ""
      parts.append("metadata: SwiftData.Schema.\(kind)(\(arguments))")
    }
    return "SwiftData.Schema.PropertyMetadata(\(parts.joined(separator: ", ")))"
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isStoredByModel,
      variable.attribute(named: "_PersistedProperty") == nil,
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let model = declaration.as(ClassDeclSyntax.self),
      let slot = ModelAnalysis.of(model).slot(of: variable.declaredName)
    else { return [] }
    return ["@_PersistedProperty(\(raw: slot))"]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self),
      ModelAnalysis.of(model).findings.isEmpty
    else { return [] }
    // A conformance that the class already has, declared or inherited, is not requested.
    var extensions: [ExtensionDeclSyntax] = []
    if protocols.contains(where: { $0.trimmedDescription.hasSuffix("PersistentModel") }) {
      extensions.append(
        try ExtensionDeclSyntax(
          "extension \(type.trimmed): nonisolated SwiftData.PersistentModel {}"))
    }
    if protocols.contains(where: { $0.trimmedDescription.hasSuffix("Sendable") }) {
      extensions.append(
        try ExtensionDeclSyntax(
          """
          @available(
            *, unavailable, message: "a model belongs to its context; pass its persistentModelID"
          )
          extension \(type.trimmed): Sendable {}
          """))
    }
    return extensions
  }
}

extension DeclGroupSyntax {
  /// Whether the class declares a deinitializer.
  var hasDeinitializer: Bool {
    memberBlock.members.contains { $0.decl.is(DeinitializerDeclSyntax.self) }
  }

  /// The access level of the generated members, followed by a space.
  var memberAccess: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
