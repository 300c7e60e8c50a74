import Foundation
import GRDB

/// Opens databases with the library's settings.
enum DatabaseOpener {
  /// How long a writer waits for another process's.
  static let busySeconds = 5.0

  private static func configuration(readOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(busySeconds)
    configuration.prepareDatabase { database in
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
      StoreFile.makeEmptyLog(url)
      let pool = try DatabasePool(path: url.path, configuration: configuration(readOnly: false))
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
  }

  /// One connection and nothing written by opening it: for a new store, and for a migration.
  static func single(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      let queue = try DatabaseQueue(path: url.path, configuration: configuration(readOnly: false))
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return queue
    }
  }

  /// A store for reading. One that was closed cleanly is read without locks and without a sibling
  /// file; one with a live log is read through it.
  static func reader(_ url: URL) throws -> any DatabaseWriter {
    try StoreFailure.translating {
      guard StoreLog.isLive(url) else { return try bareReader(url) }
      return try DatabaseQueue(path: url.path, configuration: configuration(readOnly: true))
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
