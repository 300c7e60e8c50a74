import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty(slot)`: the storage of one property and its accessors.
struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = property(declaration, node) else { return [] }
    let accessors = property.isPlainColumn ? columnAccessors(property) : slotAccessors(property)
    return accessors.map(WrittenSource.accessor)
  }

  /// Tells observers of a read, before a write and after a write.
  private static func tracking(_ property: StoredProperty) -> (
    access: String, willSet: String, didSet: String
  ) {
    let name = property.name
    let old = property.isPlainColumn ? "_\(name)" : "_\(name).value"
    return (
      "if _$state.isTracked { _$state.access(self, \(property.slot), \\.\(name)) }",
      "if _$state.isWatched { _$state.willSet(self, \(property.slot), \\.\(name), \(old)) }",
      "if _$state.isWatched { _$state.didSet(self, \\.\(name)) }"
    )
  }

  private static func columnAccessors(_ property: StoredProperty) -> [String] {
    let name = property.name
    let (access, willSet, didSet) = tracking(property)
    return [
      """
        @storageRestrictions(initializes: _\(name))
        init(initialValue) {
          _\(name) = initialValue
        }
      """,
      """
        get {
          \(access)
          return _\(name)
        }
      """,
      """
        set {
          \(willSet)
          _\(name) = newValue
          _$state.didChange(self, \(property.slot))
          \(didSet)
        }
      """,
    ]
  }

  private static func slotAccessors(_ property: StoredProperty) -> [String] {
    let name = property.name
    let slot = property.slot
    let (access, willSet, didSet) = tracking(property)
    let accessors = [
      """
        @storageRestrictions(initializes: _\(name))
        init(initialValue) {
          _\(name) = SwiftData._Slot(initialValue)
        }
      """,
      """
        get {
          \(access)
          if let value = _\(name).value { return value }
          let value = SwiftData._Property.fault(
            self, \(slot), _\(name).key, as: (\(property.type)).self)
          _\(name).value = value
          return value
        }
      """,
      """
        set {
          let old = SwiftData._Property.previous(self, \(slot), _\(name))
          \(willSet)
          _\(name) = SwiftData._Slot(newValue)
          SwiftData._Property.didSet(self, \(slot), from: old, to: newValue)
          \(didSet)
        }
      """,
    ]
    guard property.type.hasPrefix("[") else { return accessors }
    // A list that is changed in place is not copied for each change.
    let modify = """
        _modify {
          _ = self.\(name)
          \(willSet)
          var _$lent = SwiftData._Property.lend(self, \(slot), _\(name))
          defer {
            SwiftData._Property.takeBack(
              self, \(slot), &_\(name),
              from: SwiftData._Property.previous(self, \(slot), _\(name)), to: _$lent)()
            \(didSet)
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
    return [WrittenSource.declaration("private var _\(property.name): \(type)")]
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
      declaration: variable, name: variable.declaredName, type: type.trimmedDescription,
      defaultValue: nil,
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
