import GRDB
import Synchronization

/// A transaction that stays open between calls, and the history entry of all that is written in it.
struct LongTransaction: Sendable {
  let opening: Journal.Opening
  let entry: JournalEntry.ID
}

extension Store {
  var isInLongTransaction: Bool { long.withLock { $0 != nil } }

  /// The entry that everything written now belongs to.
  var longEntry: JournalEntry.ID? { long.withLock { $0?.entry } }

  /// Reads or writes on the connection that has the long transaction.
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
      .invalidValue, "Undo, redo and erasing cannot be part of a longer transaction; end it first.")
  }

  /// Begins a transaction that later calls are part of, each with a savepoint of its own.
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

  /// Ends the transaction that was begun.
  ///
  /// - Parameters:
  ///   - title: What it is called in the history.
  ///   - isKept: Whether what it did stays.
  ///   - inspect: Called with the entry before the transaction ends; not where nothing changed.
  /// - Returns: The entry; nil where nothing changed.
  func endLongTransaction<T>(
    title: String, isKept: Bool, _ inspect: (Connection, JournalEntry.ID) throws -> T
  ) throws -> T? {
    guard let begun = long.withLock({ $0 }) else {
      throw SwiftDataError(.invalidValue, "No longer transaction was begun.")
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

  /// Ends the transaction that was begun; nothing of it is kept.
  func abandonLongTransaction() {
    guard isInLongTransaction else { return }
    try? writer.unsafeReentrantWrite { database in
      let connection = Connection(database: database)
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
    }
    long.withLock { $0 = nil }
  }
}
