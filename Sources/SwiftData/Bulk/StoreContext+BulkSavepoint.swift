extension StoreContext {
  private static let savepoint = "_sd_mark"

  /// Sets a savepoint in the context's transaction, so that later bulk writes can be rolled back.
  func setBulkSavepoint() throws {
    try executeInTransaction("SAVEPOINT \(Self.savepoint)")
  }

  /// Rolls back all bulk writes since the savepoint, including writes to other models' tables. This
  /// is faster than deleting the rows, because a deletion would visit each row.
  func rollBackToBulkSavepoint() throws {
    try executeInTransaction("ROLLBACK TO \(Self.savepoint); RELEASE \(Self.savepoint)")
  }

  private func executeInTransaction(_ sql: String) throws {
    guard let pinned else {
      throw SwiftDataError(
        .inputOutput,
        "A savepoint for bulk writes needs an open transaction; begin a transaction first.")
    }
    try pinned.requireTransaction()
    try pinned.execute(sql)
  }
}
