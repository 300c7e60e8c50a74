/// The previous contents of a stored row that an inserted object with the same unique value has
/// overwritten. Undoing the insertion restores these contents, since the row existed before.
struct FormerRow {
  /// An object that has the row's previous values and belongs to no context.
  let object: any PersistentModel
  /// The row keys of the objects in each to-many relationship, keyed by property index.
  let lists: [Int: Set<Int64>]
  /// The properties whose previous values are unknown, as a bit mask. The save may already have
  /// overwritten these unique values, to free them for other objects. Each bit stands for one
  /// property index.
  let unknown: UInt64
}

extension StoreContext {
  /// Reads the stored rows that inserted objects will overwrite, before the save overwrites them.
  func formerRows(
    _ written: WrittenChanges, _ connection: Connection
  ) throws -> [ObjectIdentifier: FormerRow] {
    var rows: [ObjectIdentifier: FormerRow] = [:]
    for model in inserted where written.upserts.contains(ObjectIdentifier(model)) {
      guard let key = written.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      rows[ObjectIdentifier(model)] = try formerRow(entity.type, key, entity, connection)
    }
    return rows
  }

  /// Reads the current contents of a row that the save will overwrite. Returns nil if the row does
  /// not exist yet because its object is inserted in the same save.
  private func formerRow<T: PersistentModel>(
    _ type: T.Type, _ key: Int64, _ entity: EntityLayout, _ connection: Connection
  ) throws -> FormerRow? {
    let statement = try connection.prepare(
      "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 "
        + "WHERE t0.\"_sd_id\" = ?")
    statement.bind(key, 1)
    guard try statement.step() else { return nil }
    let row = _RowReader(statement, entity: entity)
    try row.checkConstants()
    let object = T(_$row: row)
    statement.reset()
    var lists: [Int: Set<Int64>] = [:]
    for property in entity.relationships where property.isToMany {
      guard let relationship = property.relationship else { continue }
      lists[property.slot] = try storedKeys(of: key, relationship, connection)
    }
    let registered = registeredObject(type, key: key)
    var unknown: UInt64 = 0
    for property in entity.uniqueKeys.flatMap({ $0 }) {
      if registered?._$state.isDirty(property.slot) == true {
        unknown |= _ModelState.bit(property.slot)
      }
    }
    return FormerRow(object: object, lists: lists, unknown: unknown)
  }

  /// Restores the values and links that a stored row had before an inserted object overwrote it.
  func restoreFormerRow(_ row: FormerRow, to model: any PersistentModel) {
    for property in layout.entities[Int(model._$state.entity)].properties {
      let slot = property.slot
      guard row.unknown & _ModelState.bit(slot) == 0 else { continue }
      guard let relationship = property.relationship else {
        copy(slot, from: row.object, to: model)
        continue
      }
      let target = layout.entities[relationship.destination]
      guard property.isToMany else {
        point(model, slot, to: storedObject(target.type, row.object.toOneTarget(slot).key))
        continue
      }
      let former = (row.lists[slot] ?? []).sorted().compactMap { storedObject(target.type, $0) }
      let current = readTargets(of: model, slot)
      let removed = current.filter { object in !former.contains { $0 === object } }
      let added = former.filter { object in !current.contains { $0 === object } }
      for target in removed { model.editToMany(slot, .remove(target)) }
      for target in added { model.editToMany(slot, .addOnce(target)) }
      relationshipDidChange(model, slot: slot, removed: removed, added: added)
    }
  }

  private func copy<T: PersistentModel>(_ slot: Int, from source: any PersistentModel, to model: T)
  {
    _ModelState.copy(slot, from: source, to: model)
  }
}
