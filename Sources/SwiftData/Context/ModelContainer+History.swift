/// The history that a store keeps of its changes.
///
/// A container of several stores has none of its own: each of its members throws
/// ``SwiftDataError/loadIssueModelContainer``. Open one store by itself to see and undo its history.
extension ModelContainer {
  func soleStore() throws -> Store {
    guard parts.isEmpty else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "Each store of a container with several configurations has a history of its own; open a "
          + "container with that one configuration.")
    }
    return store
  }

  /// The history, newest first.
  public func history(limit: Int = .max) throws -> [JournalEntry] {
    try soleStore().read { try Journal($0).entries(limit: min(limit, Int(Int32.max))) }
  }

  /// How many entries can be undone and redone.
  public func historyCounts() throws -> (undo: Int, redo: Int) {
    try soleStore().read { try Journal($0).counts() }
  }

  /// The entries that undo and redo would take.
  package func nextInHistory() throws -> (undo: JournalEntry?, redo: JournalEntry?) {
    try soleStore().read { connection in
      let journal = Journal(connection)
      return (try journal.next(.undo), try journal.next(.redo))
    }
  }

  /// A number that grows with every committed change of any process.
  public func revision() throws -> Int64 {
    try soleStore().read { try $0.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0 }
  }

  /// The rows an entry concerns.
  public func changes(of entry: JournalEntry.ID) throws -> JournalChanges {
    try soleStore().read { try Journal($0).changes(of: entry, layout: layout) }
  }

  /// The rows of some entities that an entry concerns.
  package func changes(
    of entry: JournalEntry.ID, in entities: Set<String>
  ) throws -> JournalChanges {
    try soleStore().read { try Journal($0).changes(of: entry, layout: layout, in: entities) }
  }

  /// The keys of the rows of some entities that changed since a revision, in any process.
  ///
  /// - Returns: Nil if the history does not tell every change since then, or if there are more rows of
  ///   an entity than the limit.
  package func changedRows(
    since revision: Int64, in entities: [WatchedEntity], limit: Int
  ) throws -> [String: Set<Int64>]? {
    try soleStore().read {
      try Journal($0).changedRows(since: revision, in: entities, limit: limit, layout: layout)
    }
  }

  /// Undoes the newest entry that is done. Objects of contexts stay as they were until they are fetched
  /// or ``ModelContext/refreshAllObjects()`` reads them.
  @discardableResult
  public func undo() throws -> JournalOutcome { try apply(.undo) }

  /// Redoes the oldest entry that is undone; of objects as ``undo()``.
  @discardableResult
  public func redo() throws -> JournalOutcome { try apply(.redo) }

  /// Undoes as ``undo()`` does, telling how far it is and of the rows of some entities alone.
  ///
  /// - Parameters:
  ///   - expected: The entry it must be, else nothing is done and
  ///     ``SwiftDataError/historyConflict`` is thrown; nil for whichever it is.
  ///   - progress: Called now and then with the share that is done. Nothing is kept when it throws.
  package func undo(
    _ expected: JournalEntry.ID? = nil, telling entities: Set<String>,
    progress: (Double) throws -> Void
  ) throws -> JournalOutcome { try apply(.undo, expected, telling: entities, progress: progress) }

  /// Redoes as ``redo()`` does; of the parameters as ``undo(_:telling:progress:)``.
  package func redo(
    _ expected: JournalEntry.ID? = nil, telling entities: Set<String>,
    progress: (Double) throws -> Void
  ) throws -> JournalOutcome { try apply(.redo, expected, telling: entities, progress: progress) }

  private func apply(
    _ direction: Journal.Direction, _ expected: JournalEntry.ID? = nil,
    telling entities: Set<String>? = nil,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> JournalOutcome {
    let store = try soleStore()
    return try store.writeUnrecorded {
      try Journal($0).apply(
        direction, expected, layout: layout, telling: entities, of: store, progress: progress)
    }
  }

  /// Which of the objects an entry later than a revision changed or deleted, in any process.
  /// Identifiers of another store are none of them.
  public func changed(
    _ identifiers: [PersistentIdentifier], since revision: Int64
  ) throws -> [PersistentIdentifier] {
    let store = try soleStore()
    let own = identifiers.filter { $0.storeIdentifier == store.identifier }
    let byEntity = Dictionary(grouping: own, by: \.entityName)
    return try store.read { connection in
      var found: Set<PersistentIdentifier> = []
      for (name, identifiers) in byEntity {
        guard let entity = layout.entity(named: name) else { continue }
        let statement = try connection.prepare(
          "SELECT DISTINCT i.\"_sd_id\" FROM \"_sd_journal\" AS e "
            + "CROSS JOIN \(Journal.imageTable(entity).sqlQuoted) AS i ON i.\"_sd_entry\" = e.\"id\" "
            + "WHERE e.\"revision\" > ? AND i.\"_sd_id\" IN (SELECT value FROM json_each(?))")
        try statement.bind([.integer(revision), .text(KeyList.json(identifiers.map(\.key)))])
        while try statement.step() {
          found.insert(
            PersistentIdentifier(
              storeIdentifier: store.identifier, entityName: name, key: statement.int64(0)))
        }
      }
      return own.filter(found.contains)
    }
  }
}
