extension StoreContext {
  // MARK: Recording

  /// The change log of the undo manager's open group. Nil if changes are not being recorded.
  var changeLog: ChangeLog? {
    guard let owner, let undoManager = owner.undoManager, undoManager.isUndoRegistrationEnabled
    else { return nil }
    if let newestLog, undoManager.isCollecting(newestLog) { return newestLog }
    let log = ChangeLog()
    newestLog = log
    undoManager.register(owner, collector: log) { [unowned self] _ in undoChanges(in: log) }
    return log
  }

  /// Records a property's current value before the property is set.
  func recordChange<M: PersistentModel, Value>(
    of model: M, _ slot: Int, _ path: ReferenceWritableKeyPath<M, Value>, _ old: () -> Value?
  ) {
    guard exists(model) else { return }
    let property = layout.entities[Int(model._$state.entity)].properties[slot]
    if property.relationship != nil {
      if !property.isToMany { recordToOne(model, slot) }
    } else if let log = changeLog, !log.has(model, slot), let old = old() {
      log.note(model, slot) { model._$state.withoutObservers { model[keyPath: path] = old } }
    }
  }

  /// Records a to-one relationship's target before the relationship changes.
  func recordToOne(_ model: any PersistentModel, _ slot: Int) {
    guard exists(model), let log = changeLog, !log.has(model, slot) else { return }
    log.note(model, slot, target: target(of: model, slot))
  }

  private func target(of model: any PersistentModel, _ slot: Int) -> (any PersistentModel)? {
    let (object, key) = model.toOneTarget(slot)
    guard object == nil, key != 0, let relationship = relationship(of: model, slot) else {
      return object
    }
    return storedObject(layout.entities[relationship.destination].type, key)
  }

  /// Returns whether an object is in the store or will be stored by the next save.
  private func exists(_ model: any PersistentModel) -> Bool {
    let state = model._$state.representative
    return state.context === self && (state.phase == .inserted || state.phase == .stored)
  }

  // MARK: Undoing

  /// Restores the context to its state before an undo group's changes. The resulting changes are
  /// recorded for redo.
  ///
  /// Every undo step needs a corresponding redo step, so a redo step is recorded even if nothing
  /// was restored.
  func undoChanges(in log: ChangeLog) {
    _ = changeLog
    var returned: [any PersistentModel] = []
    for entry in log.existences where entry.existed && !exists(entry.model) {
      let model = entry.model.representative
      reinsert(model)
      if exists(model) { returned.append(model) }
    }
    // An object and its replacement may both be in the log; the first change takes precedence.
    for entry in log.values.reversed() where exists(entry.model) { entry.restore() }
    for entry in log.toOnes.reversed() where exists(entry.model) {
      let target = entry.target?.representative
      point(entry.model.representative, entry.slot, to: target.flatMap { exists($0) ? $0 : nil })
    }
    restore(log.links.filter { exists($0.a) && exists($0.b) })
    for model in returned { relink(model) }
    for entry in log.existences.reversed() where !entry.existed && exists(entry.model) {
      let model = entry.model.representative
      if let row = log.formerRows[ObjectIdentifier(entry.model)] {
        restoreFormerRow(row, to: model)
      } else {
        delete(any: model)
      }
    }
  }

  private func reinsert(_ model: any PersistentModel) {
    let state = model._$state
    if state.context === self {
      reinstate(model)
    } else if state.context == nil, state.phase != .stored,
      let index = layout.index(of: type(of: model))
    {
      state.context = self
      state.entity = Int32(index)
      state.phase = .inserted
      inserted.append(model)
      queueAutosave()
    }
    changeLog?.note(model, existed: false)
  }

  func point(
    _ model: any PersistentModel, _ slot: Int, to target: (any PersistentModel)?
  ) {
    let former = self.target(of: model, slot)
    guard former !== target else { return }
    model.setToOne(slot, to: target)
    relationshipDidChange(
      model, slot: slot, removed: former.map { [$0] } ?? [], added: target.map { [$0] } ?? [])
  }

  /// Restores many-to-many links with one edit for each affected list.
  private func restore(_ entries: [ChangeLog.Link]) {
    var linked: [ListEdits.ListKey: Set<ObjectIdentifier>] = [:]
    var edits = ListEdits()
    for entry in entries {
      let link = layout.links[entry.index]
      let (a, b) = (entry.a.representative, entry.b.representative)
      let list = ListEdits.ListKey(a, link.slotA)
      let targets = linked[list] ?? Set(readTargets(of: a, link.slotA).map { ObjectIdentifier($0) })
      linked[list] = targets
      guard targets.contains(ObjectIdentifier(b)) != entry.isLinked else { continue }
      note(entry.index, true, a, b, isAdded: entry.isLinked)
      edits.note(a, link.slotA, b, isAdded: entry.isLinked)
      if let slot = link.slotB { edits.note(b, slot, a, isAdded: entry.isLinked) }
    }
    edits.apply()
  }

  /// Adds a restored object to the inverse relationships of its to-one targets.
  private func relink(_ model: any PersistentModel) {
    for property in layout.entities[Int(model._$state.entity)].relationships
    where !property.isToMany {
      guard let relationship = property.relationship, let target = target(of: model, property.slot)
      else { continue }
      if exists(target) {
        link(model, target, relationship, isNew: false)
      } else if property.isOptional {
        model.setToOne(property.slot, to: nil)
      }
    }
  }

  // MARK: Deleting

  /// Applies a deleted object's delete rules in the context. The effects are recorded in the same
  /// undo group as the deletion. The related objects are read from the store if necessary.
  ///
  /// - Returns: The related objects that must be deleted together with the object.
  func propagateDeletion(of model: any PersistentModel) -> [any PersistentModel] {
    var led: [any PersistentModel] = []
    let entity = layout.entities[Int(model._$state.entity)]
    for property in entity.relationships {
      guard let relationship = property.relationship else { continue }
      let targets = readTargets(of: model, property.slot)
      guard relationship.deleteRule != .deny else { continue }
      var isKept = relationship.deleteRule != .cascade
      if case .link = relationship.storage {
        isKept = true
        let all = Set(targets.map { ObjectIdentifier($0) })
        model.editToMany(property.slot, .replace(removed: all, added: []))
      }
      if isKept {
        relationshipDidChange(model, slot: property.slot, removed: targets, added: [])
      }
      if relationship.deleteRule == .cascade { led += targets }
    }
    for other in layout.entities {
      for property in other.relationships {
        guard let relationship = property.relationship, relationship.inverse == nil,
          relationship.destination == entity.index
        else { continue }
        for owner in owners(other.type, other, property, relationship, of: model) {
          if property.isToMany {
            owner.editToMany(property.slot, .remove(model))
            if case .link(let index, let isFirst) = relationship.storage {
              note(index, isFirst, owner, model, isAdded: false)
            }
          } else if property.isOptional {
            owner.setToOne(property.slot, to: nil)
          }
        }
      }
    }
    return led
  }

  /// Returns a relationship's target objects, reading them from the store if necessary.
  func readTargets(
    of model: any PersistentModel, _ slot: Int
  ) -> [any PersistentModel] {
    var reading = TargetReading()
    model._$visit(slot, &reading)
    guard let read = reading.read else { return model.loadedTargets(slot) ?? [] }
    let targets = read(self, model, slot)
    var filling = TargetFilling(targets: targets)
    model._$visit(slot, &filling)
    return targets
  }

  /// Returns the objects that refer to the given object through a relationship without an inverse.
  private func owners<T: PersistentModel>(
    _ type: T.Type, _ entity: EntityLayout, _ property: PropertyLayout,
    _ relationship: RelationshipLayout, of model: any PersistentModel
  ) -> [any PersistentModel] {
    let key = model._$state.key
    do {
      switch relationship.storage {
      case .inverseColumn: return []
      case .column:
        let stored =
          key == 0
          ? [] : try select(type, entity, "WHERE t0.\(property.name.sqlQuoted) = ?", key)
        return merge(stored, owner: model, inverse: property.slot)
      case .link(let index, let isFirst):
        let (own, other) = isFirst ? ("a", "b") : ("b", "a")
        let stored =
          key == 0
          ? []
          : try select(
            type, entity,
            "JOIN \(layout.links[index].table.sqlQuoted) l ON l.\"\(own)\" = t0.\"_sd_id\" "
              + "WHERE l.\"\(other)\" = ?", key)
        return merge(stored, owner: model, link: index, isFirst: !isFirst)
      }
    } catch {
      self.defer(error)
      return []
    }
  }
}

/// A visitor that obtains the function for reading a relationship's targets from the store.
private struct TargetReading: _SlotVisitor {
  /// A function that reads the relationship's targets from the store. The value is nil if there are
  /// no targets or they have already been read.
  var read: ((StoreContext, any PersistentModel, Int) -> [any PersistentModel])?

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    readOne(T.self, slot.value == nil ? slot.key : 0)
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    readOne(T.self, slot.value == nil ? slot.key : 0)
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    if slot.value == nil { readMany(T.self) }
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    if slot.value == nil { readMany(T.self) }
  }

  private mutating func readOne<T: PersistentModel>(_ type: T.Type, _ key: Int64) {
    guard key != 0 else { return }
    read = { context, _, _ in context.object(type, key: key).map { [$0] } ?? [] }
  }

  private mutating func readMany<T: PersistentModel>(_ type: T.Type) {
    read = { $0.objects(type, of: $1, slot: $2) }
  }
}

/// A visitor that sets a relationship's target objects once they have been read from the store.
private struct TargetFilling: _SlotVisitor {
  let targets: [any PersistentModel]

  mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    if let target = targets.first as? T { slot = _Slot(target) }
  }
  mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if let target = targets.first as? T { slot = _Slot(target) }
  }
  mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    slot.value = targets.compactMap { $0 as? T }
  }
  mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    slot.value = .some(targets.compactMap { $0 as? T })
  }
}
