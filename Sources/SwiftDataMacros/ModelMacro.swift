import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: makes a class persistent.
///
/// Each stored property becomes computed over typed storage of its own, declared beside it by
/// `@_PersistedProperty`; the members made here let the library read, write and link that storage
/// by slot, without boxing a value.
struct ModelMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(.requiresClass, at: node)
      return []
    }
    let findings = ModelValidation(model, conformingTo: protocols).findings
    for (message, node) in findings { context.diagnose(message, at: node) }
    guard findings.isEmpty else { return [] }
    let properties = model.storedProperties
    let name = model.name.text
    let access = model.memberAccess
    func value(_ property: StoredProperty) -> String {
      "SwiftData._Property.\(property.isPlainColumn ? "read" : "slot")(row, \(property.slot))"
    }
    let stored = properties.filter { !$0.isEphemeral }
    let read = stored.map { "self._\($0.name) = \(value($0))" }
    let load = stored.map {
      "self._\($0.name) = SwiftData._Property.readable(\(value($0)), row, else: self._\($0.name))"
    }
    let reset = properties.filter(\.isEphemeral).map { property in
      let value = "(\(property.defaultValue ?? "nil")) as \(property.type)"
      return "self._\(property.name) = "
        + (property.isPlainColumn ? value : "SwiftData._Slot(\(value))")
    }
    let encode = properties.map {
      "SwiftData._Property.write(self._\($0.name), \($0.slot), encoder)"
    }
    let indexes = model.declaredIndexes.map {
      "SwiftData.Schema.\($0.kind)<\(name)>(\($0.arguments.trimmedDescription))"
    }
    let slots = properties.filter { !$0.isPlainColumn }
    let all = slots.map { "\n    SwiftData._Property.visit(&self._\($0.name), &visitor)" }
    let visit =
      slots.map { "case \($0.slot): SwiftData._Property.visit(&self._\($0.name), &visitor)" }
      + (slots.isEmpty ? [] : ["case -1:" + all.joined()])
    let keep = properties.map { "kept\($0.slot) = self._\($0.name)" }
    let putBack = properties.map { "self._\($0.name) = kept\($0.slot)" }
    let kept =
      properties.isEmpty
      ? "{}"
      : """
      { [\((["self"] + keep).joined(separator: ", "))] in
          \(putBack.joined(separator: "\n    "))
        }
      """
    let release = slots.map { "SwiftData._Property.release(&self._\($0.name))" }
    let declaredIndexes: DeclSyntax = """
      \(raw: access)static var _$indexes: [any SwiftData._IndexDeclaration] {
        [
          \(raw: indexes.joined(separator: ",\n    "))
        ]
      }
      """
    let originalName = node.arguments?.as(LabeledExprListSyntax.self)?.first {
      $0.label?.text == "originalName"
    }
    let former: [DeclSyntax] =
      originalName.map {
        ["\(raw: access)static var _$originalName: String? { \($0.expression) }"]
      } ?? []
    let members: [DeclSyntax] = [
      "\(raw: access)let _$state = SwiftData._ModelState()",
      """
      \(raw: access)static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        [
          \(raw: properties.map { metadata(of: $0, in: name) }.joined(separator: ",\n    "))
        ]
      }
      """,
      """
      \(raw: access)required init(_$row row: SwiftData._RowReader) {
        \(raw: (read + reset).joined(separator: "\n  "))
      }
      """,
      """
      \(raw: access)func _$load(_ row: SwiftData._RowReader) {
        \(raw: load.joined(separator: "\n  "))
      }
      """,
      """
      \(raw: access)func _$encode(_ encoder: SwiftData._RowEncoder) {
        \(raw: encode.joined(separator: "\n  "))
      }
      """,
      """
      \(raw: access)func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch slot {
        \(raw: (visit + ["default: break"]).joined(separator: "\n  "))
        }
      }
      """,
      """
      \(raw: access)func _$keep() -> () -> Void {
        \(raw: kept)
      }
      """,
    ]
    let end: DeclSyntax = """
      deinit {
        \(raw: release.joined(separator: "\n  "))
      }
      """
    let needsEnd = !slots.isEmpty && !model.hasDeinitializer
    return former + members + (indexes.isEmpty ? [] : [declaredIndexes]) + (needsEnd ? [end] : [])
  }

  private static func metadata(of property: StoredProperty, in model: String) -> String {
    var parts = [
      "name: \"\(property.name)\"", "keypath: \\\(model).\(property.name)",
      "kind: SwiftData._Property.kind(of: (\(property.type)).self)",
    ]
    if let value = property.defaultValue {
      parts.append("defaultValue: { SwiftData._Property.erase((\(value)) as \(property.type)) }")
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
    guard let model = declaration.as(ClassDeclSyntax.self),
      ModelValidation(model, conformingTo: nil).findings.isEmpty,
      let variable = member.as(VariableDeclSyntax.self), variable.isStoredByModel,
      variable.attribute(named: "_PersistedProperty") == nil,
      let property = declaration.storedProperties.first(where: {
        $0.name == variable.declaredName
      })
    else { return [] }
    return ["@_PersistedProperty(\(raw: property.slot))"]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self),
      ModelValidation(model, conformingTo: nil).findings.isEmpty
    else { return [] }
    // What the class has already, by its own words or by its superclass's, is not asked for.
    var extensions: [ExtensionDeclSyntax] = []
    if protocols.contains(where: { $0.trimmedDescription.hasSuffix("PersistentModel") }) {
      extensions.append(
        try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.PersistentModel {}"))
    }
    if protocols.contains(where: { $0.trimmedDescription.hasSuffix("Sendable") }) {
      extensions.append(
        try ExtensionDeclSyntax(
          """
          @available(*, unavailable, message: "a model belongs to its context; pass its persistentModelID")
          extension \(type.trimmed): Sendable {}
          """))
    }
    return extensions
  }
}

extension DeclGroupSyntax {
  /// Whether the class says itself what happens at the end of an object.
  var hasDeinitializer: Bool {
    memberBlock.members.contains { $0.decl.is(DeinitializerDeclSyntax.self) }
  }

  /// The access level that members made by a macro need, with a space after it.
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
