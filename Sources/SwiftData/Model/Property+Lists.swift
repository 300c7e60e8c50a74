// MARK: - Lists changed in place

extension _Property {
  /// Returns a property's value, which the caller changes in place and then passes to `takeBack`.
  @_disfavoredOverload
  public static func lend<M: PersistentModel, T>(
    _ model: M, _ slot: Int, _ storage: _Slot<T>
  ) -> T { storage.value ?? fault(model, slot, storage.key, as: T.self) }

  /// Returns a to-many relationship's objects as an array that the caller can change in place. The
  /// array is copied only if necessary.
  public static func lend<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<[T]>
  ) -> [T] {
    spare(model, slot, isInStep: storage.isInStep) ?? storage.value ?? []
  }

  public static func lend<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<[T]?>
  ) -> [T]? {
    spare(model, slot, isInStep: storage.isInStep) ?? storage.value ?? nil
  }

  private static func spare<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, isInStep: Bool
  ) -> [T]? {
    model._$state.longList(slot, isInStep: isInStep, of: T.self)?.removeSpare()
  }

  /// Stores a property value that was changed in place.
  ///
  /// - Returns: A closure that completes the change.
  ///   The caller must call it after its access to the storage has ended.
  @_disfavoredOverload
  public static func takeBack<M: PersistentModel, T>(
    _ model: M, _ slot: Int, _ storage: inout _Slot<T>, from old: T?, to new: T
  ) -> () -> Void {
    storage = _Slot(new)
    return { model._$state.didChange(model, slot) }
  }

  public static func takeBack<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: inout _Slot<[T]>, from old: consuming [T]?, to new: [T]
  ) -> () -> Void {
    let wasInStep = storage.isInStep
    storage = _Slot(new)
    let change = follow(model, slot, old ?? [], new, wasInStep, &storage.isInStep)
    return { relate(model, slot, change, new) }
  }

  public static func takeBack<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: inout _Slot<[T]?>, from old: consuming [T]?, to new: [T]?
  ) -> () -> Void {
    let wasInStep = storage.isInStep
    storage = _Slot(new)
    let change = follow(model, slot, old ?? [], new ?? [], wasInStep, &storage.isInStep)
    return { relate(model, slot, change, new ?? []) }
  }

  /// Updates a long to-many list's membership index to match the changed list.
  private static func follow<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ old: consuming [T], _ new: [T], _ wasInStep: Bool,
    _ isInStep: inout Bool
  ) -> ListChange<T> {
    let state = model._$state
    let known = state.longList(slot, isInStep: wasInStep, of: T.self)
    let change = ListChange(
      from: copy old, to: new, isInOld: known.map { known in known.contains })
    guard new.count >= LongList<T>.shortest, !change.hasDuplicates else { return change }
    let long: LongList<T>
    if let known {
      long = known
    } else {
      long = LongList(copy old)
      state.longLists[slot] = long
    }
    long.follow(change, from: old, to: new)
    isInStep = true
    return change
  }
}
