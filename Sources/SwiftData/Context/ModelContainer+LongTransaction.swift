/// Methods for transactions that can span several contexts and calls. Each transaction forms one
/// history entry.
extension ModelContainer {
  /// Begins a transaction that can span several contexts and calls. Until the transaction ends, all
  /// reads and writes through the container, in every context, are part of it. Other processes can
  /// read during the transaction, but their writes wait until the transaction ends.
  ///
  /// Each call that writes, such as a save, runs as a nested transaction. If the call fails, the
  /// enclosing transaction continues. Undo and redo throw an error until the transaction ends.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` if another process is writing.
  ///   Throws ``SwiftDataError/storeReadOnly`` if the store is read-only.
  package func beginLongTransaction(title: String) throws {
    try soleStore().beginLongTransaction(title: title)
  }

  /// Ends the long transaction by committing its changes or rolling them back. The history contains
  /// the returned entry only if the changes are committed.
  ///
  /// - Parameter title: The title of the history entry.
  /// - Parameter isKept: Whether to commit the changes.
  ///   If false, the changes are rolled back, but the affected rows are still returned.
  /// - Returns: The history entry and the affected rows. Nil if nothing changed.
  package func endLongTransaction(
    title: String, isKept: Bool
  ) throws -> (entry: JournalEntry.ID, changes: JournalChanges)? {
    try soleStore().endLongTransaction(title: title, isKept: isKept) { connection, entry in
      (entry, try Journal(connection).changes(of: entry, layout: layout))
    }
  }

  /// Ends the long transaction and discards all its changes.
  package func abandonLongTransaction() throws { try soleStore().abandonLongTransaction() }
}
