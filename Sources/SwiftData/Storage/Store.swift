import Foundation
import GRDB
import Synchronization

/// An open database, accessed through a connection pool (for a file) or a single connection (in
/// memory).
///
/// Each read uses its own snapshot of the store. A write is one immediate transaction and one
/// history entry. While a migration or a long transaction holds the connection, all reads and
/// writes use that connection.
final class Store: @unchecked Sendable {
  let writer: any DatabaseWriter
  let url: URL?
  /// The store's identifier. It is part of the persistent identifiers of all objects in the store.
  let identifier: String
  let isWritable: Bool
  /// Whether the store's configuration allows saving.
  let allowsSave: Bool
  /// The history's size limits, which are applied after each change.
  let historyLimits: JournalLimits
  private let lock: StoreLock?
  private let deferredError = Mutex<(any Error)?>(nil)
  private let erased = Atomic<Int>(0)
  private let closed = Atomic<Bool>(false)
  /// The open long transaction, which spans several calls. Nil if no such transaction is open.
  let long = Mutex<LongTransaction?>(nil)
  /// The identity of the store's opened file (device and inode numbers). Another file may replace
  /// this file at the store's path while the store is open.
  let file: StoreFile.Identity?
  /// The names of the R*Trees that queries may search. The set is empty until the store has been
  /// opened, because the closures of a migration run before the new version's R*Trees exist.
  var searchableRTrees: Set<String> = []

  init(
    writer: any DatabaseWriter, url: URL?, identifier: String, isWritable: Bool, lock: StoreLock?,
    allowsSave: Bool = true, historyLimits: JournalLimits = JournalLimits()
  ) {
    self.writer = writer
    self.url = url
    self.identifier = identifier
    self.isWritable = isWritable
    self.allowsSave = allowsSave
    self.historyLimits = historyLimits
    self.lock = lock
    self.file = url.flatMap(StoreFile.Identity.init)
  }

  /// Checks that the open file is still the file at the store's path. If it is not, further writes
  /// would mix the write-ahead log of one file with the pages of another.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if the file at the path is missing or was replaced.
  func requireSameFile() throws {
    guard let url, loss != nil else { return }
    throw SwiftDataError(
      .inputOutput,
      "\(url.path) was replaced or removed while it was open, so the program no longer uses it. "
        + "Quit the program, make sure that the correct file is at this path, and start again.")
  }

  /// Acquires the lock again if the lock file was removed. Throws an error if the store's file was
  /// replaced.
  func renewLock() throws {
    try lock?.renew()
    try requireSameFile()
  }

  /// Runs a closure that reads from one snapshot of the store.
  func read<T>(_ body: (Connection) throws -> T) throws -> T {
    try requireSameFile()
    if isInLongTransaction { return try throughLongTransaction(body) }
    return try StoreShortage.explaining(url) {
      try StoreFailure.translating {
        try writer.unsafeReentrantRead { database in
          let connection = Connection(database: database)
          if database.isInsideTransaction { return try body(connection) }
          try connection.execute("BEGIN")
          defer { try? connection.execute("COMMIT") }
          return try body(connection)
        }
      }
    }
  }

  /// Runs a closure in a write transaction that is recorded in the history under a title. If the
  /// closure throws an error, the transaction is rolled back.
  ///
  /// - Returns: The closure's result, and the ID of the history entry (nil if nothing changed).
  func write<T>(
    title: String?, _ body: (Connection) throws -> T
  ) throws -> (result: T, entry: JournalEntry.ID?) {
    try requireWritable()
    if let entry = longEntry {
      return (
        try throughLongTransaction { connection in
          try connection.savepoint { try body(connection) }
        }, entry
      )
    }
    return try transaction(.commit) { connection in
      let journal = Journal(connection, keeping: historyLimits)
      let opening = try journal.begin(title: title)
      let result = try body(connection)
      return (result, try journal.end(opening))
    }
  }

  /// Runs a closure in a write transaction that is not recorded in the history. Undo and redo run
  /// in such transactions.
  func writeUnrecorded<T>(_ body: (Connection) throws -> T) throws -> T {
    try requireWritable()
    try requireNoLongTransaction()
    return try transaction(.commit, body)
  }

  /// Runs a closure in the same way as ``writeUnrecorded(_:)``, and then rolls back its changes.
  func dryRun<T>(_ body: (Connection) throws -> T) throws -> T {
    try requireWritable()
    try requireNoLongTransaction()
    return try transaction(.rollback, body)
  }

  /// Runs a closure in a transaction that is not recorded in the history, and then rolls the
  /// transaction back.
  ///
  /// If the connection is already in a transaction, a savepoint is used instead of a new
  /// transaction. Such nesting can occur in a store in memory.
  func peek<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try writer.unsafeReentrantWrite { database in
        let connection = Connection(database: database)
        if database.isInsideTransaction { return try connection.peek { try body(connection) } }
        return try transaction(.rollback, body)
      }
    }
  }

  private func transaction<T>(
    _ completion: Database.TransactionCompletion, _ body: (Connection) throws -> T
  ) throws -> T {
    try requireSameFile()
    let result = try StoreShortage.explaining(url) {
      try StoreFailure.translating {
        try writer.unsafeReentrantWrite { database in
          var result: T?
          try database.inTransaction(.immediate) {
            let connection = Connection(database: database)
            result = try body(connection)
            try connection.requireTransaction()
            if completion == .commit { try renewLock() }
            return completion
          }
          guard let result else {
            throw SwiftDataError(.inputOutput, "The transaction ended without a result.")
          }
          return result
        }
      }
    }
    // A commit to a file that is no longer the store would otherwise be lost unnoticed.
    if completion == .commit { try requireSameFile() }
    return result
  }

  /// Runs a closure on the writing connection, outside a transaction.
  func withWriter<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try writer.unsafeReentrantWrite { try body(Connection(database: $0)) }
    }
  }

  /// Sets whether each commit waits until the data is on the disk, as it does by default.
  /// Transactions that are already open are not affected.
  func setFlushing(eachCommit: Bool) throws {
    guard url != nil, isWritable, !isInLongTransaction else { return }
    try StoreFailure.translating {
      try writer.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = \(eachCommit ? "FULL" : "NORMAL")")
      }
    }
  }

  /// Flushes all committed changes to the disk. A checkpoint itself flushes the changes that it
  /// moves out of the log.
  func flush() throws {
    guard let log = url.map({ $0.path + "-wal" }), isWritable,
      FileManager.default.fileExists(atPath: log)
    else { return }
    try StoreFile.synchronise(log)
  }

  func requireWritable() throws {
    guard isWritable else {
      if let url, StoreFile.isWritable(url), let shortage = StoreShortage(at: url) {
        throw shortage.error(url)
      }
      let path = url?.path ?? ""
      throw SwiftDataError(
        .storeReadOnly,
        "The store \(path) is open read-only. "
          + (allowsSave
            ? "Check the permissions of the store's file and folder." + lockAdvice
            : """
            The store's configuration has `allowsSave: false`; use a configuration that allows saving.
            """))
    }
  }

  /// A hint, for error messages, that the lock file is a symbolic link. The hint is empty if the
  /// lock file is not a symbolic link.
  private var lockAdvice: String {
    guard let url,
      (try? FileManager.default.destinationOfSymbolicLink(atPath: StoreLock.path(for: url))) != nil
    else { return "" }
    return " The store's .lock file must not be a symbolic link."
  }

  /// The number of times that the store has been erased (see ``ModelContainer/erase()``).
  var erasures: Int { erased.load(ordering: .acquiring) }

  func noteErasure() { erased.add(1, ordering: .acquiringAndReleasing) }

  /// Stores an error that cannot be thrown now. The error is thrown later by
  /// ``throwDeferredError()``. Only the first error is stored.
  func deferError(_ error: any Error) {
    deferredError.withLock { if $0 == nil { $0 = error } }
  }

  /// Throws the deferred error, if one is stored, and clears it.
  func throwDeferredError() throws {
    if let error = deferredError.withLock({ error in
      defer { error = nil }
      return error
    }) {
      throw error
    }
  }

  /// Whether the store was closed.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Closes the database and releases the store's lock.
  func close() throws {
    closed.store(true, ordering: .releasing)
    // GRDB closes the writer before the readers, and a read-only last connection leaves the `-wal`
    // and `-shm` files behind. Therefore the idle readers are closed first.
    (writer as? DatabasePool)?.releaseMemory()
    try StoreFailure.translating { try writer.close() }
    lock?.release()
  }
}
