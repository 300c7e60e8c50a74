import SwiftData

/// Several changes, made by several calls, as one.
extension Library {
  /// Begins a change that everything done with the library is part of until it is ended. Each call can
  /// fail by itself and leaves nothing then.
  ///
  /// - Throws: ``LibraryError`` `busy`, `readOnly`.
  package func beginScript(title: String) throws {
    try LibraryError.translating { try container.beginLongTransaction(title: title) }
  }

  /// Ends the change: all of it is kept as one entry of the history, or nothing of it is.
  ///
  /// - Returns: What it did, or would have done.
  package func endScript(title: String, isKept: Bool) throws -> EditResult {
    try LibraryError.translating {
      guard let (entry, changes) = try container.endLongTransaction(title: title, isKept: isKept)
      else { return EditResult(title: title) }
      return EditResult(title: title, changes, isUndone: false, entry: isKept ? entry : nil)
    }
  }

  /// Ends the change; nothing of it is kept.
  package func abandonScript() throws {
    try LibraryError.translating { try container.abandonLongTransaction() }
  }
}
