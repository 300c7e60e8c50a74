import Foundation
import GRDB

/// Functions that open databases with the library's settings.
enum DatabaseOpener {
  /// The maximum time, in seconds, that a writer waits for another process's write transaction to
  /// end.
  static let busySeconds = 5.0

  /// Returns the GRDB configuration for a connection.
  ///
  /// - Parameter file: The file to open, or nil for a database that needs no file locks.
  ///   An example is a database in memory.
  private static func configuration(readOnly: Bool, _ file: URL? = nil) -> Configuration {
    let use = file.flatMap(OpenFile.init)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(busySeconds)
    // A long transaction stays open between two uses of the connection (`Store+LongTransaction`).
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // The configuration outlives the last connection, so the file stays registered for that long.
      withExtendedLifetime(use) {}
      try SQLFunctions.register(database)
      // A pool has one writer, whose indexes need a large page cache, and up to five readers.
      let kibibytes = database.configuration.readonly ? 8_192 : 32_768
      try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
    }
    return configuration
  }

  /// Opens an empty database in memory.
  static func memory() throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try DatabaseQueue(configuration: configuration(readOnly: false))
    }
  }

  /// Opens a store for reading and writing in write-ahead log mode. Each commit is flushed to the
  /// disk.
  static func pool(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try StoreFile.makeEmptyLog(url)
      let pool = try DatabasePool(
        path: url.path, configuration: configuration(readOnly: false, url))
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
  }

  /// Opens a single connection to an empty file, which becomes a new store.
  ///
  /// The page size is 8 KiB, twice SQLite's default. Writing a large table then needs half as many
  /// system calls, which makes importing a long path about 10% faster. The page size of a store
  /// never changes, so older stores still have pages of 4 KiB.
  static func new(_ url: URL) throws -> any DatabaseWriter {
    let writer = try single(url)
    try StoreFailure.translating {
      try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 8192") }
    }
    return writer
  }

  /// Opens a single connection for a migration. Opening the connection does not change the file.
  static func single(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      let queue = try DatabaseQueue(
        path: url.path, configuration: configuration(readOnly: false, url))
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return queue
    }
  }

  /// Opens a store read-only, and reads its write-ahead log only if necessary. A store that was
  /// closed cleanly is read without locks and without additional files.
  static func reader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      guard StoreLog.isLive(url) else { return try bareReader(url) }
      return try logReader(url)
    }
  }

  /// Opens a store read-only, and reads its write-ahead log under SQLite's locks.
  static func logReader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try DatabaseQueue(path: url.path, configuration: configuration(readOnly: true, url))
    }
  }

  /// Opens only the main file of a store, read-only. A write-ahead log beside the file is ignored.
  static func bareReader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      var components = URLComponents()
      components.scheme = "file"
      components.path = url.path
      components.queryItems = [URLQueryItem(name: "immutable", value: "1")]
      return try DatabaseQueue(
        path: components.string ?? url.path, configuration: configuration(readOnly: true))
    }
  }
}
