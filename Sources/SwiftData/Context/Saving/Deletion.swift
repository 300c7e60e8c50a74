/// A deletion of rows, including the effects of the delete rules on related rows.
///
/// No row is changed or deleted until the keys of all rows to delete have been collected in one
/// temporary table per entity. Keys are collected until the delete rules add no more of them.
/// Complexity: O(*n*), where *n* is the number of affected rows.
struct Deletion {
  let layout: StoreLayout
  let connection: Connection

  init(_ layout: StoreLayout, _ connection: Connection) throws {
    self.layout = layout
    self.connection = connection
    for entity in layout.entities {
      try connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS \(name(entity)) (\"id\" INTEGER PRIMARY KEY)")
    }
    try clear()
  }

  private func clear() throws {
    for entity in layout.entities {
      try connection.execute("DELETE FROM temp.\(name(entity))")
    }
  }

  /// Returns the quoted name of the temporary table that lists the rows to delete from an entity's
  /// table.
  private func name(_ entity: EntityLayout) -> String { "_sd_del_\(entity.name)".sqlQuoted }

  func add(_ entity: EntityLayout, key: Int64) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO temp.\(name(entity)) VALUES (?)", [.integer(key)])
  }

  func contains(_ entity: EntityLayout, key: Int64) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM temp.\(name(entity)) WHERE \"id\" = ?", [.integer(key)]) != nil
  }

  /// Runs a query for row keys, and marks the rows with these keys for deletion.
  func add(_ entity: EntityLayout, query: String, arguments: [_SQLValue]) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO temp.\(name(entity)) \(query)", arguments)
  }

  /// Applies the delete rules and deletes the rows.
  ///
  /// - Parameter body: A closure called with the deletion before any row is deleted.
  ///   All rows to delete are known at this time.
  /// - Parameter isRegistered: A closure that returns whether an object is registered for a row.
  ///   The closure takes an entity index and a row key.
  /// - Returns: The keys of the deleted rows that have registered objects, indexed by entity index.
  func run(
    before body: (Deletion) throws -> Void = { _ in }, isRegistered: (Int, Int64) -> Bool
  ) throws -> [Int: Set<Int64>] {
    try cascade()
    try body(self)
    try deny()
    try nullify()
    for link in layout.links {
      for (column, index) in [("a", link.entityA), ("b", link.entityB)] {
        try connection.execute(
          "DELETE FROM \(link.table.sqlQuoted) WHERE \"\(column)\" IN "
            + "(SELECT \"id\" FROM temp.\(name(layout.entities[index])))")
      }
    }
    for entity in layout.entities {
      try connection.execute(
        "DELETE FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" IN "
          + "(SELECT \"id\" FROM temp.\(name(entity)))")
    }
    let gone = try keys(isRegistered)
    try clear()
    return gone
  }

  /// Replaces the unique values of the rows to be deleted with placeholder values that no other row
  /// has. Other rows can then use the original values even before the deletion.
  func freeUniqueValues(of entity: EntityLayout) throws {
    for key in entity.uniqueKeys {
      guard let property = Self.expendable(in: key) else { continue }
      let column = property.name.sqlQuoted
      let value =
        property.relationship == nil
        ? "CAST('_sd_deleted_' || \"_sd_id\" AS BLOB)" : "-\"_sd_id\""
      try connection.execute(
        "UPDATE \(entity.table.sqlQuoted) SET \(column) = \(value) WHERE \(column) IS NOT NULL "
          + "AND \"_sd_id\" IN (SELECT \"id\" FROM temp.\(name(entity)))")
    }
  }

  /// Returns a column that belongs to a unique key and is not used by the delete rules. The column
  /// is an attribute or, if the key has none, a relationship whose rule is neither cascade nor
  /// deny. Returns nil if the delete rules use all columns of the key.
  private static func expendable(in key: [PropertyLayout]) -> PropertyLayout? {
    key.first { $0.relationship == nil }
      ?? key.first { [.nullify, .noAction].contains($0.relationship?.deleteRule) }
  }

  /// Returns an SQL query that selects the keys of the rows to delete from an entity's table.
  func query(_ entity: EntityLayout) -> String { "SELECT \"id\" FROM temp.\(name(entity))" }

  private func keys(_ isRegistered: (Int, Int64) -> Bool) throws -> [Int: Set<Int64>] {
    var keys: [Int: Set<Int64>] = [:]
    for entity in layout.entities {
      let statement = try connection.prepare("SELECT \"id\" FROM temp.\(name(entity))")
      while try statement.step() {
        let key = statement.int64(0)
        if isRegistered(entity.index, key) { keys[entity.index, default: []].insert(key) }
      }
    }
    return keys
  }

  /// Returns all relationships with the given delete rule, each with an SQL query for the related
  /// rows' keys.
  private func targets(
    _ rule: Schema.Relationship.DeleteRule
  ) -> [(source: EntityLayout, property: PropertyLayout, target: EntityLayout, query: String)] {
    var found: [(EntityLayout, PropertyLayout, EntityLayout, String)] = []
    for entity in layout.entities {
      let pendingDeletions = "(SELECT \"id\" FROM temp.\(name(entity)))"
      for property in entity.properties {
        guard let relationship = property.relationship, relationship.deleteRule == rule else {
          continue
        }
        let target = layout.entities[relationship.destination]
        let query =
          switch relationship.storage {
          case .column:
            "SELECT \(property.name.sqlQuoted) FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" IN "
              + "\(pendingDeletions) AND \(property.name.sqlQuoted) IS NOT NULL"
          case .inverseColumn(let slot):
            "SELECT \"_sd_id\" FROM \(target.table.sqlQuoted) WHERE "
              + "\(target.properties[slot].name.sqlQuoted) IN \(pendingDeletions)"
          case .link(let index, let isFirst):
            "SELECT \"\(isFirst ? "b" : "a")\" FROM \(layout.links[index].table.sqlQuoted) WHERE "
              + "\"\(isFirst ? "a" : "b")\" IN \(pendingDeletions)"
          }
        found.append((entity, property, target, query))
      }
    }
    return found
  }

  /// Extends the deletion to the rows to which cascading relationships refer.
  ///
  /// One recursive query finds the related rows whose entity also has cascading relationships. The
  /// query visits each row once, even in long chains of relationships. Related rows of all other
  /// entities are added with one statement per relationship.
  private func cascade() throws {
    let cascades = targets(.cascade)
    let sources = Set(cascades.map(\.source.index))
    let steps = cascades.filter { sources.contains($0.target.index) }
    if !steps.isEmpty { try follow(steps.map { ($0.source, $0.property, $0.target) }) }
    for (_, _, target, query) in cascades where !sources.contains(target.index) {
      try connection.execute("INSERT OR IGNORE INTO temp.\(name(target)) \(query)")
    }
  }

  private func follow(
    _ steps: [(source: EntityLayout, property: PropertyLayout, target: EntityLayout)]
  ) throws {
    let all = "temp.\("_sd_cascade".sqlQuoted)"
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS \("_sd_cascade".sqlQuoted) (\"entity\" INTEGER, "
        + "\"id\" INTEGER); DELETE FROM \(all)")
    let starts = Set(steps.map(\.source.index)).sorted().map {
      "SELECT \($0), \"id\" FROM temp.\(name(layout.entities[$0]))"
    }
    let terms = starts + steps.compactMap { step($0, $1, $2) }
    try connection.execute(
      "WITH RECURSIVE d(\"entity\", \"id\") AS (\(terms.joined(separator: " UNION "))) "
        + "INSERT INTO \(all) SELECT \"entity\", \"id\" FROM d")
    for index in Set(steps.map(\.target.index)) {
      try connection.execute(
        "INSERT OR IGNORE INTO temp.\(name(layout.entities[index])) "
          + "SELECT \"id\" FROM \(all) WHERE \"entity\" = \(index)")
    }
    try connection.execute("DELETE FROM \(all)")
  }

  /// Returns an SQL query for the keys of all rows related to a row of the recursive table `d`.
  /// Returns nil if the property is not a relationship.
  private func step(
    _ source: EntityLayout, _ property: PropertyLayout, _ target: EntityLayout
  ) -> String? {
    guard let relationship = property.relationship else { return nil }
    let (table, from, to) =
      switch relationship.storage {
      case .column: (source.table, "_sd_id", property.name)
      case .inverseColumn(let slot): (target.table, target.properties[slot].name, "_sd_id")
      case .link(let index, let isFirst):
        (layout.links[index].table, isFirst ? "a" : "b", isFirst ? "b" : "a")
      }
    let key = "t.\(to.sqlQuoted)"
    return "SELECT \(target.index), \(key) FROM d CROSS JOIN \(table.sqlQuoted) AS t "
      + "ON t.\(from.sqlQuoted) = d.\"id\" WHERE d.\"entity\" = \(source.index) "
      + "AND \(key) IS NOT NULL"
  }

  private func deny() throws {
    for (source, property, target, query) in targets(.deny) {
      let staying =
        try connection.integer(
          "SELECT count(*) FROM \(target.table.sqlQuoted) WHERE \"_sd_id\" IN (\(query)) "
            + "AND \"_sd_id\" NOT IN (SELECT \"id\" FROM temp.\(name(target)))") ?? 0
      guard staying > 0 else { continue }
      throw SwiftDataError(
        .modelValidationFailure,
        """
        \(source.name).\(property.name) still refers to \(staying) \(target.name) and denies the \
        deletion; delete or reassign them first.
        """,
        entity: source.name, property: property.name, count: Int(staying))
    }
  }

  /// Sets all to-one references to deleted rows to NULL, even for relationships without an inverse.
  private func nullify() throws {
    for entity in layout.entities {
      for property in entity.columns {
        guard let relationship = property.relationship else { continue }
        let target = layout.entities[relationship.destination]
        let condition =
          "\(property.name.sqlQuoted) IN (SELECT \"id\" FROM temp.\(name(target))) "
          + "AND \"_sd_id\" NOT IN (SELECT \"id\" FROM temp.\(name(entity)))"
        if property.isOptional {
          try connection.execute(
            "UPDATE \(entity.table.sqlQuoted) SET \(property.name.sqlQuoted) = NULL "
              + "WHERE \(condition)")
        } else {
          let count =
            try connection.integer(
              "SELECT count(*) FROM \(entity.table.sqlQuoted) WHERE \(condition)") ?? 0
          guard count == 0 else {
            throw SwiftDataError(
              .modelValidationFailure,
              """
              \(count) \(entity.name) would lose the required \(property.name), because a \
              \(target.name) is being deleted; delete or change them first.
              """,
              entity: entity.name, property: property.name, count: Int(count))
          }
        }
      }
    }
  }
}
