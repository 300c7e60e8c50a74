extension StoreContext {
  /// Refreshes all objects without unsaved changes, including their relationships. Call this after
  /// ``ModelContainer/undo()`` or ``ModelContainer/redo()``, and after another context or process
  /// saves changes.
  func refreshAllObjects() throws {
    var gone: [Int: Set<Int64>] = [:]
    defer { removeDeletedFromLists(of: gone) }
    for entity in layout.entities {
      let keys = try reread(unchangedObjects(entity.index), entity)
      if !keys.isEmpty { gone[entity.index] = keys }
    }
  }

  /// Reloads the stored values of every unchanged object in the context.
  func reload() {
    for entity in layout.entities { reload(unchangedObjects(entity.index), entity) }
  }

  private func unchangedObjects(_ entity: Int) -> [any PersistentModel] {
    registeredObjects(entity).filter { $0._$state.dirty == 0 && $0._$state.phase == .stored }
  }

  /// Reloads an object's stored values, or removes the object from the context if its row is
  /// missing. If the row cannot be read, the next save throws the error.
  func reload(_ model: any PersistentModel, _ entity: EntityLayout) { reload([model], entity) }

  /// Uses one prepared statement to reload the stored values of an entity's objects.
  func reload(_ models: [any PersistentModel], _ entity: EntityLayout) {
    do {
      try reread(models, entity)
    } catch {
      deferRead(error)
    }
  }

  /// Reloads the given objects. Objects whose rows no longer exist are removed from the context.
  ///
  /// - Returns: The keys of the missing rows.
  @discardableResult
  private func reread(
    _ models: [any PersistentModel], _ entity: EntityLayout
  ) throws -> Set<Int64> {
    guard !models.isEmpty else { return [] }
    var gone: [Int64: any PersistentModel] = [:]
    defer { for (key, model) in gone { drop(model, entity.index, key) } }
    try read { connection in
      let statement = try connection.prepare(
        "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 "
          + "WHERE t0.\"_sd_id\" = ?")
      let row = _RowReader(statement, entity: entity)
      for model in models {
        statement.bind(model._$state.key, 1)
        if try statement.step() {
          refresh(model, row)
          statement.reset()
        } else {
          gone[model._$state.key] = model
        }
      }
      if let failure = row.failure { throw failure }
    }
    return Set(gone.keys)
  }

  /// Reloads the registered objects that may be outdated after a direct write to the store, such as
  /// a bulk update. These are the entity's objects, and the objects whose to-many lists depend on a
  /// written column. Unsaved changes are preserved.
  ///
  /// - Complexity: O(*n*), where *n* is the number of registered objects in the affected entities.
  func refreshObjects(of entity: EntityLayout, after written: [PropertyLayout]) {
    let targets = written.compactMap { $0.relationship?.destination }
    for index in Set(targets + [entity.index]) {
      reload(unchangedObjects(index), layout.entities[index])
    }
  }

  /// Sets an object's properties to the values stored in its row, and notifies observers of the
  /// changed values. A value that cannot be read stays unchanged.
  ///
  /// - Complexity: One query for each observed to-many relationship, and none for other properties.
  func refresh<T: PersistentModel>(_ model: T, _ row: _RowReader) {
    let state = model._$state
    _ = row.clearFailure()
    guard state.registrar != nil else {
      model._$load(row)
      return
    }
    let slots = changedSlots(of: model, row)
    _ = row.clearFailure()
    for slot in slots { state.willSet(model, slot: slot) }
    model._$load(row)
    for slot in slots { state.didSet(model, slot: slot) }
  }

  /// Returns the indexes of the observed properties whose stored values differ from the object's
  /// values.
  private func changedSlots<T: PersistentModel>(of model: T, _ row: _RowReader) -> [Int] {
    let entity = row.entity
    guard entity.readsConstants?(row) ?? true else { return [] }
    let stored = T(_$row: row)
    let before = _RowEncoder.values(of: model, entity)
    let after = _RowEncoder.values(of: stored, entity)
    return entity.properties.filter { property in
      guard model._$state.wasTracked(property.slot) else { return false }
      guard property.relationship != nil else {
        return before[property.slot] != after[property.slot]
      }
      if property.isToMany { return listChanged(model, property) }
      let (object, key) = model.toOneTarget(property.slot)
      return key != stored.toOneTarget(property.slot).key || (object != nil && key == 0)
    }.map(\.slot)
  }

  /// Returns whether a loaded list differs from the stored list with the unsaved changes applied.
  private func listChanged(_ model: any PersistentModel, _ property: PropertyLayout) -> Bool {
    guard let relationship = property.relationship,
      let list = model.loadedTargets(property.slot)
    else { return false }
    let target = layout.entities[relationship.destination]
    var keys: Set<Int64> = []
    for other in list {
      let state = other._$state
      if state.key != 0 { keys.insert(state.key) } else if state.phase != .inserted { return true }
    }
    guard let stored = storedKeys(of: model, relationship) else { return false }
    return keys.symmetricDifference(stored).contains { key in
      guard let other = registered[target.index][key]?.takeUnretainedValue() as? any PersistentModel
      else { return true }
      return !isUnsaved(model, other, relationship)
    }
  }

  private func storedKeys(
    of model: any PersistentModel, _ relationship: RelationshipLayout
  ) -> Set<Int64>? {
    do {
      return try read { try storedKeys(of: model._$state.key, relationship, $0) }
    } catch {
      deferRead(error)
      return nil
    }
  }

  /// Returns the row keys of a to-many relationship's targets, or nil for a to-one relationship.
  func storedKeys(
    of key: Int64, _ relationship: RelationshipLayout, _ connection: Connection
  ) throws -> Set<Int64>? {
    let target = layout.entities[relationship.destination]
    let query: String
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let inverse):
      query =
        "SELECT \"_sd_id\" FROM \(target.table.sqlQuoted) "
        + "WHERE \(target.properties[inverse].name.sqlQuoted) = ?"
    case .link(let index, let isFirst):
      let (own, other) = isFirst ? ("a", "b") : ("b", "a")
      query =
        "SELECT \"\(other)\" FROM \(layout.links[index].table.sqlQuoted) WHERE \"\(own)\" = ?"
    }
    return Set(
      try connection.rows(query, [.integer(key)]).compactMap {
        if case .integer(let key) = $0[0] { key } else { nil }
      })
  }

  /// Returns whether an unsaved change added an object to a list or removed it from the list.
  private func isUnsaved(
    _ model: any PersistentModel, _ other: any PersistentModel,
    _ relationship: RelationshipLayout
  ) -> Bool {
    switch relationship.storage {
    case .column: false
    case .inverseColumn(let inverse): other._$state.isDirty(inverse)
    case .link(let index, let isFirst):
      links.changes(of: model, link: index, asFirst: isFirst).contains {
        (isFirst ? $0.b : $0.a) === other
      }
    }
  }
}
