extension StoreContext {
  /// Returns, for each given target of a to-one relationship, the lowest primary key among the rows
  /// that refer to the target. The result is indexed by the target's key. Only the relationship's
  /// index is read.
  ///
  /// - Complexity: O(*t* log *n*) for *t* targets and *n* rows.
  func firstKeys<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, targets: [Int64]
  ) throws -> [Int64: Int64] {
    let entity = try entity(of: type)
    let column = try property(keyPath, entity).name.sqlQuoted
    return try read { connection in
      let statement = try connection.prepare(
        "SELECT value, (SELECT \"_sd_id\" FROM \(entity.table.sqlQuoted) WHERE \(column) = value "
          + "ORDER BY \"_sd_id\" LIMIT 1) FROM json_each(?)")
      try statement.bind(.text(KeyList.json(targets)), 1)
      var keys: [Int64: Int64] = [:]
      while try statement.step() {
        if !statement.isNull(1) { keys[statement.int64(0)] = statement.int64(1) }
      }
      return keys
    }
  }
}
