extension StoreContext {
  /// Counts the rows that refer to each target of a to-one relationship. The result is indexed by
  /// the target's key.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the relationship's index.
  ///   No other data is read.
  func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>
  ) throws -> [Int64: Int] {
    try counts(of: type, by: keyPath, where: "IS NOT NULL", [])
  }

  /// Counts the rows that refer to each given target of a to-one relationship. The result is
  /// indexed by the target's key. Only the relationship's index is read.
  ///
  /// - Complexity: O(*n*), where *n* is the number of counted rows.
  func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, keys: [Int64]
  ) throws -> [Int64: Int] {
    try counts(
      of: type, by: keyPath, where: "IN (SELECT value FROM json_each(?))",
      [.text(KeyList.json(keys))])
  }

  private func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, where condition: String,
    _ arguments: [_SQLValue]
  ) throws -> [Int64: Int] {
    let entity = try entity(of: type)
    guard let slot = entity.slot(of: keyPath), entity.properties[slot].hasColumn else {
      throw SwiftDataError(
        .unsupportedKeyPath,
        """
        The key path to \(keyPath.summary) is not a stored to-one relationship of \(entity.name); \
        use the key path of such a relationship.
        """,
        entity: entity.name)
    }
    let column = entity.properties[slot].name.sqlQuoted
    return try read { connection in
      let statement = try connection.prepare(
        "SELECT \(column), count(*) FROM \(entity.table.sqlQuoted) "
          + "WHERE \(column) \(condition) GROUP BY \(column)")
      try statement.bind(arguments)
      var counts: [Int64: Int] = [:]
      while try statement.step() { counts[statement.int64(0)] = Int(statement.int64(1)) }
      return counts
    }
  }
}
