import Foundation
import GRDB

/// Whether a store's file is sound, told without changing it.
public enum StoreIntegrity {
  /// One thing that is wrong.
  public struct Finding: Sendable, Equatable {
    public enum Kind: Sendable {
      /// SQLite finds the file damaged.
      case damage
      /// A row leads to one that is not there.
      case brokenReference
    }

    public let kind: Kind
    /// The table concerned, and the key of the row, where it is one.
    public let table: String?
    public let key: Int64?
    /// What is wrong, for a person.
    public let message: String
  }

  /// Looks through the whole file.
  ///
  /// - Throws: ``SwiftDataError/notAStore`` for a file that is none.
  /// - Complexity: O(bytes).
  public static func findings(of url: URL) throws -> [Finding] {
    let url = StoreFile.resolved(url)
    _ = try StoreInspection.read(url, counting: false)
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        let connection = Connection(database: database)
        return try damage(connection) + brokenReferences(connection)
      }
    }
  }

  private static func damage(_ connection: Connection) throws -> [Finding] {
    try connection.rows("PRAGMA integrity_check(100)").compactMap { row in
      guard case .text(let text) = row[0], text != "ok" else { return nil }
      return Finding(kind: .damage, table: nil, key: nil, message: text)
    }
  }

  private static func brokenReferences(_ connection: Connection) throws -> [Finding] {
    try connection.rows("PRAGMA foreign_key_check").compactMap { row in
      guard case .text(let table) = row[0], case .text(let target) = row[2] else { return nil }
      var key: Int64?
      if case .integer(let value) = row[1] { key = value }
      return Finding(
        kind: .brokenReference, table: table, key: key,
        message: "a row of \(table) leads to a row of \(target) that is not there")
    }
  }
}
