import Foundation

extension ModelContext {
  /// What a flush wrote and the context has still to take over.
  struct Flush {
    /// The key of each inserted object.
    var keys: [ObjectIdentifier: Int64] = [:]
    /// The inserted objects that take over a stored row, or that of one inserted before them.
    var upserts: Set<ObjectIdentifier> = []
    /// What the stored rows held that inserted objects take over, where that may be undone.
    var formerRows: [ObjectIdentifier: FormerRow] = [:]
    /// Deleted rows, by entity index: those asked for and those of the delete rules.
    var deleted: [Int: Set<Int64>] = [:]
  }

  /// Stores every change in one transaction, and tells observers of ``willSave`` and ``didSave``.
  ///
  /// - Throws: ``SwiftDataError`` naming the entity and property that cannot be stored. The store
  ///   is then unchanged, and the context keeps its changes. Errors that had no caller when they
  ///   came up are thrown first: that of a read once; an object that was refused, or a relationship
  ///   that could not be read, by every save until ``rollback()``.
  public func save() throws {
    let stores = parts.isEmpty ? [self] : parts
    for part in stores { part.noticeErasure() }
    try throwDeferred()
    for part in stores {
      try part.store.throwKept()
      try part.refuseDeadLinks()
    }
    undoManager?.endImplicitGroup()
    guard hasChanges else { return releaseAutosave() }
    announceSave()
    try throwDeferred()
    for part in stores { try part.refuseDeadLinks() }
    try write(changesOf: stores.filter(\.hasChanges))
  }

  /// Stores the changes of some contexts in transactions inside each other: an error in one undoes
  /// all.
  ///
  /// They are committed one after the other. A process that is killed between two commits, or a
  /// disk that fails there, leaves the first saved and the next not.
  private func write(changesOf stores: [ModelContext]) throws {
    var flushes: [(context: ModelContext, flush: Flush)] = []
    func write(_ rest: ArraySlice<ModelContext>) throws {
      guard let first = rest.first else { return }
      let flush = try first.write { connection in
        let flush = try first.flush(connection, checkingCounts: true)
        try write(rest.dropFirst())
        return flush
      }
      flushes.append((first, flush))
    }
    let result = Result { try write(stores[...]) }
    defer { releaseAutosave() }
    // What is committed is saved, even where the commit of another store failed.
    var saved = SavedIdentifiers()
    for (context, flush) in flushes {
      let own = context.saved(by: flush)
      context.adopt(flush)
      context.autosaveError = nil
      if context.pinned == nil { saved.add(own) } else { context.savedInTransaction?.add(own) }
    }
    if !parts.isEmpty, !flushes.isEmpty {
      changeTitle = nil
      lastHistoryEntry = stores.lazy.compactMap(\.lastHistoryEntry).first
    }
    if flushes.contains(where: { $0.context.pinned == nil }) { announceSaved(saved) }
    try result.get()
  }

  /// Writes the changes through a connection, leaving the context as it is.
  ///
  /// - Parameter checkingCounts: Whether relationships must lead to as many objects as they say;
  ///   not where the changes are only looked at, since they may be half done.
  func flush(_ connection: Connection, checkingCounts: Bool) throws -> Flush {
    var flush = Flush()
    flush.keys.reserveCapacity(inserted.count)
    let deletion = try doomed(connection)
    try freeChangingValues(connection)
    for entity in layout.entitiesTargetsFirst {
      let new = inserted.filter { Int($0._$state.entity) == entity.index }
      guard !new.isEmpty else { continue }
      let twins = try takeStoredRows(new, entity, &flush, deletion, connection)
      var fresh = new.filter {
        flush.keys[ObjectIdentifier($0)] == nil && twins[ObjectIdentifier($0)] == nil
      }
      try restoreKeys(of: &fresh, entity, &flush, connection)
      if !fresh.isEmpty {
        var key = try KeySequence.take(fresh.count, for: entity, connection)
        for model in fresh {
          flush.keys[ObjectIdentifier(model)] = key
          key += 1
        }
      }
      for (twin, first) in twins where flush.keys[twin] == nil {
        flush.keys[twin] = flush.keys[first]
        flush.upserts.insert(twin)
      }
    }
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
    for model in inserted where flush.upserts.contains(ObjectIdentifier(model)) {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      try letGoOfFormerTargets(model, key: key, entity, connection)
    }
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

  /// Gives objects whose saved deletion was undone the keys they had, unless a row has them.
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

  /// The inserted objects by the rows that a flush gave them.
  func insertedModels(_ flush: Flush) -> [PendingKey: any PersistentModel] {
    var models: [PendingKey: any PersistentModel] = [:]
    for model in inserted {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      models[PendingKey(entity: Int(model._$state.entity), key: key)] = model
    }
    return models
  }

  /// The rows to be deleted once all else is written, with their unique values out of the way.
  private func doomed(_ connection: Connection) throws -> Deletion? {
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

  /// Takes the unique values of changed rows out of the way where another row may be given one of
  /// them in the same save, as when two objects exchange theirs.
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

  /// Gives the inserted objects of an entity the stored rows that their unique values name.
  ///
  /// - Returns: Those with the unique values of one inserted before them, each with that one.
  private func takeStoredRows(
    _ models: [any PersistentModel], _ entity: EntityLayout, _ flush: inout Flush,
    _ deletion: Deletion?, _ connection: Connection
  ) throws -> [ObjectIdentifier: ObjectIdentifier] {
    guard upserts, !entity.uniqueKeys.isEmpty else { return [:] }
    var twins = UniqueTwins(entity)
    for model in models {
      let first = models.count > 1 ? twins.first(like: model, flush.keys) : ObjectIdentifier(model)
      guard let key = try existingKey(of: model, entity, flush.keys, deletion, connection) else {
        continue
      }
      for taker in [ObjectIdentifier(model), first] where flush.keys[taker] == nil {
        flush.keys[taker] = key
        flush.upserts.insert(taker)
      }
    }
    return twins.found
  }

  /// The stored row that an inserted object's unique values name, for an upsert.
  ///
  /// A target that has no row yet is none that a stored row leads to.
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
      // One that this save deletes still has its row; the delete rules follow.
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

  /// What a save concerned, for those who observe it.
  private func saved(by flush: Flush) -> SavedIdentifiers {
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

  private func adopt(_ flush: Flush) {
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

  /// Lets go of the objects of deleted rows.
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

  /// Lets go of an object that has no row any more.
  func drop(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
    checkpoints.last?.noteDropped(model, entity, key)
    forget(entity: entity, key: key)
    model._$state.lose(key: key)
  }

  /// Takes objects that are gone out of the relationships that lead to their entities.
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
