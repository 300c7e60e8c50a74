import SwiftData

// A script combines the changes of several calls into one change of the history.
extension Library {
  /// Begins a script, during which all edits of the library become part of a single change in the
  /// history.
  ///
  /// If a call within the script fails, that call changes nothing, and the script can continue.
  ///
  /// - Throws: ``LibraryError`` `busy` if another process has locked the store.
  /// - Throws: ``LibraryError`` `readOnly` if the store is read-only.
  package func beginScript(title: ChangeTitle) throws {
    try LibraryError.translating { try container.beginLongTransaction(title: title.imperative) }
  }

  /// Ends the script, and either commits its edits as a single change in the history or discards
  /// them.
  ///
  /// - Returns: The changes that the script made, even if they were discarded.
  package func endScript(title: ChangeTitle, isKept: Bool) throws -> EditResult {
    try LibraryError.translating {
      guard
        let (change, changes) = try container.endLongTransaction(
          title: title.imperative, isKept: isKept)
      else { return EditResult(title: title) }
      return EditResult(title: title, changes, isUndone: false, change: isKept ? change : nil)
    }
  }

  /// Ends the script and discards its changes.
  package func abandonScript() throws {
    try LibraryError.translating { try container.abandonLongTransaction() }
  }
}
