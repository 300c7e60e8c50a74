import Foundation
import GRDB

/// An integrity check, which finds damage in a store's file without changing the file.
///
/// ```swift
/// let findings = try StoreIntegrity.findings(of: url)
/// for finding in findings { print("\(finding.kind): \(finding.message)") }
/// ```
public enum StoreIntegrity {
  /// A defect found by an integrity check.
  ///
  /// ```swift
  /// let references = findings.filter { $0.kind == .brokenReference }
  /// let tables = Set(references.compactMap(\.table))
  /// ```
  public struct Finding: Sendable, Equatable {
    /// The kind of defect that an integrity check found.
    ///
    /// ```swift
    /// let isDamaged = findings.contains { $0.kind == .damage }
    /// if isDamaged { try StoreBackup.restore(backup, to: url) }
    /// ```
    public enum Kind: Sendable {
      /// Damage to a page or an index, as reported by SQLite.
      case damage
      /// A reference from a row to a row that does not exist.
      case brokenReference
      /// An R*Tree that is damaged or whose boxes do not match the rows of its table. Call
      /// ``ModelContainer/rebuildRTrees()`` to rebuild the tree.
      case outdatedIndex
      /// A stored value whose type does not match its property's type. Reading the value would give
      /// 0 or an empty string.
      case wrongType
    }

    public let kind: Kind
    /// The name of the affected table. Nil if the defect concerns no particular table.
    public let table: String?
    /// The primary key of the affected row. Nil if the defect concerns no particular row.
    public let key: Int64?
    /// The name of the affected property. Nil if the defect concerns no particular property.
    public let property: String?
    /// A description of the defect, to be shown to the user.
    public let message: String
  }

  /// Checks a store's whole file: first its pages, and then the references between its rows. If
  /// both are sound, the function also checks the R*Trees and the type of every value. (A fetch
  /// does not check types.)
  ///
  /// - Throws: ``SwiftDataError/notAStore`` if the file is not a store.
  ///   Throws ``SwiftDataError/inputOutput`` if the disk fails to read the file.
  /// - Complexity: O(*n*), where *n* is the file's size in bytes.
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
        return try outdatedIndexes(connection)
          + StoredShape(identity: inspection.identity).entities.flatMap {
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

  private static func outdatedIndexes(_ connection: Connection) throws -> [Finding] {
    try RTree.names(connection, whole: true).sorted().compactMap { name in
      guard let tree = RTree(named: name), try !tree.matchesTable(connection) else { return nil }
      return Finding(
        kind: .outdatedIndex, table: tree.table, key: nil, property: nil,
        message: """
          the R*Tree of \(tree.table) (\(tree.columns.joined(separator: ", "))) does not match the \
          table, so searches can miss rows; another program wrote to it
          """)
    }
  }

  /// Returns up to 100 findings for an entity's rows that contain a value of the wrong type. Only
  /// another program can have written such a value.
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
        message: """
          \(entity.name).\(property) of row \(key) has a value of the wrong type, which another \
          program wrote; set the property again
          """)
    }
  }

  private static func brokenReferences(_ connection: Connection) throws -> [Finding] {
    try connection.rows("PRAGMA foreign_key_check").compactMap { row in
      guard case .text(let table) = row[0], case .text(let target) = row[2] else { return nil }
      var key: Int64?
      if case .integer(let value) = row[1] { key = value }
      return Finding(
        kind: .brokenReference, table: table, key: key, property: nil,
        message: "a row in \(table) refers to a missing row in \(target)")
    }
  }
}

extension StoredShape.Property {
  /// Returns an SQL condition that is true for values that the library would never write to the
  /// column.
  fileprivate func isMisplaced(_ column: String) -> String {
    let kind = type.flatMap(_ColumnType.init(rawValue:)) ?? .integer
    let test = "typeof(\(column)) NOT IN ('\(kind.affinity.lowercased())', 'null')"
    return kind == .uuid ? "(\(test) OR length(\(column)) <> 16)" : test
  }
}
