extension StoreContext {
  private static let savepoint = "_sd_mark"

  /// Sets a savepoint in the context's transaction, to which the following bulk writes can be
  /// rolled back.
  func setBulkSavepoint() throws {
    try executeInTransaction("SAVEPOINT \(Self.savepoint)")
  }

  /// Rolls back every bulk write since the savepoint, of all models. Deleting the rows instead
  /// would visit each row.
  func rollBackToBulkSavepoint() throws {
    try executeInTransaction("ROLLBACK TO \(Self.savepoint); RELEASE \(Self.savepoint)")
  }

  private func executeInTransaction(_ sql: String) throws {
    guard let pinned else {
      throw SwiftDataError(
        .inputOutput,
        "Bulk writes can be marked and rolled back only inside a transaction; begin one first.")
    }
    try pinned.requireTransaction()
    try pinned.execute(sql)
  }
}
