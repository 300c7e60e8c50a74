import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of the macro `@_PersistedProperty(slot)`, which generates a property's
/// storage and accessors.
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

  /// Returns the statements that notify observers before a read, before a write and after a write.
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

  private static func setter(_ property: StoredProperty, _ lines: [String]) -> String {
    let lines = property.observers.around(lines, name: property.name, slot: property.slot)
    return (["  set {"] + lines.map { "    \($0)" } + ["  }"]).joined(separator: "\n")
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
      setter(
        property,
        [
          willSet,
          "_\(name) = newValue",
          "_$state.didChange(self, \(property.slot))",
          didSet,
        ]),
    ]
  }

  private static func slotAccessors(_ property: StoredProperty) -> [String] {
    let name = property.name
    let slot = property.slot
    let (access, willSet, didSet) = tracking(property)
    let type = property.type.map { "(\($0)).self" } ?? "SwiftData._Property.valueType(_\(name))"
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
            self, \(slot), _\(name).key, as: \(type))
          _\(name).value = value
          return value
        }
      """,
      setter(
        property,
        [
          "let old = SwiftData._Property.previous(self, \(slot), _\(name))",
          willSet,
          "_\(name) = SwiftData._Slot(newValue)",
          "SwiftData._Property.didSet(self, \(slot), from: old, to: newValue)",
          didSet,
        ]),
    ]
    // Property observers of a list need its former value, so the list is copied for them.
    guard property.isList, property.observers.isEmpty else { return accessors }
    // A list changed in place is not copied for each change.
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
    let storage =
      switch (property.type, property.defaultValue) {
      case (let type?, _) where !property.isPlainColumn: ": SwiftData._Slot<\(type)>"
      // Storage spelled with a question mark would begin as nil and override the property's initial
      // value.
      case (let type?, _) where type.hasSuffix("?"): ": Swift.Optional<\(type.dropLast())>"
      case (let type?, _): ": \(type)"
      case (nil, let value): " = SwiftData._Slot.unset(\(value ?? ""))"
      }
    return [WrittenSource.declaration("private var _\(property.name)\(storage)")]
  }

  private static func property(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> StoredProperty? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first,
      let slot = Int(argument.expression.trimmedDescription)
    else { return nil }
    return StoredProperty(variable, slot: slot)
  }
}

/// The implementation of the macros `@Attribute`, `@Relationship` and `@Transient`. These macros
/// expand to nothing; `@Model` reads them.
struct PropertyMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
