/// A visitor that collects a relationship's target objects if they have been loaded.
struct LoadedTargets: _SlotVisitor {
  /// The relationship's target objects. Nil if the relationship has not been read from the store.
  var targets: [any PersistentModel]?

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    targets = slot.value.map { [$0] }
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if let value = slot.value { targets = value.map { [$0] } ?? [] }
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) { targets = slot.value }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    if let value = slot.value { targets = value ?? [] }
  }
}

/// A visitor that finds the target object or row key of a to-one relationship without reading the
/// store.
struct ToOneTarget: _SlotVisitor {
  var object: (any PersistentModel)?
  var key: Int64 = 0

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    object = slot.value
    key = slot.value?._$state.key ?? slot.key
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    object = slot.value ?? nil
    key = (slot.value ?? nil)?._$state.key ?? (slot.value == nil ? slot.key : 0)
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {}
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {}
}

/// A visitor that sets a to-one relationship without updating its inverse.
struct SetToOne: _SlotVisitor {
  let target: (any PersistentModel)?

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    if let target = target as? T { slot = _Slot(target) } else { slot = _Slot(unloaded: 0) }
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    slot = _Slot(target as? T)
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {}
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {}
}

/// A visitor that sets the target of a to-one relationship not yet read from the store.
struct FillToOne: _SlotVisitor {
  let target: any PersistentModel

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    if slot.value == nil { slot.value = target as? T }
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if slot.value == nil, let target = target as? T { slot.value = .some(target) }
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {}
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {}
}

/// A visitor that sets the objects of a to-many relationship that has not been read from the store.
struct FillToMany<Target: PersistentModel>: _SlotVisitor {
  let targets: [Target]

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {}
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {}
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    if slot.value == nil, let targets = targets as? [T] { slot.value = targets }
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    if slot.value == nil, let targets = targets as? [T] { slot.value = .some(targets) }
  }
}

/// A visitor that replaces each target of a relationship with the object that now represents the
/// target's row. No duplicates are created.
struct ReplaceByRepresentatives: _SlotVisitor {
  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    if let target = slot.value?.representative as? T { slot = _Slot(target) }
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if let value = slot.value, let target = value?.representative as? T { slot = _Slot(target) }
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    if let list = slot.value { slot = _Slot(representatives(list)) }
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    if let value = slot.value, let list = value { slot = _Slot(representatives(list)) }
  }

  private func representatives<T: PersistentModel>(_ list: [T]) -> [T] {
    var seen: Set<ObjectIdentifier> = []
    return list.compactMap { $0.representative as? T }.filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
  }
}

/// A visitor that tests whether a relationship has been read from the store.
struct IsLoaded: _SlotVisitor {
  var isLoaded = false

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) { isLoaded = slot.value != nil }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    isLoaded = slot.value != nil
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    isLoaded = slot.value != nil
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    isLoaded = slot.value != nil
  }
}

extension PersistentModel {
  /// Returns a relationship's target objects. Returns nil if the relationship has not been read
  /// from the store.
  func loadedTargets(_ slot: Int) -> [any PersistentModel]? {
    var visitor = LoadedTargets()
    _$visit(slot, &visitor)
    return visitor.targets
  }

  /// Returns whether a relationship has been read from the store.
  func isLoaded(_ slot: Int) -> Bool {
    var visitor = IsLoaded()
    _$visit(slot, &visitor)
    return visitor.isLoaded
  }

  /// Replaces each target of a relationship with the object that now represents the target's row.
  func replaceByRepresentatives(_ slot: Int) {
    var visitor = ReplaceByRepresentatives()
    _$visit(slot, &visitor)
  }

  func toOneTarget(_ slot: Int) -> (object: (any PersistentModel)?, key: Int64) {
    var visitor = ToOneTarget()
    _$visit(slot, &visitor)
    return (visitor.object, visitor.key)
  }

  func setToOne(_ slot: Int, to target: (any PersistentModel)?) {
    if _$state.isWatched {
      if _$state.isRecorded { _$state.context?.recordToOne(self, slot) }
      _$state.willSet(self, slot: slot)
    }
    var visitor = SetToOne(target: target)
    _$visit(slot, &visitor)
    _$state.didChange(self, slot)
    if _$state.isWatched { _$state.didSet(self, slot: slot) }
  }

  private func isChanged(_ slot: Int, by edit: EditToMany.Change) -> Bool {
    var changes = ChangesToMany(edit: edit)
    _$visit(slot, &changes)
    return changes.isChange
  }

  func editToMany(_ slot: Int, _ edit: EditToMany.Change) {
    var visitor = EditToMany(edit: edit, state: _$state, number: slot)
    guard _$state.registrar != nil, _$state.wasTracked(slot), isChanged(slot, by: edit) else {
      _$visit(slot, &visitor)
      return
    }
    _$state.willSet(self, slot: slot)
    _$visit(slot, &visitor)
    _$state.didSet(self, slot: slot)
  }
}
