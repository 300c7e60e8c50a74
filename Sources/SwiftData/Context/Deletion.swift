/// Deletes rows and what the delete rules make of the rows they lead to, a set at a time.
///
/// The keys of each entity are gathered in temporary tables until the rules add none; only then is
/// anything changed. Complexity: O(rows concerned), whatever their number.
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

  /// The temporary table of the keys of an entity that are to be deleted, quoted.
  private func name(_ entity: EntityLayout) -> String { "_sd_del_\(entity.name)".sqlQuoted }

  func add(_ entity: EntityLayout, key: Int64) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO temp.\(name(entity)) VALUES (?)", [.integer(key)])
  }

  func contains(_ entity: EntityLayout, key: Int64) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM temp.\(name(entity)) WHERE \"id\" = ?", [.integer(key)]) != nil
  }

  /// Adds the rows of a query of keys.
  func add(_ entity: EntityLayout, query: String, arguments: [_SQLValue]) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO temp.\(name(entity)) \(query)", arguments)
  }

  /// Applies the delete rules, then deletes.
  ///
  /// - Parameters:
  ///   - body: Called with the deletion once it is known what is deleted, before anything is.
  ///   - isRegistered: Whether the context has an object of an entity's index and key.
  /// - Returns: The deleted keys of such objects, by entity index.
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

  /// Gives the unique columns of the rows gathered so far values that nothing else has, so that
  /// other rows can take theirs before these are deleted.
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

  /// The column of a unique key whose value no delete rule asks for any more: an attribute, else a
  /// relationship that neither cascades nor denies.
  private static func expendable(in key: [PropertyLayout]) -> PropertyLayout? {
    key.first { $0.relationship == nil }
      ?? key.first { [.nullify, .noAction].contains($0.relationship?.deleteRule) }
  }

  /// A query of the keys of an entity that are to be deleted.
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

  /// Every relationship with a rule, as a query of the keys it leads to.
  private func targets(
    _ rule: Schema.Relationship.DeleteRule
  ) -> [(source: EntityLayout, property: PropertyLayout, target: EntityLayout, query: String)] {
    var found: [(EntityLayout, PropertyLayout, EntityLayout, String)] = []
    for entity in layout.entities {
      let doomed = "(SELECT \"id\" FROM temp.\(name(entity)))"
      for property in entity.properties {
        guard let relationship = property.relationship, relationship.deleteRule == rule else {
          continue
        }
        let target = layout.entities[relationship.destination]
        let query =
          switch relationship.storage {
          case .column:
            "SELECT \(property.name.sqlQuoted) FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" IN "
              + "\(doomed) AND \(property.name.sqlQuoted) IS NOT NULL"
          case .inverseColumn(let slot):
            "SELECT \"_sd_id\" FROM \(target.table.sqlQuoted) WHERE "
              + "\(target.properties[slot].name.sqlQuoted) IN \(doomed)"
          case .link(let index, let isFirst):
            "SELECT \"\(isFirst ? "b" : "a")\" FROM \(layout.links[index].table.sqlQuoted) WHERE "
              + "\"\(isFirst ? "a" : "b")\" IN \(doomed)"
          }
        found.append((entity, property, target, query))
      }
    }
    return found
  }

  /// Adds what the rows gathered so far lead to by a rule that cascades.
  ///
  /// Rows that can lead on, however long the chain, are found by one recursive query, each once; the
  /// others are added as sets.
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

  /// A query of what one row of `d` leads to.
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
        "\(source.name).\(property.name) still leads to \(staying) \(target.name) and denies the "
          + "deletion; delete or move those first.",
        entity: source.name, property: property.name, count: Int(staying))
    }
  }

  /// Empties every to-one column that leads to a deleted row, whether or not it has an inverse.
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
              "\(count) \(entity.name) must lead to a \(target.name) by \(property.name), which is "
                + "being deleted; delete or change them first.",
              entity: entity.name, property: property.name, count: Int(count))
          }
        }
      }
    }
  }
}
