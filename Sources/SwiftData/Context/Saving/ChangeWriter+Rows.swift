/// Methods that write the rows and links of inserted, changed and deleted objects.
extension ChangeWriter {
  /// Writes the rows of inserted objects. An upsert replaces or extends the links of the existing
  /// row; relationships that the object does not set stay unchanged.
  func writeInsertedObjects(_ rows: RowWriters) throws {
    for model in context.inserted {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      if !written.upserts.isEmpty, written.upserts.contains(ObjectIdentifier(model)) {
        try rows.takeOver(model, key, entity, slots: slotsWrittenOver(model, entity))
      } else {
        try rows.insert(model, key, entity)
        if model._$state.formerKey == key { try Journal(connection).noteReturn(of: key, entity) }
      }
    }
  }

  /// Writes the changed values of stored objects, except values that an upsert overwrote.
  func writeChangedObjects(_ rows: RowWriters) throws {
    let overwritten = slotsWrittenOver()
    for model in context.changed where model._$state.phase == .stored && model._$state.dirty != 0 {
      let entity = layout.entities[Int(model._$state.entity)]
      let key = StoreContext.PendingKey(entity: entity.index, key: model._$state.key)
      let slots = model._$state.dirty & ~(overwritten[key] ?? 0)
      try rows.update(model, model._$state.key, entity, slots: slots)
    }
  }

  /// Clears the other end of each one-to-one link that an upsert replaced. Call this after the rows
  /// are written.
  func clearReplacedOneToOneLinks() throws {
    guard !written.upserts.isEmpty else { return }
    for model in context.inserted where written.upserts.contains(ObjectIdentifier(model)) {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      try clearReplacedOneToOneLinks(model, key: key, entity)
    }
  }

  /// Writes the unsaved to-one relationships of the objects that are being deleted.
  func writeLastLinksOfDeletedObjects(_ rows: RowWriters) throws {
    for model in context.deleted where model._$state.dirty != 0 {
      try writeLastLinks(of: model, rows)
    }
  }

  /// Writes the changes to many-to-many links.
  func writeLinks() throws {
    func key(_ model: any PersistentModel) -> Int64? {
      switch model._$state.phase {
      case .stored: model._$state.key
      case .inserted: written.keys[ObjectIdentifier(model)]
      // An object that this save deletes still has its row here; the delete rules are applied
      // later.
      case .deleted: model._$state.key == 0 ? nil : model._$state.key
      case .free, .replaced: nil
      }
    }
    for (index, change) in context.links.ordered {
      guard let a = key(change.a), let b = key(change.b) else { continue }
      let table = layout.links[index].table.sqlQuoted
      let statement = try connection.prepare(
        change.isAdded
          ? "INSERT OR IGNORE INTO \(table) (\"a\", \"b\") VALUES (?, ?)"
          : "DELETE FROM \(table) WHERE \"a\" = ? AND \"b\" = ?")
      statement.bind(a, 1)
      statement.bind(b, 2)
      _ = try statement.step()
    }
  }

  /// Returns the indexes of the properties that an upsert writes: all except empty to-one
  /// relationships.
  private func slotsWrittenOver(_ model: any PersistentModel, _ entity: EntityLayout) -> UInt64 {
    var slots = ~UInt64(0)
    for property in entity.columns where property.relationship != nil && property.slot < 63 {
      let (object, key) = model.toOneTarget(property.slot)
      if object == nil, key == 0 { slots &= ~_ModelState.bit(property.slot) }
    }
    return slots
  }

  /// Returns the indexes of the properties that upserts overwrite in each stored row. Other unsaved
  /// changes to these properties are discarded.
  private func slotsWrittenOver() -> [StoreContext.PendingKey: UInt64] {
    var slots: [StoreContext.PendingKey: UInt64] = [:]
    guard !written.upserts.isEmpty, !context.changed.isEmpty else { return slots }
    for model in context.inserted where written.upserts.contains(ObjectIdentifier(model)) {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      slots[StoreContext.PendingKey(entity: entity.index, key: key), default: 0] |=
        slotsWrittenOver(
          model, entity)
    }
    return slots
  }

  private func clearReplacedOneToOneLinks(
    _ model: any PersistentModel, key: Int64, _ entity: EntityLayout
  ) throws {
    for property in entity.columns {
      guard let relationship = property.relationship, let inverse = relationship.inverse else {
        continue
      }
      let target = layout.entities[relationship.destination]
      let back = target.properties[inverse]
      let (object, current) = model.toOneTarget(property.slot)
      guard back.hasColumn, back.isOptional, object != nil || current != 0 else { continue }
      try connection.execute(
        "UPDATE \(target.table.sqlQuoted) SET \(back.name.sqlQuoted) = NULL "
          + "WHERE \(back.name.sqlQuoted) = ?1 AND \"_sd_id\" IS NOT "
          + "(SELECT \(property.name.sqlQuoted) FROM \(entity.table.sqlQuoted) "
          + "WHERE \"_sd_id\" = ?1)", [.integer(key)])
    }
  }

  /// Writes the unsaved to-one relationships of an object that is being deleted. The delete rules
  /// then apply to the current relationships, not the stored ones.
  private func writeLastLinks(
    of model: any PersistentModel, _ rows: RowWriters
  ) throws {
    let entity = layout.entities[Int(model._$state.entity)]
    var slots: UInt64 = 0
    for property in entity.columns
    where property.relationship != nil && model._$state.isDirty(property.slot) {
      let (object, key) = model.toOneTarget(property.slot)
      let hasRow = key != 0 || object.map { written.keys[ObjectIdentifier($0)] != nil } ?? false
      if (hasRow || property.isOptional) && property.slot < 63 {
        slots |= _ModelState.bit(property.slot)
      }
    }
    if slots != 0 { try rows.update(model, model._$state.key, entity, slots: slots) }
  }
}
