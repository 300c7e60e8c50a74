/// Methods that track the rows in which `didMigrate` must still set a mandatory property without a
/// default.
extension TableMigrator {
  private func table(_ property: PropertyLayout, _ entity: EntityLayout) -> String {
    "_sd_unset_\(entity.name).\(property.name)"
  }

  /// Records the keys of the rows that have a placeholder value in a column. The method also
  /// creates triggers that record whether `didMigrate` replaces the placeholders.
  func track(_ column: TableChange.Column, _ change: TableChange) throws {
    let (entity, property) = (change.entity, column.property)
    let name = table(property, entity)
    let target = entity.table.sqlQuoted
    entity.unsetSlots.insert(property.slot)
    try connection.execute(
      "CREATE TEMP TABLE \(name.sqlQuoted) (\"id\" INTEGER PRIMARY KEY, \"set\" INTEGER NOT NULL)")
    var rows = "SELECT t.\"_sd_id\", 0 FROM \(change.formerName.sqlQuoted) AS t"
    if let pairs = column.pairs {
      let alias = column.alias.sqlQuoted
      rows += " LEFT JOIN (\(pairs)) AS \(alias) ON \(alias).\"own\" = t.\"_sd_id\""
    }
    if let expression = column.expression { rows += " WHERE \(expression) IS NULL" }
    try connection.execute("INSERT INTO temp.\(name.sqlQuoted) \(rows)")
    try connection.execute(
      "CREATE TEMP TRIGGER \((name + "u").sqlQuoted) AFTER UPDATE OF "
        + "\(property.name.sqlQuoted) ON main.\(target) BEGIN "
        + "UPDATE \(name.sqlQuoted) SET \"set\" = 1 WHERE \"id\" = NEW.\"_sd_id\"; END")
    try connection.execute(
      "CREATE TEMP TRIGGER \((name + "d").sqlQuoted) AFTER DELETE ON main.\(target) BEGIN "
        + "DELETE FROM \(name.sqlQuoted) WHERE \"id\" = OLD.\"_sd_id\"; END")
  }

  /// Checks that `didMigrate` replaced every placeholder, and removes the tracking tables.
  ///
  /// - Returns: Each mandatory property without a default that `didMigrate` set.
  ///   The result also contains the number of rows in which each property was set.
  /// - Throws: ``SwiftDataError/unsetMandatory`` for the first property left without a value.
  func checkUnset() throws -> [MigrationReport.Filled] {
    var filled: [MigrationReport.Filled] = []
    for change in plan.changes {
      for column in change.columns {
        guard case .unset = column.missingValue else { continue }
        let (entity, property) = (change.entity, column.property)
        let name = table(property, entity)
        let rows = try connection.rows(
          "SELECT count(*), coalesce(sum(\"set\"), 0) FROM temp.\(name.sqlQuoted)")
        guard case .integer(let all)? = rows.first?[0], case .integer(let set)? = rows.first?[1]
        else { continue }
        if set < all { throw try unset(property, entity, name, Int(all - set)) }
        for suffix in ["u", "d"] {
          try connection.execute("DROP TRIGGER temp.\((name + suffix).sqlQuoted)")
        }
        try connection.execute("DROP TABLE temp.\(name.sqlQuoted)")
        entity.unsetSlots.remove(property.slot)
        if set > 0 {
          filled.append(
            MigrationReport.Filled(property: "\(entity.name).\(property.name)", count: Int(set)))
        }
      }
    }
    return filled
  }

  private func unset(
    _ property: PropertyLayout, _ entity: EntityLayout, _ name: String, _ count: Int
  ) throws -> SwiftDataError {
    let keys = try connection.rows(
      "SELECT \"id\" FROM temp.\(name.sqlQuoted) WHERE \"set\" = 0 LIMIT 5"
    ).map { $0[0].literal }
    let rows = count == 1 ? "1 row" : "\(count) rows"
    return SwiftDataError(
      .unsetMandatory,
      """
      \(entity.name).\(property.name) is new and mandatory, but didMigrate left \(rows) without a \
      value (keys \(keys.joined(separator: ", "))). Set the property for every object, or declare \
      a default.
      """,
      entity: entity.name, property: property.name, count: count, samples: keys)
  }
}
