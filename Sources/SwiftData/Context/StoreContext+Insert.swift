extension StoreContext {
  /// Inserts an object and all its related objects, so that the next save stores them.
  func insert<T: PersistentModel>(_ model: T) {
    noticeErasure()
    let root = model.representative
    guard !root._$state.isStandIn else { return refuseStandIn(type(of: root)) }
    for model in insert(graph: root, isRevived: root._$state.revive()) { revive(linksTo: model) }
  }

  /// Inserts an object and its related objects.
  ///
  /// - Parameter isRevived: Whether the object's deletion was saved before this insertion.
  /// - Returns: The inserted objects whose deletion had already been saved.
  @discardableResult
  func insert(
    graph root: any PersistentModel, isRevived: Bool = false
  ) -> [any PersistentModel] {
    var revived: [any PersistentModel] = isRevived ? [root] : []
    var owners = Set(revived.map { ObjectIdentifier($0) })
    var queue: [any PersistentModel] = [root]
    var added: [any PersistentModel] = []
    // First insert all reachable objects, because the code below can only link objects in the
    // context.
    while let model = queue.popLast() {
      let state = model._$state
      if state.phase == .deleted, state.context === self { reinstate(model) }
      guard state.phase == .free else {
        if state.context !== self { refuse(model) }
        continue
      }
      let entity: EntityLayout
      do {
        entity = try self.entity(of: type(of: model), in: "insert(_:)")
      } catch {
        self.defer(error)
        continue
      }
      state.context = self
      state.entity = Int32(entity.index)
      state.phase = .inserted
      inserted.append(model)
      added.append(model)
      changeLog?.note(model, existed: false)
      for property in entity.relationships {
        if property.isToMany { model.editToMany(property.slot, .removeDuplicates) }
        for target in targetsToLink(of: model, property.slot) {
          switch target._$state.phase {
          case .free: queue.append(target)
          // Objects deleted together by cascade are inserted again together.
          case .deleted where target._$state.context == nil:
            let isOwned = property.relationship?.deleteRule == .cascade
            if isOwned, owners.contains(ObjectIdentifier(model)), target._$state.revive() {
              revived.append(target)
              owners.insert(ObjectIdentifier(target))
              queue.append(target)
            } else {
              noteDeadLink(model, property.slot, target)
            }
          case .inserted, .stored, .deleted, .replaced: break
          }
        }
      }
    }
    if !added.isEmpty { queueAutosave() }
    // Then update the inverses of all relationships of the inserted objects.
    for model in added {
      for property in layout.entities[Int(model._$state.entity)].relationships {
        guard let relationship = property.relationship else { continue }
        for target in model.loadedTargets(property.slot) ?? [] {
          if let other = target._$state.context, other !== self {
            refuse(target)
            continue
          }
          guard target._$state.phase != .deleted || target._$state.context != nil else { continue }
          link(model, target, relationship, isNew: false)
        }
      }
    }
    return revived
  }

  /// Returns the related objects that must be linked to an inserted object. For an object that was
  /// replaced after an upsert, the replacement is returned instead.
  private func targetsToLink(
    of model: any PersistentModel, _ slot: Int
  ) -> [any PersistentModel] {
    let targets = model.loadedTargets(slot) ?? []
    guard targets.contains(where: { $0._$state.phase == .replaced }) else { return targets }
    model.replaceByRepresentatives(slot)
    return model.loadedTargets(slot) ?? []
  }

  /// Records that an object belongs to another context, so that every save fails until a rollback.
  func refuse(_ model: any PersistentModel) {
    let name = Schema.entityName(of: type(of: model))
    self.defer(
      SwiftDataError(
        .modelValidationFailure,
        "A \(name) belongs to another context; fetch the object in this context.", entity: name))
  }

  /// Cancels the unsaved deletion of an object.
  func reinstate(_ model: any PersistentModel) {
    guard let index = deleted.firstIndex(where: { $0 === model }) else { return }
    deleted.remove(at: index)
    model._$state.phase = .stored
    if model._$state.dirty != 0 { changed.append(model) }
    queueAutosave()
    changeLog?.note(model, existed: false)
  }

  /// Marks an object for deletion by the next save, which applies the delete rules.
  func delete(any model: any PersistentModel) {
    let wasInserted = model._$state.phase == .inserted
    var queue = [(model: model, isLeaving: false)]
    var count = 0
    while let (next, isLeaving) = queue.popLast() {
      let owned: [any PersistentModel]
      if isLeaving {
        owned = detach(next)
      } else {
        guard let phase = mark(next) else { continue }
        count += 1
        // An inserted object is detached after its owned objects are marked, since they are found
        // through its lists.
        if phase == .inserted { queue.append((next, true)) }
        owned = undoManager == nil ? [] : propagateDeletion(of: next)
      }
      queue += owned.reversed().map { ($0, false) }
    }
    if count > 1 {
      inserted.removeAll { $0._$state.phase == .deleted }
      changed.removeAll { $0._$state.phase == .deleted }
    } else if count == 1, wasInserted {
      if let index = inserted.firstIndex(where: { $0 === model }) { inserted.remove(at: index) }
    } else if count == 1, model._$state.dirty != 0 {
      if let index = changed.firstIndex(where: { $0 === model }) { changed.remove(at: index) }
    }
    releaseAutosave()
  }

  /// Marks an object in this context as deleted.
  ///
  /// - Returns: The object's life-cycle phase before the call. Nil if the object cannot be deleted.
  private func mark(_ model: any PersistentModel) -> _ModelState.Phase? {
    let state = model._$state
    guard state.context === self else {
      if state.context != nil { refuse(model) }
      return nil
    }
    let phase = state.phase
    guard phase == .inserted || phase == .stored else { return nil }
    changeLog?.note(model, existed: true)
    state.phase = .deleted
    if phase == .stored {
      deleted.append(model)
      queueAutosave()
    }
    return phase
  }

  /// Removes an unsaved object from the relationships of other objects.
  ///
  /// - Returns: The objects that the removed object owns through cascading relationships.
  private func detach(_ model: any PersistentModel) -> [any PersistentModel] {
    var owned: [any PersistentModel] = []
    for property in layout.entities[Int(model._$state.entity)].properties {
      guard let relationship = property.relationship else { continue }
      let targets = model.loadedTargets(property.slot) ?? []
      relationshipDidChange(model, slot: property.slot, removed: targets, added: [])
      if relationship.deleteRule == .cascade { owned += targets }
    }
    model._$state.context = nil
    return owned
  }

  /// Discards all unsaved changes and restores each stored object's saved values.
  func rollback() {
    for model in inserted {
      model._$state.context = nil
      model._$state.phase = .free
    }
    inserted.removeAll()
    links.removeAll()
    deadLinks.removeAll()
    let stale = changed + deleted
    changed.removeAll()
    deleted.removeAll()
    deletedKeys.removeAll()
    for model in stale {
      model._$state.phase = .stored
      model._$state.dirty = 0
      model._$state.forgetLongLists()
    }
    deferredError = nil
    readError = nil
    autosaveError = nil
    releaseAutosave()
    reload()
  }
}
