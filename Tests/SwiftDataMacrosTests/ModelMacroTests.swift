import Testing

/// Tests of the expansion of `@Model`.
struct ModelMacroTests {
  @Test func `Model expands every kind of property`() {
    MacroExpansion.expect(
      #"""
      @Model
      public final class Stop {
        public var name: String
        @Attribute(.unique, originalName: "rank")
        public var order: Int? = 0
        public var kind: Kind = .town
        @Relationship(deleteRule: .cascade, inverse: \Point.stop)
        public var points: [Point]
        public var group: Group?
        @Transient
        var isSelected: Bool = false
        public static let limit: Int = 3
        let constant: Int = 1
        var shout: String { name + "!" }
      }
      """#,
      becomes: #"""
        public final class Stop {
          public var name: String {
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
          public var order: Int? {
            @storageRestrictions(initializes: _order)
            init(initialValue) {
              _order = initialValue
            }
            get {
              if _$state.isTracked { _$state.access(self, 1, \.order) }
              return _order
            }
            set {
              if _$state.isWatched { _$state.willSet(self, 1, \.order, _order) }
              _order = newValue
              _$state.didChange(self, 1)
              if _$state.isWatched { _$state.didSet(self, \.order) }
            }
          }

          private var _order: Swift.Optional<Int>
          public var kind: Kind {
            @storageRestrictions(initializes: _kind)
            init(initialValue) {
              _kind = SwiftData._Slot(initialValue)
            }
            get {
              if _$state.isTracked { _$state.access(self, 2, \.kind) }
              if let value = _kind.value { return value }
              let value = SwiftData._Property.fault(
                self, 2, _kind.key, as: (Kind).self)
              _kind.value = value
              return value
            }
            set {
              let old = SwiftData._Property.previous(self, 2, _kind)
              if _$state.isWatched { _$state.willSet(self, 2, \.kind, _kind.value) }
              _kind = SwiftData._Slot(newValue)
              SwiftData._Property.didSet(self, 2, from: old, to: newValue)
              if _$state.isWatched { _$state.didSet(self, \.kind) }
            }
          }

          private var _kind: SwiftData._Slot<Kind>
          public var points: [Point] {
            @storageRestrictions(initializes: _points)
            init(initialValue) {
              _points = SwiftData._Slot(initialValue)
            }
            get {
              if _$state.isTracked { _$state.access(self, 3, \.points) }
              if let value = _points.value { return value }
              let value = SwiftData._Property.fault(
                self, 3, _points.key, as: ([Point]).self)
              _points.value = value
              return value
            }
            set {
              let old = SwiftData._Property.previous(self, 3, _points)
              if _$state.isWatched { _$state.willSet(self, 3, \.points, _points.value) }
              _points = SwiftData._Slot(newValue)
              SwiftData._Property.didSet(self, 3, from: old, to: newValue)
              if _$state.isWatched { _$state.didSet(self, \.points) }
            }
            _modify {
              _ = self.points
              if _$state.isWatched { _$state.willSet(self, 3, \.points, _points.value) }
              var _$lent = SwiftData._Property.lend(self, 3, _points)
              defer {
                SwiftData._Property.takeBack(
                  self, 3, &_points,
                  from: SwiftData._Property.previous(self, 3, _points), to: _$lent)()
                if _$state.isWatched { _$state.didSet(self, \.points) }
              }
              yield &_$lent
            }
          }

          private var _points: SwiftData._Slot<[Point]>
          public var group: Group? {
            @storageRestrictions(initializes: _group)
            init(initialValue) {
              _group = SwiftData._Slot(initialValue)
            }
            get {
              if _$state.isTracked { _$state.access(self, 4, \.group) }
              if let value = _group.value { return value }
              let value = SwiftData._Property.fault(
                self, 4, _group.key, as: (Group?).self)
              _group.value = value
              return value
            }
            set {
              let old = SwiftData._Property.previous(self, 4, _group)
              if _$state.isWatched { _$state.willSet(self, 4, \.group, _group.value) }
              _group = SwiftData._Slot(newValue)
              SwiftData._Property.didSet(self, 4, from: old, to: newValue)
              if _$state.isWatched { _$state.didSet(self, \.group) }
            }
          }

          private var _group: SwiftData._Slot<Group?>
          var isSelected: Bool = false
          public static let limit: Int = 3
          let constant: Int = 1
          var shout: String { name + "!" }

          public let _$state = SwiftData._ModelState()

          public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Stop.name, kind: SwiftData._Property.kind(of: (String).self)),
              SwiftData.Schema.PropertyMetadata(name: "order", keypath: \Stop.order, kind: SwiftData._Property.kind(of: (Int?).self), defaultValue: { SwiftData._Property.erase((0) as Int?) }, metadata: SwiftData.Schema.Attribute(.unique, originalName: "rank")),
              SwiftData.Schema.PropertyMetadata(name: "kind", keypath: \Stop.kind, kind: SwiftData._Property.kind(of: (Kind).self), defaultValue: { SwiftData._Property.erase((.town) as Kind) }),
              SwiftData.Schema.PropertyMetadata(name: "points", keypath: \Stop.points, kind: SwiftData._Property.kind(of: ([Point]).self), metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Point.stop)),
              SwiftData.Schema.PropertyMetadata(name: "group", keypath: \Stop.group, kind: SwiftData._Property.kind(of: (Group?).self)),
            ]
          }

          public required init(_$row row: SwiftData._RowReader) {
            self._name = SwiftData._Property.read(row, 0)
            self._order = SwiftData._Property.read(row, 1)
            self._kind = SwiftData._Property.slot(row, 2)
            self._points = SwiftData._Property.slot(row, 3)
            self._group = SwiftData._Property.slot(row, 4)
          }

          public func _$load(_ row: SwiftData._RowReader) {
            self._name = SwiftData._Property.readable(SwiftData._Property.read(row, 0), row, else: self._name)
            self._order = SwiftData._Property.readable(SwiftData._Property.read(row, 1), row, else: self._order)
            self._kind = SwiftData._Property.readable(SwiftData._Property.slot(row, 2), row, else: self._kind)
            self._points = SwiftData._Property.readable(SwiftData._Property.slot(row, 3), row, else: self._points)
            self._group = SwiftData._Property.readable(SwiftData._Property.slot(row, 4), row, else: self._group)
          }

          public func _$encode(_ encoder: SwiftData._RowEncoder) {
            SwiftData._Property.write(self._name, 0, encoder)
            SwiftData._Property.write(self._order, 1, encoder)
            SwiftData._Property.write(self._kind, 2, encoder)
            SwiftData._Property.write(self._points, 3, encoder)
            SwiftData._Property.write(self._group, 4, encoder)
          }

          public func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            switch slot {
            case 2: SwiftData._Property.visit(&self._kind, &visitor)
            case 3: SwiftData._Property.visit(&self._points, &visitor)
            case 4: SwiftData._Property.visit(&self._group, &visitor)
            case -1:
              SwiftData._Property.visit(&self._kind, &visitor)
              SwiftData._Property.visit(&self._points, &visitor)
              SwiftData._Property.visit(&self._group, &visitor)
            default: break
            }
          }

          public func _$keep() -> () -> Void {
            { [self, kept0 = self._name, kept1 = self._order, kept2 = self._kind, kept3 = self._points, kept4 = self._group] in
              self._name = kept0
              self._order = kept1
              self._kind = kept2
              self._points = kept3
              self._group = kept4
            }
          }

          deinit {
            SwiftData._Property.release(&self._kind)
            SwiftData._Property.release(&self._points)
            SwiftData._Property.release(&self._group)
          }
        }

        extension Stop: nonisolated SwiftData.PersistentModel {}

        @available(
          *, unavailable, message: "a model belongs to its context; pass its persistentModelID"
        )
        extension Stop: Sendable {}
        """#)
  }

  @Test(arguments: ["", "public ", "package "])
  func `a renamed class declares its original name`(access: String) {
    MacroExpansion.expect(
      #"""
      @Model(originalName: "Stop")
      \#(access)final class Place {
      }
      """#,
      becomes: #"""
        \#(access)final class Place {

          \#(access)static var _$originalName: String? { "Stop" }

          \#(access)let _$state = SwiftData._ModelState()

          \#(access)static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
            ]
          }

          \#(access)required init(_$row row: SwiftData._RowReader) {
          }

          \#(access)func _$load(_ row: SwiftData._RowReader) {
          }

          \#(access)func _$encode(_ encoder: SwiftData._RowEncoder) {
          }

          \#(access)func _$visit(_ slot: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            switch slot {
            default: break
            }
          }

          \#(access)func _$keep() -> () -> Void {
            {}
          }
        }

        extension Place: nonisolated SwiftData.PersistentModel {}

        @available(
          *, unavailable, message: "a model belongs to its context; pass its persistentModelID"
        )
        extension Place: Sendable {}
        """#)
  }
}
