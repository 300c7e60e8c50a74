/// A transaction over several contexts and calls, with one history entry.
extension ModelContainer {
  /// Begins a transaction that everything read and written of the container is part of, in whatever
  /// context, until it is ended. Other processes can read meanwhile, and wait to write.
  ///
  /// What is written in one call, such as a save, is a part that can fail by itself. Undo and redo
  /// are refused meanwhile.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while another process writes;
  ///   ``SwiftDataError/storeReadOnly``.
  package func beginLongTransaction(title: String) throws {
    try soleStore().beginLongTransaction(title: title)
  }

  /// Ends the transaction that was begun.
  ///
  /// - Parameters:
  ///   - title: What it is called in the history.
  ///   - isKept: False to only look at what it did, and undo it.
  /// - Returns: The entry, which is not in the history unless it is kept, with the rows it concerns;
  ///   nil where nothing changed.
  package func endLongTransaction(
    title: String, isKept: Bool
  ) throws -> (entry: JournalEntry.ID, changes: JournalChanges)? {
    try soleStore().endLongTransaction(title: title, isKept: isKept) { connection, entry in
      (entry, try Journal(connection).changes(of: entry, layout: layout))
    }
  }

  /// Ends the transaction that was begun; nothing of it is kept.
  package func abandonLongTransaction() throws { try soleStore().abandonLongTransaction() }
}
