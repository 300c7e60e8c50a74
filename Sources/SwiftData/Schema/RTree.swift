import Foundation

/// An index of an entity as an SQLite R*Tree: a virtual table with one box for each row of the
/// entity's table, kept up to date by triggers.
///
/// The box of a row has one dimension for each indexed column. In each dimension, the box's lower
/// and upper limits equal the row's value in the corresponding column. The tree stores the limits
/// of a box as 32-bit numbers, rounded outwards, so a search of the tree may find rows whose values
/// are just outside the given ranges, but it never misses a row within them. A row in which an
/// indexed column is NULL is not in the tree.
///
/// Source: <https://www.sqlite.org/rtree.html>.
struct RTree {
  let name: String
  let table: String
  let columns: [String]

  init(_ index: IndexLayout, of entity: EntityLayout) {
    name = entity.name(of: index)
    table = entity.table
    columns = index.slots.map { entity.properties[$0].name }
  }

  /// Parses an R*Tree's name, which contains the names of the table and the columns. Returns nil if
  /// the given name is not the name of an R*Tree.
  init?(named name: String) {
    guard name.hasPrefix(IndexLayout.rtreePrefix) else { return nil }
    let parts = name.dropFirst(IndexLayout.rtreePrefix.count).split(separator: ".")
    guard parts.count == 2 else { return nil }
    self.name = name
    table = String(parts[0]).withoutIndexEscapes
    columns = parts[1].split(separator: ",").map { String($0).withoutIndexEscapes }
  }

  // MARK: Names

  private static let triggers = ["inserted", "updated", "deleted"]

  private static func trigger(_ kind: String, of name: String) -> String {
    "\(name).\(kind)".sqlQuoted
  }

  /// Returns the names of a store's R*Trees.
  ///
  /// - Parameter whole: Whether to omit R*Trees without all of their triggers.
  ///   Dropping a table drops the triggers, but not the R*Tree.
  static func names(_ connection: Connection, whole: Bool) throws -> Set<String> {
    let triggers = triggers.map { "m.name || '.\($0)'" }.joined(separator: ", ")
    let rows = try connection.rows(
      "SELECT name, (SELECT count(*) FROM sqlite_master AS t WHERE t.type = 'trigger' "
        + "AND t.name IN (\(triggers))) FROM sqlite_master AS m "
        + "WHERE m.type = 'table' AND m.rootpage = 0 AND m.name GLOB '\(IndexLayout.rtreePrefix)*'")
    return Set(
      rows.compactMap { row in
        guard case .text(let name) = row[0] else { return nil }
        return whole && row[1] != .integer(Int64(Self.triggers.count)) ? nil : name
      })
  }

  // MARK: Statements

  /// Returns an SQL condition that is true if all indexed columns of a row have a value.
  ///
  /// - Parameter row: The row's SQL prefix, such as `NEW.`.
  private func hasValues(_ row: String) -> String {
    columns.map { "\(row)\($0.sqlQuoted) IS NOT NULL" }.joined(separator: " AND ")
  }

  private func insertion(_ row: String) -> String {
    // SQLite would round both limits of a finite number outside the 32-bit range to infinity.
    let range = Double(Float.greatestFiniteMagnitude)
    let values = columns.map { column in
      let value = "\(row)\(column.sqlQuoted)"
      return "min(\(value), \(range)), max(\(value), -\(range))"
    }
    return "INSERT OR REPLACE INTO \(name.sqlQuoted) "
      + "SELECT \(row)\"_sd_id\", \(values.joined(separator: ", "))"
  }

  private func deletion(_ row: String) -> String {
    "DELETE FROM \(name.sqlQuoted) WHERE id = \(row)\"_sd_id\""
  }

  /// The SQL statements that create the R*Tree, fill it with the table's rows, and create its
  /// triggers.
  var createStatements: [String] {
    let limits = columns.indices.map { "\(Self.lower($0)), \(Self.upper($0))" }
    func trigger(_ kind: String, _ event: String) -> String {
      "CREATE TRIGGER \(Self.trigger(kind, of: name)) AFTER \(event) ON \(table.sqlQuoted)"
    }
    let updated = (["_sd_id"] + columns).map(\.sqlQuoted).joined(separator: ", ")
    return [
      "CREATE VIRTUAL TABLE \(name.sqlQuoted) USING rtree(id, \(limits.joined(separator: ", ")))",
      "\(insertion("")) FROM \(table.sqlQuoted) WHERE \(hasValues(""))",
      "\(trigger("inserted", "INSERT")) WHEN \(hasValues("NEW.")) BEGIN \(insertion("NEW.")); END",
      "\(trigger("updated", "UPDATE OF \(updated)")) BEGIN \(deletion("OLD.")); "
        + "\(insertion("NEW.")) WHERE \(hasValues("NEW.")); END",
      "\(trigger("deleted", "DELETE")) BEGIN \(deletion("OLD.")); END",
    ]
  }

  static func drop(_ name: String, _ connection: Connection) throws {
    for kind in triggers {
      try connection.execute("DROP TRIGGER IF EXISTS \(trigger(kind, of: name))")
    }
    try connection.execute("DROP TABLE IF EXISTS \(name.sqlQuoted)")
  }

  /// Returns the name of the tree's column for the lower limit of a dimension.
  static func lower(_ dimension: Int) -> String { "lower\(dimension)" }
  static func upper(_ dimension: Int) -> String { "upper\(dimension)" }

  // MARK: Check

  /// Returns whether the R*Tree is intact and contains, for each row with a value in every indexed
  /// column, exactly one box around the row's values.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows.
  func matchesTable(_ connection: Connection) throws -> Bool {
    let rows = "\(table.sqlQuoted) AS t WHERE \(hasValues("t."))"
    let limits = columns.enumerated().map { dimension, column in
      "CAST(t.\(column.sqlQuoted) AS REAL) BETWEEN \(Self.lower(dimension)) AND \(Self.upper(dimension))"
    }
    do {
      let problem = try connection.integer(
        "SELECT rtreecheck(\(_SQLValue.text(name).literal)) <> 'ok' "
          + "OR (SELECT count(*) FROM \(name.sqlQuoted)) <> (SELECT count(*) FROM \(rows)) "
          + "OR EXISTS (SELECT 1 FROM \(rows) AND NOT EXISTS (SELECT 1 FROM \(name.sqlQuoted) "
          + "WHERE id = t.\"_sd_id\" AND \(limits.joined(separator: " AND "))))")
      return problem == 0
    } catch let error as SwiftDataError where error == .corruptStore {
      return false
    }
  }
}
