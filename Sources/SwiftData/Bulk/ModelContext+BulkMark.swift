extension ModelContext {
  private static let mark = "_sd_mark"

  /// Sets a savepoint in the context's transaction, to which the following bulk writes can be
  /// rolled back.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` outside a transaction.
  package func markBulkWrites() throws {
    for part in parts { try part.markBulkWrites() }
    guard parts.isEmpty else { return }
    try executeInTransaction("SAVEPOINT \(Self.mark)")
  }

  /// Rolls back every bulk write since the savepoint, for all models. Deleting the rows instead
  /// would visit each row.
  ///
  /// The context must not have objects of rows that were written since the savepoint.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` outside a transaction.
  package func takeBackBulkWrites() throws {
    for part in parts { try part.takeBackBulkWrites() }
    guard parts.isEmpty else { return }
    try executeInTransaction("ROLLBACK TO \(Self.mark); RELEASE \(Self.mark)")
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
