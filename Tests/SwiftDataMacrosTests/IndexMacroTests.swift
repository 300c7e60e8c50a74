import Testing

/// Tests of the expansion of `#Unique` and `#Index`.
struct IndexMacroTests {
  @Test func `Unique and Index declarations become the list of indexes`() {
    MacroExpansion.expect(
      #"""
      @Model
      final class Stop {
        #Unique<Stop>([\Stop.name])
        #Index<Stop>(.binary([\.name]), .rtree([\.name]))
        var name: String
        @Attribute(.ephemeral)
        var mood: Mood = .calm
      }
      """#,
      becomes: #"""
        final class Stop {
          var name: String {
            @storageRestrictions(initializes: _name)
            init(initialValue) {
              _name = initialValue
            }
            get {
              if _$state.isTracked { _$state.access(self, 0, \.name) }
              return _name
            }
            set {
              if _$state.isWatched { _$state.willSet(self, 0, \.name, _name) }
              _name = newValue
              _$state.didChange(self, 0)
              if _$state.isWatched { _$state.didSet(self, \.name) }
            }
          }

          private var _name: String
          var mood: Mood {
            @storageRestrictions(initializes: _mood)
            init(initialValue) {
              _mood = SwiftData._Slot(initialValue)
            }
            get {
              if _$state.isTracked { _$state.access(self, 1, \.mood) }
              if let value = _mood.value { return value }
              let value = SwiftData._Property.fault(
                self, 1, _mood.key, as: (Mood).self)
              _mood.value = value
              return value
            }
            set {
              let old = SwiftData._Property.previous(self, 1, _mood)
              if _$state.isWatched { _$state.willSet(self, 1, \.mood, _mood.value) }
              _mood = SwiftData._Slot(newValue)
              SwiftData._Property.didSet(self, 1, from: old, to: newValue)
              if _$state.isWatched { _$state.didSet(self, \.mood) }
            }
          }

          private var _mood: SwiftData._Slot<Mood>

          let _$state = SwiftData._ModelState()

          static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Stop.name, kind: SwiftData._Property.kind(of: (String).self)),
              SwiftData.Schema.PropertyMetadata(name: "mood", keypath: \Stop.mood, kind: SwiftData._Property.kind(of: (Mood).self), defaultValue: { SwiftData._Property.erase((.calm) as Mood) }, metadata: SwiftData.Schema.Attribute(.ephemeral)),
            ]
          }

          required init(_$row row: SwiftData._RowReader) {
            self._name = SwiftData._Property.read(row, 0)
            self._mood = SwiftData._Slot((.calm) as Mood)
          }

          func _$load(_ row: SwiftData._RowReader) {
            self._name = SwiftData._Property.readable(SwiftData._Property.read(row, 0), row, else: self._name)
          }

          func _$encode(_ encoder: SwiftData._RowEncoder) {
            SwiftData._Property.write(self._name, 0, encoder)
            SwiftData._Property.write(self._mood, 1, encoder)
          }

          func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            switch slot {
            case 1: SwiftData._Property.visit(&self._mood, &visitor)
            case -1:
              SwiftData._Property.visit(&self._mood, &visitor)
            default: break
            }
          }

          func _$keep() -> () -> Void {
            { [self, kept0 = self._name, kept1 = self._mood] in
              self._name = kept0
              self._mood = kept1
            }
          }

          static var _$indexes: [any SwiftData._IndexDeclaration] {
            [
              SwiftData.Schema.Unique<Stop>([\Stop.name]),
              SwiftData.Schema.Index<Stop>(.binary([\.name]), .rtree([\.name])),
            ]
          }

          deinit {
            SwiftData._Property.release(&self._mood)
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
