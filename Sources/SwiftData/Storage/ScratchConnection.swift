import GRDB

/// An empty database in memory that is used to evaluate SQL.
enum ScratchConnection {
  /// Runs a closure with a connection to an empty database in memory.
  static func with<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try DatabaseOpener.memory().writeWithoutTransaction {
        try body(Connection(database: $0))
      }
    }
  }
}
