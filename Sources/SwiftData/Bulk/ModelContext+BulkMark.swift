extension ModelContext {
  private static let mark = "_sd_mark"

  /// Marks a place in a transaction of the context, to which the bulk writes that follow can be taken
  /// back.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` outside a transaction.
  package func markBulkWrites() throws {
    for part in parts { try part.markBulkWrites() }
    guard parts.isEmpty else { return }
    try executeInTransaction("SAVEPOINT \(Self.mark)")
  }

  /// Takes back every bulk write since the mark, of all models. Deleting the rows instead would look at
  /// each of them.
  ///
  /// The context must have no objects of rows that were written since.
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
        .inputOutput, "Bulk writes can be marked and taken back inside a transaction only.")
    }
    try pinned.requireTransaction()
    try pinned.execute(sql)
  }
}
