/// Methods that assign row keys to inserted objects.
extension ChangeWriter {
  /// Assigns a row key to every inserted object. The assigned key is the key of the row that the
  /// object overwrites (in an upsert), the object's former key, or a new key.
  mutating func assignKeys(_ deletion: Deletion?) throws {
    written.keys.reserveCapacity(context.inserted.count)
    // Assign row keys to related objects first, since unique keys may contain relationships.
    for entity in layout.entitiesTargetsFirst {
      let new = context.inserted.filter { Int($0._$state.entity) == entity.index }
      guard !new.isEmpty else { continue }
      let duplicates = try assignStoredRows(new, entity, deletion)
      var fresh = new.filter {
        written.keys[ObjectIdentifier($0)] == nil && duplicates[ObjectIdentifier($0)] == nil
      }
      try restoreKeys(of: &fresh, entity)
      if !fresh.isEmpty {
        var key = try KeySequence.allocateKeys(fresh.count, for: entity, connection)
        for model in fresh {
          written.keys[ObjectIdentifier(model)] = key
          key += 1
        }
      }
      for (duplicate, first) in duplicates where written.keys[duplicate] == nil {
        written.keys[duplicate] = written.keys[first]
        written.upserts.insert(duplicate)
      }
    }
  }

  /// Restores the former row keys of objects whose saved deletion was undone. A key that another
  /// row already uses is not restored.
  private mutating func restoreKeys(
    of fresh: inout [any PersistentModel], _ entity: EntityLayout
  ) throws {
    guard context.undoManager != nil else { return }
    var others: [any PersistentModel] = []
    for model in fresh {
      let key = model._$state.formerKey
      let isTaken =
        try key == 0
        || connection.integer(
          "SELECT 1 FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" = ?", [.integer(key)]) != nil
      if isTaken { others.append(model) } else { written.keys[ObjectIdentifier(model)] = key }
    }
    fresh = others
  }

  /// Matches an entity's inserted objects with stored rows that have the same unique values.
  ///
  /// - Returns: For each duplicate, the first inserted object with the same unique values.
  private mutating func assignStoredRows(
    _ models: [any PersistentModel], _ entity: EntityLayout, _ deletion: Deletion?
  ) throws -> [ObjectIdentifier: ObjectIdentifier] {
    guard context.upserts, !entity.uniqueKeys.isEmpty else { return [:] }
    var duplicates = UniqueDuplicates(entity)
    for model in models {
      let first =
        models.count > 1 ? duplicates.first(like: model, written.keys) : ObjectIdentifier(model)
      guard let key = try existingKey(of: model, entity, deletion) else {
        continue
      }
      for object in [ObjectIdentifier(model), first] where written.keys[object] == nil {
        written.keys[object] = key
        written.upserts.insert(object)
      }
    }
    return duplicates.found
  }

  /// Returns the key of the stored row with the same unique values as an inserted object. Returns
  /// nil if there is no such row.
  ///
  /// No stored row can match if one of the unique values refers to a related object without a row.
  private func existingKey(
    of model: any PersistentModel, _ entity: EntityLayout, _ deletion: Deletion?
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
        statement, entity: entity, parameters: parameters, keys: written.keys, acceptsMissing: true)
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
}
