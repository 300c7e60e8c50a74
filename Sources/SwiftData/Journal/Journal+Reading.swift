/// Methods that read a history entry's changes row by row.
extension Journal {
  /// Calls a closure for each row that a history entry changed or deleted, in key order. Inserted
  /// rows are skipped. Columns that did not exist when the entry was made are left out. Only one
  /// row is in memory at a time.
  ///
  /// - Complexity: O(*n*), where *n* is the history entry's number of row images (copies of rows).
  func forEachChange(
    of id: Int64, in entity: String, columns wanted: [String], layout: StoreLayout,
    _ body: (JournalRow) throws -> Void
  ) throws {
    guard let table = try imageTables(of: id, layout: layout).first(where: { $0.entity == entity })
    else { return }
    let columns = try columns(wanted, of: table.table)
    let inserted = try ranges(of: id)[entity]
    let statement = try connection.prepare(
      "SELECT \"_sd_id\", \"_sd_image\"\(Self.list(columns)) FROM \(table.table.sqlQuoted) "
        + "WHERE \"_sd_entry\" = ? AND \"_sd_image\" <> \(Image.aside.rawValue) "
        + "ORDER BY \"_sd_id\", \"_sd_seq\"")
    statement.bind(id, 1)
    var row: (key: Int64, before: [String: JournalValue]?, after: [String: JournalValue]?)?
    func end() throws {
      guard let row, inserted?.contains(row.key) != true else { return }
      try body(JournalRow(key: row.key, before: row.before, after: row.after))
    }
    while try statement.step() {
      let key = statement.int64(0)
      let image = Image(rawValue: statement.int64(1))
      let values = Self.values(statement, columns, from: 2)
      if row?.key != key {
        try end()
        row = (key, image == .inserted ? nil : values, nil)
      }
      row?.after = image == .deleted ? nil : values
    }
    try end()
  }

  /// Returns rows that a history entry inserted: the rows with the given keys, or the first rows if
  /// no keys are given. Their values are those at the end of the entry's transaction. The values
  /// come from row images in later entries. If there are none, they come from the current row, or
  /// from the copy that an undo kept for redo.
  ///
  /// - Parameter keys: The keys of the returned rows, or nil for the first rows.
  /// - Complexity: O(*n*) for *n* requested rows, plus an index lookup in each later history entry.
  func insertedRows(
    of id: Int64, in entity: String, columns wanted: [String], limit: Int, keys: [Int64]? = nil,
    layout: StoreLayout
  ) throws -> [JournalRow] {
    guard let range = try ranges(of: id)[entity], let now = layout.entity(named: entity) else {
      return []
    }
    let columns = try columns(wanted, of: now.table)
    let list = "\"_sd_id\"" + Self.list(columns)
    let images = Self.imageTable(now).sqlQuoted
    let own =
      keys.map { " AND \"_sd_id\" IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
    var found: [Int64: [String: JournalValue]] = [:]
    func read(_ sql: String) throws {
      let statement = try connection.prepare(sql)
      try statement.bind([
        .integer(range.lowerBound), .integer(range.upperBound), .integer(id),
        .integer(Int64(limit)),
      ])
      while try statement.step() {
        let key = statement.int64(0)
        if found[key] == nil { found[key] = Self.values(statement, columns, from: 1) }
      }
    }
    try read(
      // A row's first image in a later entry holds the row's values after the insertion. In a query
      // with a single `min`, SQLite takes the other columns from the row that has the minimum.
      "SELECT \(list), min(\"_sd_entry\" * 4294967296 + \"_sd_seq\") FROM \(images) "
        + "WHERE \"_sd_id\" BETWEEN ?1 AND ?2\(own) AND \"_sd_entry\" > ?3 "
        + "AND \"_sd_image\" IN (0, 2) GROUP BY \"_sd_id\" ORDER BY \"_sd_id\" LIMIT ?4"
    )
    try read(
      "SELECT \(list) FROM \(images) WHERE \"_sd_id\" BETWEEN ?1 AND ?2\(own) AND \"_sd_entry\" = ?3 "
        + "AND \"_sd_image\" = 3 LIMIT ?4")
    try read(
      "SELECT \(list) FROM \(now.table.sqlQuoted) WHERE \"_sd_id\" BETWEEN ?1 AND ?2\(own) "
        + "AND ?3 IS NOT NULL ORDER BY \"_sd_id\" LIMIT ?4")
    return found.keys.sorted().prefix(limit).map {
      JournalRow(key: $0, before: nil, after: found[$0])
    }
  }

  /// Counts the rows that a history entry inserted, grouped by a column's values. A row is counted
  /// under its current value or, if its insertion was undone, under its last value. Missing rows
  /// are not counted.
  func insertedCounts(
    of id: Int64, in entity: String, by column: String, layout: StoreLayout
  ) throws -> [JournalValue: Int] {
    guard let range = try ranges(of: id)[entity], let now = layout.entity(named: entity),
      now.property(named: column)?.hasColumn == true
    else { return [:] }
    var counts: [JournalValue: Int] = [:]
    for (table, condition) in [
      (now.table, ""), (Self.imageTable(now), "AND \"_sd_entry\" = \(id) AND \"_sd_image\" = 3 "),
    ] {
      for row in try connection.rows(
        "SELECT \(column.sqlQuoted), count(*) FROM \(table.sqlQuoted) "
          + "WHERE \"_sd_id\" BETWEEN ? AND ? \(condition)GROUP BY 1",
        [.integer(range.lowerBound), .integer(range.upperBound)])
      {
        if case .integer(let count) = row[1] { counts[row[0], default: 0] += Int(count) }
      }
    }
    return counts
  }

  /// Returns the many-to-many links that a history entry added and removed. Links that the entry
  /// both added and removed are left out.
  func linkChanges(of id: Int64, layout: StoreLayout) throws -> [JournalLink] {
    var changes: [JournalLink] = []
    for link in layout.links {
      for row in try connection.rows(
        "SELECT \"a\", \"b\", sum(CASE \"_sd_image\" WHEN \(Image.inserted.rawValue) THEN 1 "
          + "ELSE -1 END) FROM \(Self.imageTable(link).sqlQuoted) WHERE \"_sd_entry\" = ? "
          + "GROUP BY \"a\", \"b\" ORDER BY \"a\", \"b\"", [.integer(id)])
      {
        guard case .integer(let a) = row[0], case .integer(let b) = row[1],
          case .integer(let sum) = row[2], sum != 0
        else { continue }
        changes.append(
          JournalLink(
            first: JournalLink.End(entity: layout.entities[link.entityA].name, key: a),
            second: JournalLink.End(entity: layout.entities[link.entityB].name, key: b),
            isAdded: sum > 0))
      }
    }
    return changes
  }

  func bounds() throws -> JournalBounds {
    let row = try connection.rows(
      "SELECT count(*), coalesce(sum(\"images\"), 0), min(\"id\") FROM \"_sd_journal\"")[0]
    func number(_ value: _SQLValue) -> Int64? {
      if case .integer(let number) = value { number } else { nil }
    }
    return JournalBounds(
      entries: Int(number(row[0]) ?? 0), images: Int(number(row[1]) ?? 0), oldest: number(row[2]),
      maximumEntries: limits.entries, maximumImages: limits.images)
  }

  // MARK: Columns

  /// Returns the requested columns that exist in a table.
  private func columns(_ wanted: [String], of table: String) throws -> [String] {
    let there = Set(
      try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap {
        if case .text(let name) = $0[0] { name } else { nil }
      })
    return wanted.filter(there.contains)
  }

  private static func list(_ columns: [String]) -> String {
    columns.map { ", " + $0.sqlQuoted }.joined()
  }

  private static func values(
    _ statement: Statement, _ columns: [String], from first: Int32
  ) -> [String: JournalValue] {
    var values: [String: JournalValue] = [:]
    for (number, column) in columns.enumerated() {
      values[column] = statement.value(first + Int32(number))
    }
    return values
  }
}
