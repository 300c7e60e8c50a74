import GRDB

/// A database of nothing, to compute rows with.
enum ScratchConnection {
  static func with<T>(_ body: (Connection) throws -> T) throws -> T {
    try StoreFailure.translating {
      try DatabaseOpener.memory().writeWithoutTransaction {
        try body(Connection(database: $0))
      }
    }
  }
}
