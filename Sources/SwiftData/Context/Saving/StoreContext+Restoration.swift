/// Methods that restore a context and its objects after a failed transaction.
///
/// After a failed save, nothing has to be restored (see ``SaveTransaction``). A failed transaction,
/// however, may contain saves whose changes the context has already adopted, so a ``Checkpoint``
/// holds the state before the transaction.
extension StoreContext {
  /// Returns the objects whose rows did not exist when the given checkpoint was made.
  private func insertedObjects(since begun: Checkpoint) -> [any PersistentModel] {
    var found: [any PersistentModel] = []
    for entity in layout.entities {
      guard let next = begun.nextKeys[entity.name] else { continue }
      found += registeredObjects(entity.index).filter { $0._$state.key >= next }
    }
    return found
  }

  /// Reads the relationships of the objects inserted since the given checkpoint, while their rows
  /// still exist.
  func readInsertedObjects(since begun: Checkpoint) {
    var queue = insertedObjects(since: begun).filter { $0._$state.wasInserted }
    var known = Set(queue.map { ObjectIdentifier($0) })
    while let model = queue.popLast() {
      for property in layout.entities[Int(model._$state.entity)].relationships {
        for target in readTargets(of: model, property.slot) where isNew(target, since: begun) {
          target._$state.wasInserted = true
          if known.insert(ObjectIdentifier(target)).inserted { queue.append(target) }
        }
      }
    }
  }

  private func isNew(_ model: any PersistentModel, since begun: Checkpoint) -> Bool {
    let state = model._$state
    guard state.context === self, state.key != 0 else { return false }
    return state.key >= begun.nextKeys[layout.entities[Int(state.entity)].name] ?? .max
  }

  /// Restores the context and its objects to their state at the given checkpoint. Call this after
  /// the store was rolled back.
  func restore(_ begun: Checkpoint) {
    for model in inserted { release(model) }
    for model in changed + deleted {
      model._$state.phase = .stored
      model._$state.dirty = 0
      model._$state.forgetLongLists()
    }
    for model in begun.upserted + insertedObjects(since: begun) { release(model) }
    let upserted = Set(begun.upserted.map { ObjectIdentifier($0) })
    for former in begun.removed.reversed() {
      let isNew =
        upserted.contains(ObjectIdentifier(former.model))
        || former.key >= begun.nextKeys[layout.entities[former.entity].name] ?? .max
      if isNew {
        detachFromContext(former.model)
      } else {
        register(former.model, entity: former.entity, key: former.key)
        former.model._$state.dirty = 0
        former.model._$state.formerKey = 0
        former.model._$state.representAgain(former.model)
      }
    }
    for saved in begun.objects { restore(saved) }
    inserted = begun.inserted
    changed = begun.changed
    deleted = begun.deleted
    deletedKeys = begun.deletedKeys
    links = begun.links
    deadLinks = begun.deadLinks
    deferredError = begun.deferredError
    readError = begun.readError
    if pinned != nil { savedInTransaction = begun.saved }
    if let registered = begun.registered { undoManager?.registered = registered }
    releaseAutosave()
    reload()
  }

  /// Removes an object from the context because its row no longer exists.
  private func release(_ model: any PersistentModel) {
    let state = model._$state
    guard state.context === self else { return }
    let entity = layout.entities[Int(state.entity)]
    if state.key != 0, registered[entity.index][state.key]?.toOpaque() == address(of: model) {
      forget(entity: entity.index, key: state.key)
    }
    state.key = 0
    state.dirty = 0
    state.forgetLongLists()
    detachFromContext(model)
  }

  /// Detaches an object from the context. An object that was read from a row, or whose
  /// relationships are not all loaded, becomes a deleted object.
  private func detachFromContext(_ model: any PersistentModel) {
    let relationships = layout.entities[Int(model._$state.entity)].relationships
    let state = model._$state
    let isWhole = relationships.allSatisfy { model.isLoaded($0.slot) }
    state.phase = isWhole && (state.wasInserted || state.phase == .inserted) ? .free : .deleted
    state.formerKey = 0
    state.wasInserted = false
    state.context = nil
    state.stopRepresenting()
  }

  private func address(of model: any PersistentModel) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(model as AnyObject).toOpaque()
  }

  /// Restores an object that had unsaved changes when the checkpoint was made.
  private func restore(_ saved: Checkpoint.ObjectState) {
    let (model, state) = (saved.model, saved.model._$state)
    let tracked = state.registrar == nil ? [] : trackedSlots(of: model)
    for slot in tracked { state.willSet(model, slot: slot) }
    if saved.phase == .inserted {
      release(model)
      if let index = layout.index(of: type(of: model)) { state.entity = Int32(index) }
      state.context = self
    } else {
      register(model, entity: Int(state.entity), key: saved.key)
    }
    state.phase = saved.phase
    state.dirty = saved.dirty
    state.formerKey = saved.formerKey
    state.forgetLongLists()
    saved.restoreValues()
    for slot in tracked { state.didSet(model, slot: slot) }
  }

  private func trackedSlots(of model: any PersistentModel) -> [Int] {
    layout.entities[Int(model._$state.entity)].properties.map(\.slot)
      .filter { model._$state.wasTracked($0) }
  }
}
