import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty(slot)`: the storage of one property and its accessors.
struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = property(declaration, node) else { return [] }
    let name = property.name
    if property.isPlainColumn {
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = initialValue
        }
        """,
        "get { _\(raw: name) }",
        """
        set {
          _\(raw: name) = newValue
          _$state.didChange(self, \(raw: property.slot))
        }
        """,
      ]
    }
    return [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) {
        _\(raw: name) = SwiftData._Slot(initialValue)
      }
      """,
      """
      get {
        if let value = _\(raw: name).value { return value }
        let value = SwiftData._Property.fault(
          self, \(raw: property.slot), _\(raw: name).key, as: (\(raw: property.type)).self)
        _\(raw: name).value = value
        return value
      }
      """,
      """
      set {
        let old = SwiftData._Property.previous(self, \(raw: property.slot), _\(raw: name))
        _\(raw: name) = SwiftData._Slot(newValue)
        SwiftData._Property.didSet(self, \(raw: property.slot), from: old, to: newValue)
      }
      """,
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = property(declaration, node) else { return [] }
    let type = property.isPlainColumn ? property.type : "SwiftData._Slot<\(property.type)>"
    return ["private var _\(raw: property.name): \(raw: type)"]
  }

  private static func property(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> StoredProperty? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
      let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first,
      let slot = Int(argument.expression.trimmedDescription)
    else { return nil }
    return StoredProperty(
      name: variable.declaredName, type: type.trimmedDescription, defaultValue: nil,
      annotation: nil, slot: slot)
  }
}

/// `@Attribute`, `@Relationship` and `@Transient`: read by `@Model`, they add nothing themselves.
struct PropertyMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
