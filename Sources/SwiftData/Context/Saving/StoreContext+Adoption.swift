/// Methods that update a context and its objects after a commit.
extension StoreContext {
  /// Returns the inserted objects, indexed by the rows (entity and key) that a save assigned to
  /// them.
  func insertedModels(_ written: WrittenChanges) -> [PendingKey: any PersistentModel] {
    var models: [PendingKey: any PersistentModel] = [:]
    for model in inserted {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      models[PendingKey(entity: Int(model._$state.entity), key: key)] = model
    }
    return models
  }

  /// Returns the identifiers to report to observers: those of the objects that a save stored,
  /// updated or deleted.
  func saved(by written: WrittenChanges) -> SavedIdentifiers {
    func identifier(_ entity: Int, _ key: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: store.identifier, entityName: layout.entities[entity].name, key: key)
    }
    var saved = SavedIdentifiers()
    var reported: Set<PendingKey> = []
    for model in inserted {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = Int(model._$state.entity)
      guard
        written.upserts.isEmpty || reported.insert(PendingKey(entity: entity, key: key)).inserted
      else { continue }
      guard written.deleted[entity]?.contains(key) != true else { continue }
      if written.upserts.contains(ObjectIdentifier(model)) {
        saved.updated.append(identifier(entity, key))
      } else {
        saved.inserted.append(identifier(entity, key))
      }
    }
    for model in changed where model._$state.phase == .stored && model._$state.dirty != 0 {
      let (entity, key) = (Int(model._$state.entity), model._$state.key)
      guard written.deleted[entity]?.contains(key) != true,
        !reported.contains(PendingKey(entity: entity, key: key))
      else { continue }
      saved.updated.append(identifier(entity, key))
    }
    for entity in layout.entities {
      let removed = written.deleted[entity.index] ?? []
      saved.deleted += removed.sorted().map { identifier(entity.index, $0) }
      for key in deletedKeys[entity.index] ?? [] where !removed.contains(key) {
        saved.deleted.append(identifier(entity.index, key))
      }
    }
    return saved
  }

  /// Updates the context and its objects to match the committed rows, and clears the unsaved
  /// changes.
  func adopt(_ written: WrittenChanges) {
    // The list is emptied below, but the upserts need its objects.
    let stored = inserted
    for model in stored {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = Int(model._$state.entity)
      // An upsert wrote into the row of a registered object, so references to that object must be
      // redirected to the inserted object.
      if let former = registered[entity][key]?.takeUnretainedValue() as? any PersistentModel {
        checkpoints.last?.noteRemoval(former, entity, key)
        replace(former, by: model)
      }
      if written.upserts.contains(ObjectIdentifier(model)) { checkpoints.last?.noteUpsert(model) }
      register(model, entity: entity, key: key)
      model._$state.dirty = 0
      model._$state.formerKey = 0
      model._$state.wasInserted = true
      model._$state.forgetLongLists()
      if let row = written.formerRows[ObjectIdentifier(model)] {
        model._$state.insertionLog?.note(row, of: model)
      }
    }
    for model in changed {
      model._$state.dirty = 0
      model._$state.forgetLongLists()
    }
    inserted.removeAll()
    changed.removeAll()
    links.removeAll()
    let removed = deleted
    deleted.removeAll()
    deletedKeys.removeAll()
    for model in removed { drop(model, Int(model._$state.entity), model._$state.key) }
    adopt(deletions: written.deleted)
    // An upsert keeps some values of the former row, so the upserted objects are reloaded.
    guard !written.upserts.isEmpty else { return }
    var taken: Set<PendingKey> = []
    for model in stored
    where written.upserts.contains(ObjectIdentifier(model)) && model._$state.phase == .stored {
      let entity = layout.entities[Int(model._$state.entity)]
      reload(model, entity)
      taken.insert(PendingKey(entity: entity.index, key: model._$state.key))
    }
    reloadObjects(leadingTo: taken)
  }

  /// Removes objects from the context if their rows were deleted.
  func adopt(deletions: [Int: Set<Int64>]) {
    guard !deletions.isEmpty else { return }
    for (entity, keys) in deletions {
      for key in keys {
        if let model = registered[entity][key]?.takeUnretainedValue() as? any PersistentModel {
          drop(model, entity, key)
        }
      }
    }
    removeDeletedFromLists(of: deletions)
  }

  /// Removes an object from the context because its row no longer exists.
  func drop(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
    checkpoints.last?.noteRemoval(model, entity, key)
    forget(entity: entity, key: key)
    model._$state.lose(key: key)
  }

  /// Removes deleted objects from the relationships of the context's other objects.
  func removeDeletedFromLists(of deletions: [Int: Set<Int64>]) {
    for entity in layout.entities {
      var slots: [Int] = []
      for property in entity.relationships {
        guard let relationship = property.relationship else { continue }
        if deletions[relationship.destination] != nil { slots.append(property.slot) }
      }
      guard !slots.isEmpty else { continue }
      for model in registeredObjects(entity.index) {
        for slot in slots { model.editToMany(slot, .removeDeleted) }
      }
    }
  }
}
