import SwiftParser
import SwiftSyntax
import Testing

@testable import SwiftDataMacros

/// Tests of the expansion of single properties.
struct PropertyMacroTests {
  @Test func `the storage repeats a default value that does not imply a type`() {
    MacroExpansion.expect(
      #"""
      @_PersistedProperty(0)
      var kind = Kind.hut
      """#,
      becomes: #"""
        var kind {
          @storageRestrictions(initializes: _kind)
          init(initialValue) {
            _kind = SwiftData._Slot(initialValue)
          }
          get {
            if _$state.isTracked { _$state.access(self, 0, \.kind) }
            if let value = _kind.value { return value }
            let value = SwiftData._Property.fault(
              self, 0, _kind.key, as: SwiftData._Property.valueType(_kind))
            _kind.value = value
            return value
          }
          set {
            let old = SwiftData._Property.previous(self, 0, _kind)
            if _$state.isWatched { _$state.willSet(self, 0, \.kind, _kind.value) }
            _kind = SwiftData._Slot(newValue)
            SwiftData._Property.didSet(self, 0, from: old, to: newValue)
            if _$state.isWatched { _$state.didSet(self, \.kind) }
          }
        }

        private var _kind = SwiftData._Slot.unset(Kind.hut)
        """#)
  }

  @Test(arguments: [
    (#""a""#, "String"), ("1", "Int"), ("-1", "Int"), ("-0.5", "Double"), ("true", "Bool"),
    ("Date()", "Date"), ("Date.now", "Date"), ("Foundation.UUID()", "Foundation.UUID"),
  ])
  func `the storage has the type that the default value implies`(
    value: String, type: String
  ) {
    MacroExpansion.expect(
      """
      @_PersistedProperty(2)
      var value = \(value)
      """,
      becomes: #"""
        var value {
          @storageRestrictions(initializes: _value)
          init(initialValue) {
            _value = initialValue
          }
          get {
            if _$state.isTracked { _$state.access(self, 2, \.value) }
            return _value
          }
          set {
            if _$state.isWatched { _$state.willSet(self, 2, \.value, _value) }
            _value = newValue
            _$state.didChange(self, 2)
            if _$state.isWatched { _$state.didSet(self, \.value) }
          }
        }

        private var _value: \#(type)
        """#)
  }

  private func observers(_ source: String) throws -> PropertyObservers {
    let file = Parser.parse(source: source)
    let variable = try #require(file.statements.first?.item.as(VariableDeclSyntax.self))
    return PropertyObservers(variable.bindings.first?.accessorBlock)
  }

  @Test func `the setter calls observers before and after it stores a value`() throws {
    let both = try observers("var a: Int { willSet { log(newValue) } didSet(old) { log(old) } }")
    #expect(
      both.around(["store"], name: "a", slot: 1) == [
        "let _$observes = _$state.beginObserving(1)",
        "let _$oldValue = self.a",
        "func _$willSet() {",
        "log(newValue) ",
        "}",
        "if _$observes { _$willSet() }",
        "store",
        "func _$didSet() {",
        "  let old = _$oldValue",
        "log(old) ",
        "}",
        "if _$observes { _$didSet() }",
        "if _$observes { _$state.endObserving(1) }",
      ])
  }

  @Test func `the old value is read only if an observer uses it`() throws {
    let lines = try observers("var a: Int { didSet { log(a) } }").around([], name: "a", slot: 0)
    #expect(!lines.contains("let _$oldValue = self.a"))
    #expect(try observers("var a: Int").isEmpty)
  }

  @Test func `a constant has no separate storage and no accessors`() {
    MacroExpansion.expect(
      #"""
      @Model
      final class Stop {
        let id: Int
        let kind: Kind
        let fixed = 3
      }
      """#,
      becomes: #"""
        final class Stop {
          let id: Int
          let kind: Kind
          let fixed = 3

          let _$state = SwiftData._ModelState()

          static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "id", keypath: \Stop.id, kind: SwiftData._Property.kind(of: (Int).self)),
              SwiftData.Schema.PropertyMetadata(name: "kind", keypath: \Stop.kind, kind: SwiftData._Property.kind(of: (Kind).self)),
            ]
          }

          required init(_$row row: SwiftData._RowReader) {
            self.id = SwiftData._Property.read(row, 0)
            self.kind = SwiftData._Property.constant(row, 1)
          }

          func _$load(_ row: SwiftData._RowReader) {
          }

          func _$encode(_ encoder: SwiftData._RowEncoder) {
            SwiftData._Property.write(self.id, 0, encoder)
            SwiftData._Property.write(SwiftData._Slot(self.kind), 1, encoder)
          }

          func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            switch slot {
            default: break
            }
          }

          func _$keep() -> () -> Void {
            {}
          }

          static var _$readsConstants: (@Sendable (SwiftData._RowReader) -> Bool)? {
            { row in SwiftData._Property.isReadable(SwiftData._Property.slot(row, 1) as SwiftData._Slot<Kind>, row, 1) }
          }
        }

        extension Stop: nonisolated SwiftData.PersistentModel {}

        @available(
          *, unavailable, message: "a model belongs to its context; pass its persistentModelID"
        )
        extension Stop: Sendable {}
        """#)
  }
}
