/// An entity whose changed rows a caller wants to know, with an optional filter.
package struct WatchedEntity: Sendable {
  package let name: String
  /// The name of a to-one relationship that must be nil in the returned rows, or nil to return all
  /// changed rows. If a relationship is named, inserted rows are not returned.
  package let emptyReference: String?

  package init(_ name: String, emptyReference: String? = nil) {
    self.name = name
    self.emptyReference = emptyReference
  }
}

/// Methods that find the rows changed after a given revision.
extension Journal {
  /// Returns the keys of the rows that have changed since the given revision, indexed by entity.
  /// Inserted and deleted rows, rows with changed links, and changes by other processes are
  /// included.
  ///
  /// - Returns: The row keys.
  ///   Nil if the history does not contain every change after the revision, for example because an
  ///   undone entry was removed. The result is also nil if the number of rows exceeds the limit.
  /// - Complexity: O(*n*) for *n* row images (copies of rows) recorded after the revision.
  func changedRows(
    since revision: Int64, in entities: [WatchedEntity], limit: Int, layout: StoreLayout
  ) throws -> [String: Set<Int64>]? {
    let now = try connection.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0
    guard now >= revision else { return nil }
    // Each revision belongs to one entry until that entry is undone, redone or removed.
    let known = try connection.integer(
      "SELECT count(*) FROM \"_sd_journal\" WHERE \"revision\" > ? AND \"state\" <> 2",
      [.integer(revision)])
    guard known == now - revision else { return nil }
    var changed: [String: Set<Int64>] = [:]
    for watched in entities {
      guard let entity = layout.entity(named: watched.name),
        let keys = try changedKeys(of: entity, watched.emptyReference, since: revision, limit)
      else { return nil }
      changed[entity.name] = keys
    }
    for link in layout.links {
      let ends = [("a", link.entityA), ("b", link.entityB)]
      for (column, index) in ends {
        let name = layout.entities[index].name
        guard changed[name] != nil else { continue }
        let keys = try linkedKeys(link, column, since: revision, limit)
        changed[name]?.formUnion(keys)
      }
    }
    return changed.values.contains { $0.count > limit } ? nil : changed
  }

  /// Returns the keys of an entity's changed rows. Returns nil if the number of keys exceeds the
  /// limit.
  private func changedKeys(
    of entity: EntityLayout, _ emptyReference: String?, since revision: Int64, _ limit: Int
  ) throws -> Set<Int64>? {
    var keys: Set<Int64> = []
    let condition = emptyReference.map { " AND i.\($0.sqlQuoted) IS NULL" } ?? ""
    let statement = try connection.prepare(
      "SELECT DISTINCT i.\"_sd_id\" FROM \"_sd_journal\" AS e "
        + "CROSS JOIN \(Self.imageTable(entity).sqlQuoted) AS i ON i.\"_sd_entry\" = e.\"id\" "
        + "WHERE e.\"revision\" > ? AND i.\"_sd_image\" <> \(Image.aside.rawValue)\(condition) "
        + "LIMIT \(limit + 1)")
    statement.bind(revision, 1)
    while try statement.step() { keys.insert(statement.int64(0)) }
    guard keys.count <= limit, emptyReference == nil else {
      return keys.count <= limit ? keys : nil
    }
    for row in try connection.rows(
      "SELECT r.\"low\", r.\"high\" FROM \"_sd_journal\" AS e "
        + "CROSS JOIN \"_sd_journal_range\" AS r ON r.\"entry\" = e.\"id\" "
        + "WHERE e.\"revision\" > ? AND r.\"entity\" = ?",
      [.integer(revision), .text(entity.name)])
    {
      guard case .integer(let low) = row[0], case .integer(let high) = row[1], low <= high,
        high - low < Int64(limit)
      else { return nil }
      keys.formUnion(low...high)
    }
    return keys.count <= limit ? keys : nil
  }

  private func linkedKeys(
    _ link: LinkLayout, _ column: String, since revision: Int64, _ limit: Int
  ) throws -> Set<Int64> {
    var keys: Set<Int64> = []
    let statement = try connection.prepare(
      "SELECT DISTINCT i.\"\(column)\" FROM \"_sd_journal\" AS e "
        + "CROSS JOIN \(Self.imageTable(link).sqlQuoted) AS i ON i.\"_sd_entry\" = e.\"id\" "
        + "WHERE e.\"revision\" > ? LIMIT \(limit + 1)")
    statement.bind(revision, 1)
    while try statement.step() { keys.insert(statement.int64(0)) }
    return keys
  }
}
