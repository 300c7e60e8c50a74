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
      /// A column holds a value of another kind than its property's, which reading would turn into
      /// 0 or an empty text.
      case wrongType
    }

    public let kind: Kind
    /// The table concerned, and the key of the row, where it is one.
    public let table: String?
    public let key: Int64?
    /// The property concerned, where it is one.
    public let property: String?
    /// What is wrong, for a person.
    public let message: String
  }

  /// Looks through the whole file: at its pages, then at what its rows lead to and, in a file whose
  /// pages and references are sound, at the kind of every value, which a fetch takes on trust.
  ///
  /// - Throws: ``SwiftDataError/notAStore`` for a file that is not a store; ``SwiftDataError/inputOutput``
  ///   where the disk fails to read it.
  /// - Complexity: O(bytes).
  public static func findings(of url: URL) throws -> [Finding] {
    let url = StoreFile.resolved(url)
    let inspection = try StoreInspection.read(url, counting: false)
    let database = try DatabaseOpener.reader(url)
    defer { try? database.close() }
    return try StoreFailure.translating {
      try database.unsafeReentrantRead { database in
        let connection = Connection(database: database)
        let damage = try damage(connection) + brokenReferences(connection)
        guard damage.isEmpty else { return damage }
        return try StoredShape(identity: inspection.identity).entities.flatMap {
          try wrongTypes(of: $0, connection)
        }
      }
    }
  }

  private static func damage(_ connection: Connection) throws -> [Finding] {
    try PageCheck.findings(connection, isQuick: false, limit: 100).map {
      Finding(kind: .damage, table: nil, key: nil, property: nil, message: $0)
    }
  }

  /// The rows of an entity with a value that its column should not hold, as only other programs
  /// write it: up to 100.
  private static func wrongTypes(
    of entity: StoredShape.Entity, _ connection: Connection
  ) throws -> [Finding] {
    let columns = entity.properties.filter(\.hasColumn)
    guard !columns.isEmpty else { return [] }
    let cases = columns.map { property in
      let column = property.name.sqlQuoted
      return "WHEN \(property.isMisplaced(column)) THEN \(_SQLValue.text(property.name).literal)"
    }
    return try connection.rows(
      "SELECT * FROM (SELECT \"_sd_id\", CASE \(cases.joined(separator: " ")) END AS wrong "
        + "FROM \(entity.name.sqlQuoted)) WHERE wrong IS NOT NULL LIMIT 100"
    ).compactMap { row in
      guard case .integer(let key) = row[0], case .text(let property) = row[1] else { return nil }
      return Finding(
        kind: .wrongType, table: entity.name, key: key, property: property,
        message: "\(entity.name).\(property) of row \(key) holds a value of another type, which "
          + "another program wrote; set it anew")
    }
  }

  private static func brokenReferences(_ connection: Connection) throws -> [Finding] {
    try connection.rows("PRAGMA foreign_key_check").compactMap { row in
      guard case .text(let table) = row[0], case .text(let target) = row[2] else { return nil }
      var key: Int64?
      if case .integer(let value) = row[1] { key = value }
      return Finding(
        kind: .brokenReference, table: table, key: key, property: nil,
        message: "a row of \(table) leads to a row of \(target) that is not there")
    }
  }
}

extension StoredShape.Property {
  /// SQL, true for a value of the column that the library would never have written there.
  fileprivate func isMisplaced(_ column: String) -> String {
    let kind = type.flatMap(_ColumnType.init(rawValue:)) ?? .integer
    let test = "typeof(\(column)) NOT IN ('\(kind.affinity.lowercased())', 'null')"
    return kind == .uuid ? "(\(test) OR length(\(column)) <> 16)" : test
  }
}
