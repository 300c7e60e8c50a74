extension StoreContext {
  /// Runs a body as one transaction with a title, or as a nested transaction if one is running.
  func transaction<T>(named title: String?, _ body: () throws -> T) throws -> T {
    try recordingErrors {
      try requireAlive()
      if let pinned { return try innerTransaction(pinned, body) }
      return try outerTransaction(title, body)
    }
  }

  private func outerTransaction<T>(_ title: String?, _ body: () throws -> T) throws -> T {
    savedInTransaction = SavedIdentifiers()
    defer { savedInTransaction = nil }
    var begun: Checkpoint?
    do {
      let (result, entry) = try store.write(title: title) { connection in
        pinned = connection
        defer { pinned = nil }
        let checkpoint = try Checkpoint(self, connection)
        begun = checkpoint
        return try run(body, from: checkpoint)
      }
      lastHistoryEntry = entry
      if let saved = savedInTransaction, !saved.isEmpty {
        owner?.announceSaved(saved, entry: entry)
      }
      return result
    } catch {
      if let begun { restore(begun) }
      throw error
    }
  }

  private func innerTransaction<T>(_ connection: Connection, _ body: () throws -> T) throws -> T {
    let begun = try Checkpoint(self, connection)
    do {
      let result = try connection.savepoint { try run(body, from: begun) }
      checkpoints.last?.add(begun)
      return result
    } catch {
      restore(begun)
      throw error
    }
  }

  private func run<T>(_ body: () throws -> T, from begun: Checkpoint) throws -> T {
    checkpoints.append(begun)
    defer { checkpoints.removeLast() }
    do {
      let result = try body()
      try save()
      return result
    } catch {
      readNewcomers(since: begun)
      throw error
    }
  }

  // MARK: Going back

  /// Returns the objects whose rows did not exist at a checkpoint.
  private func newcomers(since begun: Checkpoint) -> [any PersistentModel] {
    var found: [any PersistentModel] = []
    for entity in layout.entities {
      guard let next = begun.nextKeys[entity.name] else { continue }
      found += registeredObjects(entity.index).filter { $0._$state.key >= next }
    }
    return found
  }

  /// Reads the relationships of the objects inserted since a checkpoint, while their rows still
  /// exist.
  private func readNewcomers(since begun: Checkpoint) {
    var queue = newcomers(since: begun).filter { $0._$state.wasInserted }
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

  /// Restores the context and its objects to a checkpoint. Call this after the store was rolled
  /// back.
  private func restore(_ begun: Checkpoint) {
    for model in inserted { release(model) }
    for model in changed + deleted {
      model._$state.phase = .stored
      model._$state.dirty = 0
      model._$state.forgetLongLists()
    }
    for model in begun.takers + newcomers(since: begun) { release(model) }
    let takers = Set(begun.takers.map { ObjectIdentifier($0) })
    for former in begun.dropped.reversed() {
      let isNew =
        takers.contains(ObjectIdentifier(former.model))
        || former.key >= begun.nextKeys[layout.entities[former.entity].name] ?? .max
      if isNew {
        setFree(former.model)
      } else {
        register(former.model, entity: former.entity, key: former.key)
        former.model._$state.dirty = 0
        former.model._$state.formerKey = 0
        former.model._$state.representAgain(former.model)
      }
    }
    for kept in begun.objects { restore(kept) }
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

  /// Removes an object that no longer has a row from the context.
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
    setFree(model)
  }

  /// Detaches an object from the context. An object that was made from a missing row, or that was
  /// not read completely in time, becomes a deleted object.
  private func setFree(_ model: any PersistentModel) {
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

  private func restore(_ kept: Checkpoint.Kept) {
    let (model, state) = (kept.model, kept.model._$state)
    let tracked = state.registrar == nil ? [] : trackedSlots(of: model)
    for slot in tracked { state.willSet(model, slot: slot) }
    if kept.phase == .inserted {
      release(model)
      if let index = layout.index(of: type(of: model)) { state.entity = Int32(index) }
      state.context = self
    } else {
      register(model, entity: Int(state.entity), key: kept.key)
    }
    state.phase = kept.phase
    state.dirty = kept.dirty
    state.formerKey = kept.formerKey
    state.forgetLongLists()
    kept.putBack()
    for slot in tracked { state.didSet(model, slot: slot) }
  }

  private func trackedSlots(of model: any PersistentModel) -> [Int] {
    layout.entities[Int(model._$state.entity)].properties.map(\.slot)
      .filter { model._$state.wasTracked($0) }
  }
}
