import GRDB

/// An empty database in memory, used to evaluate SQL.
enum ScratchConnection {
  /// Runs a body with a connection to the empty database.
  static func with<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try DatabaseOpener.memory().writeWithoutTransaction {
        try body(Connection(database: $0))
      }
    }
  }
}
