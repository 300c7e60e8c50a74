import Foundation

extension StoreContext {
  // MARK: Faulting

  /// Returns the object with the given row key. Returns nil if the row does not exist.
  func object<T: PersistentModel>(_ type: T.Type, key: Int64) -> T? {
    if let object = registeredObject(type, key: key) { return object }
    let identifier = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: Schema.entityName(of: type), key: key)
    do {
      return try model(type, for: identifier)
    } catch {
      self.defer(error)
      return nil
    }
  }

  /// Records that a mandatory relationship refers to a missing row, so that every save fails until
  /// a rollback.
  func deferMissing(_ model: any PersistentModel.Type, _ property: String, _ key: Int64) {
    let name = Schema.entityName(of: model)
    self.defer(
      SwiftDataError(
        .modelValidationFailure,
        """
        \(name).\(property) refers to row \(key), which was deleted elsewhere; roll back, then set \
        the relationship to another object or delete the \(name).
        """,
        entity: name, property: property))
  }

  /// Returns the objects in a to-many relationship in key order, including unsaved changes.
  ///
  /// If the list cannot be read, the error is stored, and every save throws the stored error until
  /// the context is rolled back. An unread list therefore never replaces the stored list.
  func objects<T: PersistentModel>(
    _ type: T.Type, of owner: any PersistentModel, slot: Int
  ) -> [T] {
    let state = owner._$state
    guard state.key != 0, state.entity >= 0 else { return [] }
    let property = layout.entities[Int(state.entity)].properties[slot]
    guard let relationship = property.relationship else { return [] }
    let target = layout.entities[relationship.destination]
    do {
      switch relationship.storage {
      case .column: return []
      case .inverseColumn(let inverse):
        let column = target.properties[inverse].name.sqlQuoted
        let stored = try select(type, target, "WHERE t0.\(column) = ?", state.key)
        return merge(stored, owner: owner, inverse: inverse)
      case .link(let index, let isFirst):
        let table = layout.links[index].table.sqlQuoted
        let (own, other) = isFirst ? ("a", "b") : ("b", "a")
        let stored = try select(
          type, target,
          "JOIN \(table) l ON l.\"\(other)\" = t0.\"_sd_id\" WHERE l.\"\(own)\" = ?", state.key)
        return merge(stored, owner: owner, link: index, isFirst: isFirst)
      }
    } catch {
      self.defer(error)
      return []
    }
  }

  func select<T: PersistentModel>(
    _ type: T.Type, _ entity: EntityLayout, _ clause: String, _ key: Int64
  ) throws -> [T] {
    try read { connection in
      try objects(
        type, entity,
        "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 \(clause) "
          + "ORDER BY t0.\"_sd_id\"", [.integer(key)], connection)
    }
  }

  func merge<T: PersistentModel>(
    _ stored: [T], owner: any PersistentModel, inverse: Int
  ) -> [T] {
    guard changesLists else { return stored }
    let moved = moved(T.self, inverse: inverse)
    return merge(stored, owner: owner, inverse: inverse, moved[ObjectIdentifier(owner)] ?? [])
  }

  /// Whether to-many lists may differ from the stored lists because of unsaved changes.
  var changesLists: Bool { !inserted.isEmpty || !changed.isEmpty || hidesDeleted }

  /// Whether to-many lists omit objects that are marked for deletion. Marked objects are omitted
  /// only while an undo manager records changes, since deletions then take effect immediately.
  private var hidesDeleted: Bool { reference.isRecording && !deleted.isEmpty }

  /// Returns the objects with an unsaved change to a to-one relationship, grouped by the
  /// relationship's current target.
  func moved<T: PersistentModel>(_ type: T.Type, inverse: Int) -> [ObjectIdentifier: [T]] {
    var moved: [ObjectIdentifier: [T]] = [:]
    for case let model as T in changed + inserted
    where model._$state.isDirty(inverse) || model._$state.phase == .inserted {
      // Objects deleted together stay in these arrays until the whole deletion is done.
      if model._$state.phase != .deleted, let owner = model.toOneTarget(inverse).object {
        moved[ObjectIdentifier(owner), default: []].append(model)
      }
    }
    return moved
  }

  /// Returns a stored list with the unsaved changes applied.
  func merge<T: PersistentModel>(
    _ stored: [T], owner: any PersistentModel, inverse: Int, _ moved: [T]
  ) -> [T] {
    let hidesDeleted = hidesDeleted
    var list = stored.filter {
      if hidesDeleted, $0._$state.phase == .deleted { return false }
      guard $0._$state.isDirty(inverse) else { return true }
      return leads($0, inverse, to: owner)
    }
    var present = Set(list.map(ObjectIdentifier.init))
    list += moved.filter { present.insert(ObjectIdentifier($0)).inserted }
    return list
  }

  func merge<T: PersistentModel>(
    _ stored: [T], owner: any PersistentModel, link: Int, isFirst: Bool
  ) -> [T] {
    guard !links.isEmpty else { return stored }
    let changes = links.changes(of: owner, link: link, asFirst: isFirst)
    guard !changes.isEmpty else { return stored }
    var list = stored
    for change in changes {
      guard let other = (isFirst ? change.b : change.a) as? T else { continue }
      let index = list.firstIndex { $0 === other }
      if change.isAdded, index == nil { list.append(other) }
      if !change.isAdded, let index { list.remove(at: index) }
    }
    return list
  }

  // MARK: Keeping inverses in step

  func removeDuplicates(of model: any PersistentModel, slot: Int) {
    model.editToMany(slot, .removeDuplicates)
  }

  /// Updates the inverse relationships after objects were added to or removed from a relationship.
  func relationshipDidChange(
    _ model: any PersistentModel, slot: Int, removed: [any PersistentModel],
    added: [any PersistentModel]
  ) {
    guard let relationship = relationship(of: model, slot) else { return }
    for target in removed { unlink(model, target, relationship) }
    for added in added {
      let target = added.representative
      let isReplaced = target !== added
      if isReplaced { model.replaceByRepresentatives(slot) }
      let isFree = target._$state.phase == .free
      if isFree { insert(graph: target) }
      guard target._$state.context === self else {
        if target._$state.context != nil {
          refuse(target)
        } else if target._$state.phase == .deleted {
          noteDeadLink(model, slot, target)
        }
        continue
      }
      link(model, target, relationship, isNew: !isFree && !isReplaced)
    }
  }

  func relationship(of model: any PersistentModel, _ slot: Int) -> RelationshipLayout? {
    let entity = Int(model._$state.entity)
    guard entity >= 0 else { return nil }
    return layout.entities[entity].properties[slot].relationship
  }

  private func unlink(
    _ model: any PersistentModel, _ target: any PersistentModel,
    _ relationship: RelationshipLayout
  ) {
    switch relationship.storage {
    case .column:
      guard let inverse = relationship.inverse else { return }
      if isToMany(inverse, of: relationship.destination) {
        target.editToMany(inverse, .remove(model))
      } else if leads(target, inverse, to: model) {
        target.setToOne(inverse, to: nil)
      }
    case .inverseColumn(let inverse):
      if leads(target, inverse, to: model) { target.setToOne(inverse, to: nil) }
    case .link(let index, let isFirst):
      note(index, isFirst, model, target, isAdded: false)
      if let inverse = relationship.inverse { target.editToMany(inverse, .remove(model)) }
    }
  }

  /// Links two objects and updates the inverse relationship.
  ///
  /// - Parameter isNew: Whether the inverse list is known not to contain the object.
  func link(
    _ model: any PersistentModel, _ target: any PersistentModel,
    _ relationship: RelationshipLayout, isNew: Bool
  ) {
    let edit: EditToMany.Change = isNew ? .add(model) : .addOnce(model)
    switch relationship.storage {
    case .column:
      guard let inverse = relationship.inverse else { return }
      if isToMany(inverse, of: relationship.destination) {
        target.editToMany(inverse, edit)
      } else if !leads(target, inverse, to: model) {
        clearFormerInverse(of: target, inverse)
        target.setToOne(inverse, to: model)
      }
    case .inverseColumn(let inverse):
      let former = target.toOneTarget(inverse)
      if former.object === model { return }
      let owner = former.object ?? registeredOwner(former.key, model)
      if let owner, owner !== model { remove(target, from: owner, inverse: inverse) }
      target.setToOne(inverse, to: model)
    case .link(let index, let isFirst):
      note(index, isFirst, model, target, isAdded: true)
      if let inverse = relationship.inverse { target.editToMany(inverse, edit) }
    }
  }

  /// Clears the other end of a one-to-one relationship that is about to change.
  private func clearFormerInverse(of target: any PersistentModel, _ slot: Int) {
    guard let relationship = relationship(of: target, slot), let back = relationship.inverse
    else { return }
    let (object, key) = target.toOneTarget(slot)
    let former = object ?? storedObject(layout.entities[relationship.destination].type, key)
    if let former, leads(former, back, to: target) { former.setToOne(back, to: nil) }
  }

  func storedObject<T: PersistentModel>(
    _ type: T.Type, _ key: Int64
  ) -> (any PersistentModel)? {
    key == 0 ? nil : object(type, key: key)
  }

  /// Returns the current target of a to-one relationship that has not been read and is about to
  /// change. The target is read from the store if its inverse is to-one and must be updated.
  /// Otherwise, the target is returned only if it is registered in the context.
  func formerTarget<T: PersistentModel>(
    _ type: T.Type, of model: any PersistentModel, slot: Int, key: Int64
  ) -> T? {
    guard key != 0, let relationship = relationship(of: model, slot) else { return nil }
    guard let inverse = relationship.inverse, !isToMany(inverse, of: relationship.destination)
    else { return registeredObject(type, key: key) }
    return object(type, key: key)
  }

  func note(
    _ link: Int, _ isFirst: Bool, _ model: any PersistentModel, _ target: any PersistentModel,
    isAdded: Bool
  ) {
    let (a, b) = isFirst ? (model, target) : (target, model)
    if reference.isRecording { changeLog?.note(link: link, a, b, wasLinked: !isAdded) }
    links.note(link: link, a: a, b: b, isAdded: isAdded)
    queueAutosave()
  }

  private func isToMany(_ slot: Int, of entity: Int) -> Bool {
    layout.entities[entity].properties[slot].isToMany
  }

  private func leads(
    _ target: any PersistentModel, _ slot: Int, to model: any PersistentModel
  ) -> Bool {
    let current = target.toOneTarget(slot)
    return current.object === model
      || (current.object == nil && current.key != 0 && current.key == model._$state.key)
  }

  /// Returns the registered object that has the given row key and the same entity as the given
  /// object. Returns nil if no such object is registered.
  private func registeredOwner(
    _ key: Int64, _ model: any PersistentModel
  ) -> (any PersistentModel)? {
    guard key != 0, model._$state.entity >= 0 else { return nil }
    return registered[Int(model._$state.entity)][key]?.takeUnretainedValue()
      as? any PersistentModel
  }

  private func remove(
    _ target: any PersistentModel, from owner: any PersistentModel, inverse: Int
  ) {
    guard let back = relationship(of: target, inverse)?.inverse else { return }
    owner.editToMany(back, .remove(target))
  }
}
