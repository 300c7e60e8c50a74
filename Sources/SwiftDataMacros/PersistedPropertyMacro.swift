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
    let slot = property.slot
    let access = "if _$state.isTracked { _$state.access(self, \(slot), \\.\(name)) }"
    let old = property.isPlainColumn ? "_\(name)" : "_\(name).value"
    let willSet = "if _$state.isWatched { _$state.willSet(self, \(slot), \\.\(name), \(old)) }"
    let didSet = "if _$state.isWatched { _$state.didSet(self, \\.\(name)) }"
    if property.isPlainColumn {
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = initialValue
        }
        """,
        """
        get {
          \(raw: access)
          return _\(raw: name)
        }
        """,
        """
        set {
          \(raw: willSet)
          _\(raw: name) = newValue
          _$state.didChange(self, \(raw: slot))
          \(raw: didSet)
        }
        """,
      ]
    }
    let accessors: [AccessorDeclSyntax] = [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) {
        _\(raw: name) = SwiftData._Slot(initialValue)
      }
      """,
      """
      get {
        \(raw: access)
        if let value = _\(raw: name).value { return value }
        let value = SwiftData._Property.fault(
          self, \(raw: slot), _\(raw: name).key, as: (\(raw: property.type)).self)
        _\(raw: name).value = value
        return value
      }
      """,
      """
      set {
        let old = SwiftData._Property.previous(self, \(raw: slot), _\(raw: name))
        \(raw: willSet)
        _\(raw: name) = SwiftData._Slot(newValue)
        SwiftData._Property.didSet(self, \(raw: slot), from: old, to: newValue)
        \(raw: didSet)
      }
      """,
    ]
    guard property.type.hasPrefix("[") else { return accessors }
    // A list that is changed in place is not copied for each change.
    let modify: AccessorDeclSyntax = """
      _modify {
        _ = self.\(raw: name)
        \(raw: willSet)
        var _$lent = SwiftData._Property.lend(self, \(raw: slot), _\(raw: name))
        defer {
          SwiftData._Property.takeBack(
            self, \(raw: slot), &_\(raw: name),
            from: SwiftData._Property.previous(self, \(raw: slot), _\(raw: name)), to: _$lent)()
          \(raw: didSet)
        }
        yield &_$lent
      }
      """
    return accessors + [modify]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = property(declaration, node) else { return [] }
    var type = property.isPlainColumn ? property.type : "SwiftData._Slot<\(property.type)>"
    // Storage spelt with a question mark begins as nil, over the property's own initial value.
    if property.isPlainColumn, type.hasSuffix("?") { type = "Swift.Optional<\(type.dropLast())>" }
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
