/// What single entries of the history did, for programs that show it.
extension ModelContainer {
  /// Each row of a model that an entry changed or deleted; those that it inserted are left out.
  package func forEachChange(
    of entry: JournalEntry.ID, in entity: String, columns: [String],
    _ body: (JournalRow) throws -> Void
  ) throws {
    try soleStore().read {
      try Journal($0).forEachChange(
        of: entry, in: entity, columns: columns, layout: layout, body)
    }
  }

  /// The first rows that an entry inserted, as it left them.
  package func insertedRows(
    of entry: JournalEntry.ID, in entity: String, columns: [String], limit: Int
  ) throws -> [JournalRow] {
    try soleStore().read {
      try Journal($0).insertedRows(
        of: entry, in: entity, columns: columns, limit: limit, layout: layout)
    }
  }

  /// Those of some rows that an entry inserted, as it left them.
  package func insertedRows(
    of entry: JournalEntry.ID, in entity: String, columns: [String], keys: [Int64]
  ) throws -> [JournalRow] {
    try soleStore().read {
      try Journal($0).insertedRows(
        of: entry, in: entity, columns: columns, limit: keys.count, keys: keys, layout: layout)
    }
  }

  /// How many of the rows that an entry inserted have each value of a column.
  package func insertedCounts(
    of entry: JournalEntry.ID, in entity: String, by column: String
  ) throws -> [JournalValue: Int] {
    try soleStore().read {
      try Journal($0).insertedCounts(of: entry, in: entity, by: column, layout: layout)
    }
  }

  /// The pairs of many-to-many relationships that an entry added and removed, for entries of the
  /// current version of the model.
  package func linkChanges(of entry: JournalEntry.ID) throws -> [JournalLink] {
    try soleStore().read { try Journal($0).linkChanges(of: entry, layout: layout) }
  }

  /// An entry; nil where it is not, or no longer, in the history.
  package func historyEntry(_ id: JournalEntry.ID) throws -> JournalEntry? {
    try soleStore().read { try Journal($0).entry(id) }
  }

  /// How much history there is, and how much is kept.
  package func historyBounds() throws -> JournalBounds {
    let store = try soleStore()
    return try store.read { try Journal($0, keeping: store.historyLimits).bounds() }
  }
}
