/// Methods that delete the rows marked for deletion. Unique values of deleted and changed rows are
/// freed, so that other rows can use them.
extension ChangeWriter {
  /// Prepares the deletion of all rows that are marked for deletion. Returns nil if no row is
  /// marked. The deletion runs after all other writes. If rows that are about to be written may
  /// need the unique values of marked rows, these values are freed immediately.
  func prepareDeletion() throws -> Deletion? {
    guard !context.deleted.isEmpty || !context.deletedKeys.isEmpty else { return nil }
    let deletion = try Deletion(layout, connection)
    for (index, keys) in context.deletedKeys {
      try deletion.add(
        layout.entities[index], query: "SELECT value FROM json_each(?)",
        arguments: [.text(KeyList.json(keys))])
    }
    for model in context.deleted {
      try deletion.add(layout.entities[Int(model._$state.entity)], key: model._$state.key)
    }
    let entities = Set((context.inserted + context.changed).map { Int($0._$state.entity) })
    for entity in layout.entities where entities.contains(entity.index) {
      try deletion.freeUniqueValues(of: entity)
    }
    return deletion
  }

  /// Frees the old unique values of changed rows, so that other rows can receive them in the same
  /// save. For example, two objects may swap values.
  func freeChangingUniqueValues() throws {
    for entity in layout.entities where !entity.uniqueKeys.isEmpty {
      let models = context.changed.filter {
        Int($0._$state.entity) == entity.index && $0._$state.phase == .stored
      }
      guard
        models.count > 1
          || context.inserted.contains(where: { Int($0._$state.entity) == entity.index })
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

  /// Deletes the rows that are marked for deletion, and applies the delete rules.
  mutating func deleteRows(_ deletion: Deletion?, _ counts: inout RelationshipCounts?) throws {
    guard let deletion else { return }
    let pending = context.insertedModels(written)
    written.deleted = try deletion.run(
      before: { try counts?.noteDeletions($0) },
      isRegistered: {
        context.registered[$0][$1] != nil
          || pending[StoreContext.PendingKey(entity: $0, key: $1)] != nil
      })
  }
}
