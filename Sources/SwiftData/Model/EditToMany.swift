/// An edit to a loaded to-many relationship. Editing a relationship that is not loaded does not
/// load it.
struct EditToMany: _SlotVisitor {
  enum Change {
    case add(any PersistentModel)
    /// Adds an object unless the list already contains it.
    case addOnce(any PersistentModel)
    case remove(any PersistentModel)
    /// Removes the given objects, and adds the given new objects that are not yet in the list.
    case replace(removed: Set<ObjectIdentifier>, added: [any PersistentModel])
    case removeDuplicates
    case removeDeleted

    /// Returns whether the edit changes a list. The result is true for most edits of an unread
    /// list, whose contents are unknown.
    func changes(_ list: [some PersistentModel]?) -> Bool {
      guard let list else {
        if case .removeDuplicates = self { return false }
        return true
      }
      return switch self {
      case .add: true
      case .addOnce(let model): !list.contains { $0 === model }
      case .remove(let model): list.contains { $0 === model }
      case .replace(let removed, let added):
        !added.isEmpty || list.contains { removed.contains(ObjectIdentifier($0)) }
      case .removeDuplicates: Set(list.map { ObjectIdentifier($0) }).count < list.count
      case .removeDeleted: list.contains { $0._$state.phase == .deleted }
      }
    }
  }

  let edit: Change
  /// The state of the object that owns the list.
  let state: _ModelState
  /// The property index of the list.
  let number: Int

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {}
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if case .removeDeleted = edit, let target = slot.value ?? nil,
      target._$state.phase == .deleted
    {
      slot = _Slot(nil)
    }
  }

  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    guard var list = slot.value else { return }
    slot.value = nil
    apply(&list, &slot.isInStep)
    slot.value = list
  }

  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    guard let value = slot.value else { return }
    var list = value ?? []
    slot.value = nil
    apply(&list, &slot.isInStep)
    slot.value = .some(list)
  }

  private func apply<T: PersistentModel>(_ list: inout [T], _ isInStep: inout Bool) {
    var long = state.longList(number, isInStep: isInStep, of: T.self)
    defer { isInStep = long != nil }
    switch edit {
    case .add(let model):
      guard let model = model as? T else { return }
      list.append(model)
      long?.insert(model)
    case .addOnce(let model):
      guard let model = model as? T else { return }
      // Searching a short list is faster than building a set of its objects.
      if long == nil, list.count >= LongList<T>.shortest {
        long = LongList(list)
        state.longLists[number] = long
      }
      let isInList = long?.contains(model) ?? (position(of: model, in: list) != nil)
      guard !isInList else { return }
      list.append(model)
      long?.insert(model)
    case .remove(let model):
      guard let model = model as? T, long?.contains(model) ?? true,
        let index = position(of: model, in: list)
      else { return }
      list.remove(at: index)
      long?.remove(model)
    case .replace(let removed, let added):
      // After a replacement, most of the set would be outdated; the next search builds it again.
      long = nil
      if !removed.isEmpty { list.removeAll { removed.contains(ObjectIdentifier($0)) } }
      guard !added.isEmpty else { return }
      var present = Set(list.map { ObjectIdentifier($0) })
      for case let model as T in added where present.insert(ObjectIdentifier(model)).inserted {
        list.append(model)
      }
    case .removeDuplicates:
      var seen: Set<ObjectIdentifier> = []
      let count = list.count
      list.removeAll { !seen.insert(ObjectIdentifier($0)).inserted }
      if list.count != count { long = nil }
    case .removeDeleted:
      let count = list.count
      list.removeAll { $0._$state.phase == .deleted }
      if list.count != count { long = nil }
    }
  }

  private func position<T: PersistentModel>(of model: T, in list: [T]) -> Int? {
    list.index(of: ObjectIdentifier(model), in: 0..<list.count)
  }
}

/// A visitor that tests whether an edit changes a to-many relationship.
struct ChangesToMany: _SlotVisitor {
  let edit: EditToMany.Change
  var isChange = false

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {}
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if case .removeDeleted = edit { isChange = (slot.value ?? nil)?._$state.phase == .deleted }
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    isChange = edit.changes(slot.value)
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    isChange = edit.changes(slot.value.map { $0 ?? [] })
  }
}
