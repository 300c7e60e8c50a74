/// Access to a store's history of changes.
///
/// The members of this extension require a container with a single store. In a container with
/// several stores, each of which has its own history, the members throw
/// ``SwiftDataError/loadIssueModelContainer``. To read and undo a store's history, open the store
/// in a separate container.
extension ModelContainer {
  func soleStore() throws -> Store {
    guard stores.count == 1 else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        Each store of a container with several configurations has its own history; open a \
        container with only the store's configuration.
        """)
    }
    return store
  }

  /// Returns the history entries, newest first.
  public func history(limit: Int = .max) throws -> [JournalEntry] {
    try soleStore().read { try Journal($0).entries(limit: min(limit, Int(Int32.max))) }
  }

  /// Returns how many history entries can be undone, and how many can be redone.
  public func historyCounts() throws -> (undo: Int, redo: Int) {
    try soleStore().read { try Journal($0).counts() }
  }

  /// Returns the next history entry to undo and the next one to redo.
  package func nextInHistory() throws -> (undo: JournalEntry?, redo: JournalEntry?) {
    try soleStore().read { connection in
      let journal = Journal(connection)
      return (try journal.next(.undo), try journal.next(.redo))
    }
  }

  /// Returns the store's revision number, which increases with every change committed by any
  /// process.
  public func revision() throws -> Int64 {
    try soleStore().read { try $0.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0 }
  }

  /// Returns the rows that a history entry inserted, changed or deleted.
  public func changes(of entry: JournalEntry.ID) throws -> JournalChanges {
    try soleStore().read { try Journal($0).changes(of: entry, layout: layout) }
  }

  /// Returns a history entry's inserted, changed and deleted rows, limited to the given entities.
  package func changes(
    of entry: JournalEntry.ID, in entities: Set<String>
  ) throws -> JournalChanges {
    try soleStore().read { try Journal($0).changes(of: entry, layout: layout, in: entities) }
  }

  /// Returns the keys of the rows that any process has changed in the given entities since the
  /// given revision.
  ///
  /// - Returns: The row keys, indexed by entity name.
  ///   Nil if the history does not contain every change after the revision, or if an entity has
  ///   more changed rows than the limit.
  package func changedRows(
    since revision: Int64, in entities: [WatchedEntity], limit: Int
  ) throws -> [String: Set<Int64>]? {
    try soleStore().read {
      try Journal($0).changedRows(since: revision, in: entities, limit: limit, layout: layout)
    }
  }

  /// Undoes the latest history entry that has not been undone. Objects in a context keep their
  /// values until they are fetched or refreshed by ``ModelContext/refreshAllObjects()``.
  @discardableResult
  public func undo() throws -> JournalOutcome { try apply(.undo) }

  /// Redoes the oldest undone history entry. Objects in a context keep their values, as with
  /// ``undo()``.
  @discardableResult
  public func redo() throws -> JournalOutcome { try apply(.redo) }

  /// Undoes the latest history entry that has not been undone, reports progress, and returns the
  /// affected rows of the given entities.
  ///
  /// - Parameter expected: The ID of the history entry to undo, or nil for the latest entry.
  ///   If another entry is next, nothing is undone and ``SwiftDataError/historyConflict`` is
  ///   thrown.
  /// - Parameter progress: A closure called repeatedly with the completed fraction, from 0 to 1.
  ///   If the closure throws, nothing is undone.
  package func undo(
    _ expected: JournalEntry.ID? = nil, telling entities: Set<String>,
    progress: (Double) throws -> Void
  ) throws -> JournalOutcome { try apply(.undo, expected, telling: entities, progress: progress) }

  /// Redoes the oldest undone history entry. The parameters are the same as those of
  /// ``undo(_:telling:progress:)``.
  package func redo(
    _ expected: JournalEntry.ID? = nil, telling entities: Set<String>,
    progress: (Double) throws -> Void
  ) throws -> JournalOutcome { try apply(.redo, expected, telling: entities, progress: progress) }

  /// Undoes or redoes several history entries as a dry run, and returns the outcomes. All changes
  /// are then rolled back. If there are fewer entries than requested, fewer outcomes are returned.
  ///
  /// - Throws: The error that ``undo()`` or ``redo()`` would throw for the first failing entry.
  ///   Throws ``SwiftDataError/nothingToUndo`` only if there is no entry at all.
  package func dryRun(
    redoing: Bool, count: Int, telling entities: Set<String>
  ) throws -> [JournalOutcome] {
    let store = try soleStore()
    return try store.dryRun { connection in
      var outcomes: [JournalOutcome] = []
      while outcomes.count < count {
        do {
          outcomes.append(
            try Journal(connection).apply(
              redoing ? .redo : .undo, layout: layout, telling: entities, of: store))
        } catch let error as SwiftDataError
          where error.code == .nothingToUndo && !outcomes.isEmpty
        {
          break
        }
      }
      return outcomes
    }
  }

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

  /// Returns the identifiers of the objects that any process has changed or deleted since a
  /// revision. Only the given identifiers are checked, and identifiers from other stores are
  /// ignored.
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
