extension ModelContext {
  private static let savepoint = "_sd_mark"

  /// Sets a savepoint in the context's transaction, to which the following bulk writes can be
  /// rolled back.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` outside a transaction.
  package func setBulkSavepoint() throws {
    for part in parts { try part.setBulkSavepoint() }
    guard parts.isEmpty else { return }
    try executeInTransaction("SAVEPOINT \(Self.savepoint)")
  }

  /// Rolls back every bulk write since the savepoint, of all models. Deleting the rows instead
  /// would visit each row.
  ///
  /// The context must not have objects of rows that were written since the savepoint.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` outside a transaction.
  package func rollBackToBulkSavepoint() throws {
    for part in parts { try part.rollBackToBulkSavepoint() }
    guard parts.isEmpty else { return }
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
