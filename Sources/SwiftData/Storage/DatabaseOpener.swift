import Foundation
import GRDB

/// Opens databases with the library's settings.
enum DatabaseOpener {
  /// How long a writer waits for another process's.
  static let busySeconds = 5.0

  /// - Parameter file: The file to be opened, where SQLite locks it.
  private static func configuration(readOnly: Bool, _ file: URL? = nil) -> Configuration {
    let use = file.flatMap(OpenFile.init)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(busySeconds)
    // A long transaction stays open between two uses of the connection (`Store+LongTransaction`).
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // Kept as long as the configuration is, and so beyond the last connection's end.
      withExtendedLifetime(use) {}
      try SQLFunctions.register(database)
      // A pool has one writer, whose indexes want room, and up to five readers.
      let kibibytes = database.configuration.readonly ? 8_192 : 32_768
      try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
    }
    return configuration
  }

  static func memory() throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try DatabaseQueue(configuration: configuration(readOnly: false))
    }
  }

  /// A store for reading and writing, in WAL mode, flushed at each commit.
  static func pool(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try StoreFile.makeEmptyLog(url)
      let pool = try DatabasePool(
        path: url.path, configuration: configuration(readOnly: false, url))
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
  }

  /// One connection and nothing written by opening it: for a new store, and for a migration.
  static func single(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      let queue = try DatabaseQueue(
        path: url.path, configuration: configuration(readOnly: false, url))
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return queue
    }
  }

  /// A store for reading. One that was closed cleanly is read without locks and without a sibling
  /// file; one with a live log is read through it.
  static func reader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      guard StoreLog.isLive(url) else { return try bareReader(url) }
      return try logReader(url)
    }
  }

  /// A store for reading, through its log and with SQLite's locks.
  static func logReader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      try DatabaseQueue(path: url.path, configuration: configuration(readOnly: true, url))
    }
  }

  /// The main file alone, for reading, whatever log stands beside it.
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
