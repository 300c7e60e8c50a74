/// Methods that read individual history entries with their rows, for programs that display the
/// history.
extension ModelContainer {
  /// Calls a closure for each row that a history entry changed or deleted in an entity's table.
  /// Inserted rows are skipped.
  package func forEachChange(
    of entry: JournalEntry.ID, in entity: String, columns: [String],
    _ body: (JournalRow) throws -> Void
  ) throws {
    try soleStore().read {
      try Journal($0).forEachChange(
        of: entry, in: entity, columns: columns, layout: layout, body)
    }
  }

  /// Returns up to `limit` rows that a history entry inserted, with their values at the end of the
  /// entry's transaction.
  package func insertedRows(
    of entry: JournalEntry.ID, in entity: String, columns: [String], limit: Int
  ) throws -> [JournalRow] {
    try soleStore().read {
      try Journal($0).insertedRows(
        of: entry, in: entity, columns: columns, limit: limit, layout: layout)
    }
  }

  /// Returns the rows with the given keys that a history entry inserted. The values are those at
  /// the end of the entry's transaction.
  package func insertedRows(
    of entry: JournalEntry.ID, in entity: String, columns: [String], keys: [Int64]
  ) throws -> [JournalRow] {
    try soleStore().read {
      try Journal($0).insertedRows(
        of: entry, in: entity, columns: columns, limit: keys.count, keys: keys, layout: layout)
    }
  }

  /// Counts the rows that a history entry inserted, grouped by a column's values.
  package func insertedCounts(
    of entry: JournalEntry.ID, in entity: String, by column: String
  ) throws -> [JournalValue: Int] {
    try soleStore().read {
      try Journal($0).insertedCounts(of: entry, in: entity, by: column, layout: layout)
    }
  }

  /// Returns the many-to-many links that a history entry added and removed. The entry must have
  /// been made with the current schema version.
  package func linkChanges(of entry: JournalEntry.ID) throws -> [JournalLink] {
    try soleStore().read { try Journal($0).linkChanges(of: entry, layout: layout) }
  }

  /// Returns the history entry with the given ID. Returns nil if the history does not contain the
  /// entry.
  package func historyEntry(_ id: JournalEntry.ID) throws -> JournalEntry? {
    try soleStore().read { try Journal($0).entry(id) }
  }

  /// Returns the history's size and limits.
  package func historyBounds() throws -> JournalBounds {
    let store = try soleStore()
    return try store.read { try Journal($0, keeping: store.historyLimits).bounds() }
  }
}
