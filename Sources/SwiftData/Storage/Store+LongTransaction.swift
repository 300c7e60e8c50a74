import GRDB
import Synchronization

/// A transaction that spans several calls, and the history entry that records all its writes.
struct LongTransaction: Sendable {
  let opening: Journal.Opening
  let entry: JournalEntry.ID
}

extension Store {
  var isInLongTransaction: Bool { long.withLock { $0 != nil } }

  /// The ID of the open long transaction's history entry. Nil if no such transaction is open. The
  /// entry records all writes until the transaction ends.
  var longEntry: JournalEntry.ID? { long.withLock { $0?.entry } }

  /// Runs a closure on the long transaction's connection.
  func throughLongTransaction<T>(_ body: (Connection) throws -> T) throws -> T {
    try requireSameFile()
    return try StoreFailure.translating {
      try writer.unsafeReentrantWrite { database in
        let connection = Connection(database: database)
        try connection.requireTransaction()
        return try body(connection)
      }
    }
  }

  func requireNoLongTransaction() throws {
    guard isInLongTransaction else { return }
    throw SwiftDataError(
      .invalidValue,
      """
      Undo, redo and erasing are not possible while a transaction is open; end the transaction first.
      """)
  }

  /// Begins a long transaction that includes all reads and writes until it ends. Each write runs in
  /// a separate savepoint.
  func beginLongTransaction(title: String) throws {
    try requireWritable()
    try requireNoLongTransaction()
    try requireSameFile()
    try StoreFailure.translating {
      try writer.unsafeReentrantWrite { database in
        let connection = Connection(database: database)
        try connection.execute("BEGIN IMMEDIATE")
        do {
          let opening = try Journal(connection).begin(title: title)
          let entry = try connection.integer("SELECT \"entry\" FROM \"_sd_state\"") ?? 0
          long.withLock { $0 = LongTransaction(opening: opening, entry: entry) }
        } catch {
          try? connection.execute("ROLLBACK")
          throw error
        }
      }
    }
  }

  /// Commits or rolls back the long transaction.
  ///
  /// - Parameter title: The transaction's title in the history.
  /// - Parameter isKept: Whether to commit the transaction rather than roll it back.
  /// - Parameter inspect: A closure called with the history entry's ID before the transaction ends.
  ///   If the transaction changed nothing, the closure is not called.
  /// - Returns: The result of `inspect`. Nil if the transaction changed nothing.
  func endLongTransaction<T>(
    title: String, isKept: Bool, _ inspect: (Connection, JournalEntry.ID) throws -> T
  ) throws -> T? {
    guard let begun = long.withLock({ $0 }) else {
      throw SwiftDataError(
        .invalidValue, "There is no open transaction to end; begin a transaction first.")
    }
    defer { long.withLock { $0 = nil } }
    return try StoreFailure.translating {
      try writer.unsafeReentrantWrite { database in
        let connection = Connection(database: database)
        do {
          try connection.requireTransaction()
          if isKept { try renewLock() }
          let journal = Journal(connection, keeping: historyLimits)
          try journal.rename(title)
          let found = try journal.end(begun.opening).map { try inspect(connection, $0) }
          try connection.execute(isKept ? "COMMIT" : "ROLLBACK")
          return found
        } catch {
          if connection.isInTransaction { try? connection.execute("ROLLBACK") }
          throw error
        }
      }
    }
  }

  /// Rolls back the long transaction, if there is one.
  func abandonLongTransaction() {
    guard isInLongTransaction else { return }
    try? writer.unsafeReentrantWrite { database in
      let connection = Connection(database: database)
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
    }
    long.withLock { $0 = nil }
  }
}
