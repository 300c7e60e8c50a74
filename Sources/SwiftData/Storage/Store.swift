import Foundation
import GRDB
import Synchronization

/// One open database: a pool for a file, a queue in memory.
///
/// Reads run in a snapshot of their own; a write is one immediate transaction and one entry of the
/// journal. While a migration or a transaction holds the connection, everything goes through it.
final class Store: @unchecked Sendable {
  let writer: any DatabaseWriter
  let url: URL?
  /// Identifies the store in its objects' identifiers.
  let identifier: String
  let isWritable: Bool
  /// Whether the configuration lets the store be written.
  let allowsSave: Bool
  /// How much history a change that ends leaves.
  let historyLimits: JournalLimits
  private let lock: StoreLock?
  private let kept = Mutex<(any Error)?>(nil)
  private let erased = Atomic<Int>(0)
  private let closed = Atomic<Bool>(false)
  /// The transaction that spans several calls, while there is one.
  let long = Mutex<LongTransaction?>(nil)
  /// The file that was opened; another may be put in its place while it is open.
  private let file: StoreFile.Identity?

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

  /// - Throws: ``SwiftDataError/inputOutput`` when the open file is no longer the one at its path.
  ///   Writing on would mix the log of one with the pages of the other.
  func requireSameFile() throws {
    guard let url, StoreFile.Identity(url) != file else { return }
    throw SwiftDataError(
      .inputOutput,
      "\(url.path) was replaced or removed while it was open, so nothing is read or written any "
        + "more; quit, see that the right file is there, and start again.")
  }

  /// Takes the lock again if its file was removed, and refuses a file that was replaced since.
  func renewLock() throws {
    try lock?.renew()
    try requireSameFile()
  }

  /// Reads in one snapshot.
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

  /// Writes in one transaction, named in the journal. Nothing is kept when the body throws.
  ///
  /// - Returns: What the body returns, and the entry; nil when nothing changed.
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

  /// Writes in one transaction that the journal does not record: undo, redo.
  func writeUnrecorded<T>(_ body: (Connection) throws -> T) throws -> T {
    try requireWritable()
    try requireNoLongTransaction()
    return try transaction(.commit, body)
  }

  /// Runs a body in a transaction that is not journalled, then undoes it.
  ///
  /// Inside a read of the same connection, as of a store in memory, a savepoint does for it.
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
    // What was committed to a file that is no longer the store would be lost unnoticed.
    if completion == .commit { try requireSameFile() }
    return result
  }

  /// Runs a body on the writing connection, outside a transaction.
  func withWriter<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try writer.unsafeReentrantWrite { try body(Connection(database: $0)) }
    }
  }

  /// Sets whether a commit waits until the disk has it, as it does from the start. A transaction that
  /// is open stays as it began.
  func setFlushing(eachCommit: Bool) throws {
    guard url != nil, isWritable, !isInLongTransaction else { return }
    try StoreFailure.translating {
      try writer.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = \(eachCommit ? "FULL" : "NORMAL")")
      }
    }
  }

  /// Waits until the disk has all that was committed. What a checkpoint took out of the log is there:
  /// it waits by itself.
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
      throw SwiftDataError(
        .storeReadOnly,
        "The store \(url?.path ?? "") is open for reading only; "
          + (allowsSave
            ? "check the permissions of its file and folder, and that its .lock is no symbolic link."
            : "its configuration says allowsSave: false. Open it with one that allows saving."))
    }
  }

  /// How often everything in the store was deleted at once.
  var erasures: Int { erased.load(ordering: .acquiring) }

  func noteErasure() { erased.add(1, ordering: .acquiringAndReleasing) }

  /// Keeps an error that had no caller to be thrown to.
  func keep(_ error: any Error) {
    kept.withLock { if $0 == nil { $0 = error } }
  }

  /// Throws the error that was kept, once.
  func throwKept() throws {
    if let error = kept.withLock({ error in
      defer { error = nil }
      return error
    }) {
      throw error
    }
  }

  /// Whether the store was closed.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Closes the database and gives up its lock.
  func close() throws {
    closed.store(true, ordering: .releasing)
    // GRDB closes the writer before the readers, and a last connection that may only read leaves
    // the `-wal` and `-shm` files behind. This closes the idle readers first.
    (writer as? DatabasePool)?.releaseMemory()
    try StoreFailure.translating { try writer.close() }
    lock?.release()
  }
}
