import SwiftData

// A script combines the changes of several calls into one change of the history.
extension Library {
  /// Begins a script: all later changes to the library become part of one change until the script
  /// ends.
  ///
  /// A call that fails within the script changes nothing, and the script can continue.
  ///
  /// - Throws: ``LibraryError`` `busy`, `readOnly`.
  package func beginScript(title: ChangeTitle) throws {
    try LibraryError.translating { try container.beginLongTransaction(title: title.imperative) }
  }

  /// Ends the script, and either commits its changes as one change in the history or discards them.
  ///
  /// - Returns: The changes that were made, or would have been made.
  package func endScript(title: ChangeTitle, isKept: Bool) throws -> EditResult {
    try LibraryError.translating {
      guard
        let (entry, changes) = try container.endLongTransaction(
          title: title.imperative, isKept: isKept)
      else { return EditResult(title: title) }
      return EditResult(title: title, changes, isUndone: false, entry: isKept ? entry : nil)
    }
  }

  /// Ends the script and discards its changes.
  package func abandonScript() throws {
    try LibraryError.translating { try container.abandonLongTransaction() }
  }
}
