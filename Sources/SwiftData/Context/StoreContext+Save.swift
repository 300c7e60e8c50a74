import Foundation

extension StoreContext {
  /// The result of a flush that the context still has to adopt.
  struct Flush {
    /// The row key of each inserted object.
    var keys: [ObjectIdentifier: Int64] = [:]
    /// The inserted objects that take over a stored row or the row of an earlier inserted object.
    var upserts: Set<ObjectIdentifier> = []
    /// The former contents of stored rows that inserted objects take over, recorded only for undo.
    var formerRows: [ObjectIdentifier: FormerRow] = [:]
    /// The keys of deleted rows by entity index, including rows deleted by the delete rules.
    var deleted: [Int: Set<Int64>] = [:]
  }

  /// Saves the changes in this store only, as at the end of its transaction.
  func save() throws { try SaveTransaction([self]).run() }

  /// Writes the context's changes through a connection without changing the context.
  ///
  /// - Parameter checkingCounts: Whether to check the minimum and maximum counts of relationships.
  ///   Temporary writes for a query skip the check, since the changes may be incomplete.
  func flush(_ connection: Connection, checkingCounts: Bool) throws -> Flush {
    var flush = Flush()
    flush.keys.reserveCapacity(inserted.count)
    // Free the unique values of deleted and changed rows first, so that other rows can take them.
    let deletion = try prepareDeletion(connection)
    try freeChangingValues(connection)
    // Assign row keys to related objects first, since unique keys may contain relationships.
    for entity in layout.entitiesTargetsFirst {
      let new = inserted.filter { Int($0._$state.entity) == entity.index }
      guard !new.isEmpty else { continue }
      let duplicates = try assignStoredRows(new, entity, &flush, deletion, connection)
      var fresh = new.filter {
        flush.keys[ObjectIdentifier($0)] == nil && duplicates[ObjectIdentifier($0)] == nil
      }
      try restoreKeys(of: &fresh, entity, &flush, connection)
      if !fresh.isEmpty {
        var key = try KeySequence.allocateKeys(fresh.count, for: entity, connection)
        for model in fresh {
          flush.keys[ObjectIdentifier(model)] = key
          key += 1
        }
      }
      for (duplicate, first) in duplicates where flush.keys[duplicate] == nil {
        flush.keys[duplicate] = flush.keys[first]
        flush.upserts.insert(duplicate)
      }
    }
    // Read the former rows and owners before the writes below replace them.
    if checkingCounts, reference.isRecording {
      flush.formerRows = try formerRows(flush, connection)
    }
    let writers = RowWriters(connection, keys: flush.keys)
    var counts = checkingCounts ? RelationshipCounts(layout, connection) : nil
    try counts?.note(of: self, flush)
    let overwritten = slotsWrittenOver(by: flush)
    for model in inserted {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      if !flush.upserts.isEmpty, flush.upserts.contains(ObjectIdentifier(model)) {
        try writers.takeOver(model, key, entity, slots: slotsWrittenOver(model, entity))
      } else {
        try writers.insert(model, key, entity)
        if model._$state.formerKey == key { try Journal(connection).noteReturn(of: key, entity) }
      }
    }
    for model in changed where model._$state.phase == .stored && model._$state.dirty != 0 {
      let entity = layout.entities[Int(model._$state.entity)]
      let taken = overwritten[PendingKey(entity: entity.index, key: model._$state.key)] ?? 0
      try writers.update(model, model._$state.key, entity, slots: model._$state.dirty & ~taken)
    }
    // Clear replaced one-to-one links now: the new targets are known only after all rows are written.
    for model in inserted where flush.upserts.contains(ObjectIdentifier(model)) {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      try clearReplacedOneToOneLinks(model, key: key, entity, connection)
    }
    // Delete last, so that the delete rules follow the relationships as they are now.
    for model in deleted where model._$state.dirty != 0 {
      try writeLastLinks(of: model, flush.keys, writers)
    }
    try writeLinks(flush.keys, connection)
    if let deletion {
      let pending = insertedModels(flush)
      flush.deleted = try deletion.run(
        before: { try counts?.note(deletions: $0) },
        isRegistered: {
          registered[$0][$1] != nil || pending[PendingKey(entity: $0, key: $1)] != nil
        })
    }
    try counts?.check()
    return flush
  }

  /// Gives objects whose saved deletion was undone their former keys, unless another row uses the
  /// key.
  private func restoreKeys(
    of fresh: inout [any PersistentModel], _ entity: EntityLayout, _ flush: inout Flush,
    _ connection: Connection
  ) throws {
    guard undoManager != nil else { return }
    var others: [any PersistentModel] = []
    for model in fresh {
      let key = model._$state.formerKey
      let isTaken =
        try key == 0
        || connection.integer(
          "SELECT 1 FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" = ?", [.integer(key)]) != nil
      if isTaken { others.append(model) } else { flush.keys[ObjectIdentifier(model)] = key }
    }
    fresh = others
  }

  /// Returns the inserted objects, keyed by the rows that a flush assigned to them.
  func insertedModels(_ flush: Flush) -> [PendingKey: any PersistentModel] {
    var models: [PendingKey: any PersistentModel] = [:]
    for model in inserted {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      models[PendingKey(entity: Int(model._$state.entity), key: key)] = model
    }
    return models
  }

  /// Returns the deletion of all rows marked for deletion, to run after all other writes. Unique
  /// values of these rows that written rows may need are freed immediately.
  private func prepareDeletion(_ connection: Connection) throws -> Deletion? {
    guard !deleted.isEmpty || !deletedKeys.isEmpty else { return nil }
    let deletion = try Deletion(layout, connection)
    for (index, keys) in deletedKeys {
      try deletion.add(
        layout.entities[index], query: "SELECT value FROM json_each(?)",
        arguments: [.text(KeyList.json(keys))])
    }
    for model in deleted {
      try deletion.add(layout.entities[Int(model._$state.entity)], key: model._$state.key)
    }
    let written = Set((inserted + changed).map { Int($0._$state.entity) })
    for entity in layout.entities where written.contains(entity.index) {
      try deletion.freeUniqueValues(of: entity)
    }
    return deletion
  }

  /// Frees the unique values of changed rows if another row may get one of them in the same save,
  /// for example when two objects exchange their values.
  private func freeChangingValues(_ connection: Connection) throws {
    for entity in layout.entities where !entity.uniqueKeys.isEmpty {
      let models = changed.filter {
        Int($0._$state.entity) == entity.index && $0._$state.phase == .stored
      }
      guard
        models.count > 1 || inserted.contains(where: { Int($0._$state.entity) == entity.index })
      else { continue }
      var keys: [Int: Set<Int64>] = [:]
      for unique in entity.uniqueKeys {
        for model in models {
          if let column = unique.first(where: { model._$state.isDirty($0.slot) }) {
            keys[column.slot, default: []].insert(model._$state.key)
          }
        }
      }
      for (slot, keys) in keys {
        let column = entity.properties[slot].name.sqlQuoted
        try connection.execute(
          "UPDATE \(entity.table.sqlQuoted) SET \(column) = "
            + "CAST('_sd_changing_' || \"_sd_id\" AS BLOB) WHERE \(column) IS NOT NULL "
            + "AND \"_sd_id\" IN (SELECT value FROM json_each(?))",
          [.text(KeyList.json(keys))])
      }
    }
  }

  // MARK: Rows

  /// Assigns the stored rows with the same unique values to inserted objects of an entity.
  ///
  /// - Returns: The inserted objects whose unique values equal those of an earlier inserted object,
  ///   each with that object.
  private func assignStoredRows(
    _ models: [any PersistentModel], _ entity: EntityLayout, _ flush: inout Flush,
    _ deletion: Deletion?, _ connection: Connection
  ) throws -> [ObjectIdentifier: ObjectIdentifier] {
    guard upserts, !entity.uniqueKeys.isEmpty else { return [:] }
    var duplicates = UniqueDuplicates(entity)
    for model in models {
      let first =
        models.count > 1 ? duplicates.first(like: model, flush.keys) : ObjectIdentifier(model)
      guard let key = try existingKey(of: model, entity, flush.keys, deletion, connection) else {
        continue
      }
      for object in [ObjectIdentifier(model), first] where flush.keys[object] == nil {
        flush.keys[object] = key
        flush.upserts.insert(object)
      }
    }
    return duplicates.found
  }

  /// Returns the key of the stored row with the unique values of an inserted object, for an upsert.
  ///
  /// A related object without a row cannot match, since no stored row refers to it.
  private func existingKey(
    of model: any PersistentModel, _ entity: EntityLayout, _ keys: [ObjectIdentifier: Int64],
    _ deletion: Deletion?, _ connection: Connection
  ) throws -> Int64? {
    for unique in entity.uniqueKeys {
      let condition = unique.map { "\($0.name.sqlQuoted) = ?" }.joined(separator: " AND ")
      let statement = try connection.prepare(
        "SELECT \"_sd_id\" FROM \(entity.table.sqlQuoted) WHERE \(condition)")
      var parameters = [Int32](repeating: 0, count: entity.properties.count)
      for (offset, property) in unique.enumerated() {
        parameters[property.slot] = Int32(offset + 1)
      }
      let encoder = _RowEncoder(
        statement, entity: entity, parameters: parameters, keys: keys, acceptsMissing: true)
      model._$encode(encoder)
      if let failure = encoder.failure { throw failure }
      if try statement.step() {
        let key = statement.int64(0)
        statement.reset()
        if try deletion?.contains(entity, key: key) != true { return key }
      }
    }
    return nil
  }

  private func writeLinks(
    _ keys: [ObjectIdentifier: Int64], _ connection: Connection
  ) throws {
    func key(_ model: any PersistentModel) -> Int64? {
      switch model._$state.phase {
      case .stored: model._$state.key
      case .inserted: keys[ObjectIdentifier(model)]
      // An object that this save deletes still has its row here; the delete rules are applied
      // later.
      case .deleted: model._$state.key == 0 ? nil : model._$state.key
      case .free, .replaced: nil
      }
    }
    for (index, change) in links.ordered {
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

  // MARK: After the save

  /// Returns the identifiers of the objects that a save stored, updated or deleted, for observers.
  func saved(by flush: Flush) -> SavedIdentifiers {
    func identifier(_ entity: Int, _ key: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: store.identifier, entityName: layout.entities[entity].name, key: key)
    }
    var saved = SavedIdentifiers()
    var told: Set<PendingKey> = []
    for model in inserted {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = Int(model._$state.entity)
      guard flush.upserts.isEmpty || told.insert(PendingKey(entity: entity, key: key)).inserted
      else { continue }
      guard flush.deleted[entity]?.contains(key) != true else { continue }
      if flush.upserts.contains(ObjectIdentifier(model)) {
        saved.updated.append(identifier(entity, key))
      } else {
        saved.inserted.append(identifier(entity, key))
      }
    }
    for model in changed where model._$state.phase == .stored && model._$state.dirty != 0 {
      let (entity, key) = (Int(model._$state.entity), model._$state.key)
      guard flush.deleted[entity]?.contains(key) != true,
        !told.contains(PendingKey(entity: entity, key: key))
      else { continue }
      saved.updated.append(identifier(entity, key))
    }
    for entity in layout.entities {
      let gone = flush.deleted[entity.index] ?? []
      saved.deleted += gone.sorted().map { identifier(entity.index, $0) }
      for key in deletedKeys[entity.index] ?? [] where !gone.contains(key) {
        saved.deleted.append(identifier(entity.index, key))
      }
    }
    return saved
  }

  func adopt(_ flush: Flush) {
    let stored = inserted
    for model in stored {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = Int(model._$state.entity)
      if let former = registered[entity][key]?.takeUnretainedValue() as? any PersistentModel {
        checkpoints.last?.noteDropped(former, entity, key)
        replace(former, by: model)
      }
      if flush.upserts.contains(ObjectIdentifier(model)) { checkpoints.last?.noteTaker(model) }
      register(model, entity: entity, key: key)
      model._$state.dirty = 0
      model._$state.formerKey = 0
      model._$state.wasInserted = true
      model._$state.forgetLongLists()
      if let row = flush.formerRows[ObjectIdentifier(model)] {
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
    let gone = deleted
    deleted.removeAll()
    deletedKeys.removeAll()
    for model in gone { drop(model, Int(model._$state.entity), model._$state.key) }
    adopt(deletions: flush.deleted)
    guard !flush.upserts.isEmpty else { return }
    var taken: Set<PendingKey> = []
    for model in stored
    where flush.upserts.contains(ObjectIdentifier(model)) && model._$state.phase == .stored {
      let entity = layout.entities[Int(model._$state.entity)]
      reload(model, entity)
      taken.insert(PendingKey(entity: entity.index, key: model._$state.key))
    }
    reloadObjects(leadingTo: taken)
  }

  /// Drops the objects of deleted rows.
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

  /// Drops an object that no longer has a row.
  func drop(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
    checkpoints.last?.noteDropped(model, entity, key)
    forget(entity: entity, key: key)
    model._$state.lose(key: key)
  }

  /// Removes deleted objects from the registered objects' relationships to their entities.
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
