/// The history that a store keeps of its changes.
///
/// A container of several stores has none of its own: each of its members throws
/// ``SwiftDataError/loadIssueModelContainer``. Open one store by itself to see and undo its history.
extension ModelContainer {
  private func soleStore() throws -> Store {
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

  /// A number that grows with every committed change of any process.
  public func revision() throws -> Int64 {
    try soleStore().read { try $0.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0 }
  }

  /// The rows an entry concerns.
  public func changes(of entry: JournalEntry.ID) throws -> JournalChanges {
    try soleStore().read { try Journal($0).changes(of: entry, layout: layout) }
  }

  /// Undoes the newest entry that is done. Contexts must be made anew or refetch after it.
  @discardableResult
  public func undo() throws -> JournalOutcome { try apply(.undo) }

  /// Redoes the oldest entry that is undone.
  @discardableResult
  public func redo() throws -> JournalOutcome { try apply(.redo) }

  private func apply(_ direction: Journal.Direction) throws -> JournalOutcome {
    try soleStore().writeUnrecorded { try Journal($0).apply(direction, layout: layout) }
  }

  /// Which of the objects an entry later than a revision changed or deleted, in any process.
  public func changed(
    _ identifiers: [PersistentIdentifier], since revision: Int64
  ) throws -> [PersistentIdentifier] {
    try soleStore().read { connection in
      let entries = try connection.rows(
        "SELECT \"id\" FROM \"_sd_journal\" WHERE \"revision\" > ?", [.integer(revision)]
      ).compactMap { if case .integer(let id) = $0[0] { id } else { nil } }
      guard !entries.isEmpty else { return [] }
      let list = entries.map(String.init).joined(separator: ", ")
      return try identifiers.filter { identifier in
        guard let entity = layout.entity(named: identifier.entityName) else { return false }
        return try connection.integer(
          "SELECT 1 FROM \(Journal.imageTable(entity).sqlQuoted) WHERE \"_sd_entry\" IN (\(list)) "
            + "AND \"_sd_id\" = ? LIMIT 1", [.integer(identifier.key)]) != nil
      }
    }
  }
}
