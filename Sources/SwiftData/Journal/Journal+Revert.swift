/// Methods that restore individual objects to an earlier state.
extension Journal {
  /// The temporary table that holds the earlier states of rows. For each row, it contains the first
  /// image (copy of the row) that the given history entry or a later entry recorded.
  private static let past = "\"temp\".\"_sd_past\""

  /// Restores an object, including its cascading relationships and links, to its state before the
  /// given history entry. Rows that now belong to other owners are copied. References to
  /// missing rows are set to NULL.
  ///
  /// The restoration is recorded in the transaction's history entry, so it can be undone.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: ``SwiftDataError/historyConflict`` if the object did not exist before the entry.
  ///   It is also thrown if the history does not reach back far enough.
  func revert(
    _ entity: EntityLayout, _ key: Int64, toBefore entry: Int64, layout: StoreLayout
  ) throws -> Bool {
    try requireHistory(since: entry)
    var changes = try row(entity, key, toBefore: entry, layout, isRoot: true)
    for property in entity.relationships {
      guard let relationship = property.relationship, relationship.deleteRule == .cascade,
        case .inverseColumn(let slot) = relationship.storage
      else { continue }
      let child = layout.entities[relationship.destination]
      changes += try rows(
        of: child, whose: child.properties[slot], is: key, toBefore: entry, layout)
    }
    for link in layout.links {
      if link.entityA == entity.index { changes += try pairs(link, "a", key, entry, layout) }
      if link.entityB == entity.index { changes += try pairs(link, "b", key, entry, layout) }
    }
    return changes > 0
  }

  private func requireHistory(since entry: Int64) throws {
    let first = try connection.rows(
      "SELECT \"id\", \"state\" FROM \"_sd_journal\" WHERE \"id\" >= ? AND \"state\" <> 1 "
        + "AND \"rows\" > 0 ORDER BY \"state\" DESC, \"id\" LIMIT 1", [.integer(entry)]
    ).first
    if case .integer(2)? = first?[1] {
      throw SwiftDataError(
        .historyConflict,
        "Changes made before the store's migration are read-only and cannot be reverted.")
    }
  }

  // MARK: One row

  private func row(
    _ entity: EntityLayout, _ key: Int64, toBefore entry: Int64, _ layout: StoreLayout,
    isRoot: Bool
  ) throws -> Int {
    func absent() -> SwiftDataError {
      SwiftDataError(
        .historyConflict,
        """
        \(entity.name) \(key) did not exist before change \(entry) of the history, so it cannot be \
        restored.
        """, samples: ["\(entity.name) \(key)"])
    }
    if try isInserted(entity, key, since: entry) {
      if isRoot { throw absent() }
      return 0
    }
    // Without an image, the row has not changed since the history entry.
    try gatherPast(of: entity, since: entry, only: key)
    defer { dropPast() }
    let table = entity.table.sqlQuoted
    let rowExists =
      try connection.integer("SELECT 1 FROM \(table) WHERE \"_sd_id\" = ?", [.integer(key)]) != nil
    guard let image = try connection.integer("SELECT \"_sd_image\" FROM \(Self.past)") else {
      if !rowExists, isRoot { throw absent() }
      return try parts(of: entity, key, toBefore: entry, layout)
    }
    guard image != Image.inserted.rawValue else {
      if isRoot { throw absent() }
      return 0
    }
    var changes = 0
    if rowExists {
      try connection.execute(
        "UPDATE \(table) SET \(Self.assignments(entity)) FROM \(Self.past) AS p "
          + "WHERE \(table).\"_sd_id\" = p.\"_sd_id\" AND NOT (\(Self.equality(entity, table)))")
      changes += connection.changes
    } else {
      try insertFormerRows(entity, "\"_sd_id\" = \(key)")
      changes += 1
    }
    // References of the restored row can point to rows deleted since then.
    try emptyDeadReferences(of: entity, "\"_sd_id\" = \(key)", layout)
    return changes + (try parts(of: entity, key, toBefore: entry, layout))
  }

  /// Restores the rows to which a row refers through cascading to-one relationships.
  private func parts(
    of entity: EntityLayout, _ key: Int64, toBefore entry: Int64, _ layout: StoreLayout
  ) throws -> Int {
    var changes = 0
    for property in entity.relationships {
      guard let relationship = property.relationship, relationship.deleteRule == .cascade,
        relationship.storage == .column,
        let part = try connection.integer(
          "SELECT \(property.name.sqlQuoted) FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" = ?",
          [.integer(key)])
      else { continue }
      changes += try row(
        layout.entities[relationship.destination], part, toBefore: entry, layout, isRoot: false)
    }
    return changes
  }

  // MARK: The rows of one object

  private func rows(
    of entity: EntityLayout, whose parent: PropertyLayout, is key: Int64, toBefore entry: Int64,
    _ layout: StoreLayout
  ) throws -> Int {
    try gatherPast(of: entity, since: entry, only: nil)
    defer { dropPast() }
    let (table, column) = (entity.table.sqlQuoted, parent.name.sqlQuoted)
    let wanted = "p.\"_sd_image\" <> \(Image.inserted.rawValue) AND p.\(column) = \(key)"
    var changes = 0
    // Rows inserted since then are deleted first, and their later images are ignored.
    let ranges = try insertedRanges(of: entity, since: entry)
      .map { " OR \"_sd_id\" BETWEEN \($0.lowerBound) AND \($0.upperBound)" }.joined()
    try connection.execute("DELETE FROM \(Self.past) WHERE 0\(ranges)")
    try connection.execute(
      "DELETE FROM \(table) WHERE \(column) = \(key) AND (EXISTS (SELECT 1 FROM \(Self.past) AS p "
        + "WHERE p.\"_sd_id\" = \(table).\"_sd_id\" AND NOT (\(wanted)))\(ranges))")
    changes += connection.changes
    try connection.execute(
      "UPDATE \(table) SET \(Self.assignments(entity)) FROM \(Self.past) AS p "
        + "WHERE \(table).\"_sd_id\" = p.\"_sd_id\" AND \(table).\(column) = \(key) AND \(wanted) "
        + "AND NOT (\(Self.equality(entity, table)))")
    changes += connection.changes
    changes += try copyStrays(of: entity, column, key, wanted)
    let gone =
      "\"_sd_id\" IN (SELECT p.\"_sd_id\" FROM \(Self.past) AS p WHERE \(wanted) AND NOT EXISTS "
      + "(SELECT 1 FROM \(table) AS t WHERE t.\"_sd_id\" = p.\"_sd_id\"))"
    changes += try insertFormerRows(entity, gone)
    if changes > 0 { try emptyDeadReferences(of: entity, "\(column) = \(key)", layout) }
    return changes
  }

  /// Inserts a copy of each row that was moved to another owner after the history entry. The copy
  /// has the row's earlier values and a new key.
  private func copyStrays(
    of entity: EntityLayout, _ column: String, _ key: Int64, _ wanted: String
  ) throws -> Int {
    let table = entity.table.sqlQuoted
    let strays =
      "FROM \(Self.past) AS p JOIN \(table) AS t ON t.\"_sd_id\" = p.\"_sd_id\" "
      + "WHERE \(wanted) AND t.\(column) IS NOT \(key)"
    guard let count = try connection.integer("SELECT count(*) \(strays)"), count > 0 else {
      return 0
    }
    let first = try KeySequence.allocateKeys(Int(count), for: entity, connection)
    let names = entity.columns.map(\.name.sqlQuoted)
    let list = names.map { ", \($0)" }.joined()
    let values = names.map { ", p.\($0)" }.joined()
    try connection.execute(
      "INSERT INTO \(table) (\"_sd_id\"\(list)) SELECT \(first) - 1 + "
        + "row_number() OVER (ORDER BY p.\"_sd_id\")\(values) \(strays)")
    return Int(count)
  }

  /// Reinserts deleted rows with their original keys.
  @discardableResult
  private func insertFormerRows(_ entity: EntityLayout, _ condition: String) throws -> Int {
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    let (table, images) = (entity.table.sqlQuoted, Self.imageTable(entity).sqlQuoted)
    try connection.execute(
      "INSERT INTO \(images) (\"_sd_entry\", \"_sd_image\", \(list)) "
        + "SELECT (SELECT \"entry\" FROM \"_sd_state\"), \(Image.inserted.rawValue), \(list) "
        + "FROM \(Self.past) WHERE \(condition)")
    try connection.execute(
      "INSERT INTO \(table) (\(list)) SELECT \(list) FROM \(Self.past) WHERE \(condition)")
    return connection.changes
  }

  /// Clears the references from restored rows to missing rows.
  private func emptyDeadReferences(
    of entity: EntityLayout, _ condition: String, _ layout: StoreLayout
  ) throws {
    let table = entity.table.sqlQuoted
    for property in entity.relationships {
      guard let relationship = property.relationship, relationship.storage == .column,
        relationship.isOptional
      else { continue }
      let (name, target) = (
        property.name.sqlQuoted, layout.entities[relationship.destination].table.sqlQuoted
      )
      try connection.execute(
        "UPDATE \(table) SET \(name) = NULL WHERE \(condition) AND \(name) IS NOT NULL "
          + "AND NOT EXISTS (SELECT 1 FROM \(target) AS r WHERE r.\"_sd_id\" = \(table).\(name))")
    }
  }

  // MARK: Links

  private func pairs(
    _ link: LinkLayout, _ side: String, _ key: Int64, _ entry: Int64, _ layout: StoreLayout
  ) throws -> Int {
    let table = link.table.sqlQuoted
    let other = layout.entities[side == "a" ? link.entityB : link.entityA].table.sqlQuoted
    let otherSide = side == "a" ? "b" : "a"
    var changes = 0
    var seen: Set<Int64> = []
    for row in try connection.rows(
      "SELECT \"_sd_image\", \"\(otherSide)\" FROM \(Self.imageTable(link).sqlQuoted) "
        + "WHERE \"\(side)\" = ? AND \(Self.since(entry)) ORDER BY \"_sd_entry\", \"_sd_seq\"",
      [.integer(key)])
    {
      guard case .integer(let image) = row[0], case .integer(let end) = row[1],
        seen.insert(end).inserted
      else { continue }
      if image == Image.inserted.rawValue {
        try connection.execute(
          "DELETE FROM \(table) WHERE \"\(side)\" = ? AND \"\(otherSide)\" = ?",
          [.integer(key), .integer(end)])
      } else {
        try connection.execute(
          "INSERT OR IGNORE INTO \(table) (\"\(side)\", \"\(otherSide)\") SELECT ?, ? "
            + "WHERE EXISTS (SELECT 1 FROM \(other) WHERE \"_sd_id\" = ?2)",
          [.integer(key), .integer(end)])
      }
      changes += connection.changes
    }
    return changes
  }

  // MARK: Earlier states

  private static func since(_ entry: Int64) -> String {
    "\"_sd_entry\" IN (SELECT \"id\" FROM \"_sd_journal\" WHERE \"id\" >= \(entry) "
      + "AND \"state\" = 0)"
  }

  private func gatherPast(of entity: EntityLayout, since entry: Int64, only key: Int64?) throws {
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    dropPast()
    try connection.execute(
      "CREATE TABLE \(Self.past) AS SELECT \"_sd_image\", \(list) FROM "
        + "(SELECT \"_sd_image\", \(list), row_number() OVER "
        + "(PARTITION BY \"_sd_id\" ORDER BY \"_sd_entry\", \"_sd_seq\") AS \"_sd_rank\" "
        + "FROM \(Self.imageTable(entity).sqlQuoted) WHERE \"_sd_image\" IN (0, 2, 4) "
        + "AND \(Self.since(entry))\(key.map { " AND \"_sd_id\" = \($0)" } ?? "")) "
        + "WHERE \"_sd_rank\" = 1")
    try connection.execute("CREATE INDEX \"temp\".\"_sd_past_id\" ON \"_sd_past\" (\"_sd_id\")")
  }

  private func dropPast() { try? connection.execute("DROP TABLE IF EXISTS \(Self.past)") }

  private func insertedRanges(
    of entity: EntityLayout, since entry: Int64
  ) throws -> [ClosedRange<Int64>] {
    try connection.rows(
      "SELECT \"low\", \"high\" FROM \"_sd_journal_range\" WHERE \"entity\" = ? AND \"entry\" IN "
        + "(SELECT \"id\" FROM \"_sd_journal\" WHERE \"id\" >= ? AND \"state\" = 0)",
      [.text(entity.name), .integer(entry)]
    ).compactMap {
      guard case .integer(let low) = $0[0], case .integer(let high) = $0[1], low <= high else {
        return nil
      }
      return low...high
    }
  }

  private func isInserted(
    _ entity: EntityLayout, _ key: Int64, since entry: Int64
  ) throws -> Bool {
    try insertedRanges(of: entity, since: entry).contains { $0.contains(key) }
  }

  private static func assignments(_ entity: EntityLayout) -> String {
    entity.columns.map { "\($0.name.sqlQuoted) = p.\($0.name.sqlQuoted)" }.joined(separator: ", ")
  }

  private static func equality(_ entity: EntityLayout, _ table: String) -> String {
    entity.columns.map { "\(table).\($0.name.sqlQuoted) IS p.\($0.name.sqlQuoted)" }
      .joined(separator: " AND ")
  }
}
