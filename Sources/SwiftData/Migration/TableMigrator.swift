/// Changes the tables of a store from one version to the next, in two halves.
///
/// ``expand()`` makes the new tables beside the old, so that `didMigrate` can read both;
/// ``contract()`` checks what it left and takes the old ones away.
struct TableMigrator {
  private let old: OldShape
  private let new: StoreLayout
  private let connection: Connection
  private let mode: TableChangePlanner.Mode
  private let changes: [TableChange]
  private let created: [EntityLayout]
  private let progress: MigrationProgress

  init(
    from identity: String, to new: StoreLayout, mode: TableChangePlanner.Mode,
    _ connection: Connection, _ progress: MigrationProgress
  ) throws {
    let old = try OldShape(identity: identity)
    self.old = old
    self.new = new
    self.connection = connection
    self.mode = mode
    self.progress = progress
    let planner = TableChangePlanner(old: old, new: new, mode: mode, connection: connection)
    var changes: [TableChange] = []
    var created: [EntityLayout] = []
    for entity in new.entities {
      if let source = old.entities[entity.name] {
        changes.append(try planner.change(entity, from: source))
      } else {
        created.append(entity)
      }
    }
    self.changes = changes
    self.created = created
    if mode == .lossless, let name = removedEntities.first {
      throw SwiftDataError(
        .migrationPlanRequired,
        "The store has objects of \(name), which the schema does not; add a migration plan.",
        entity: name)
    }
    try planner.checkRemoved(removedEntities, created: created)
    try planner.checkDroppedLinks()
  }

  private var removedEntities: [String] {
    Set(old.entities.keys).subtracting(new.entities.map(\.name)).sorted()
  }

  // MARK: Expand

  func expand() throws {
    try DeclaredIndexes(new).dropStale(connection)
    for entity in created {
      try connection.execute(entity.createTable(in: new))
      for index in entity.relationshipIndexes { try connection.execute(index) }
      try connection.execute(
        "INSERT OR IGNORE INTO \"_sd_key\" VALUES (?, 1)", [.text(entity.name)])
      try progress(.tableExpanded(entity: entity.name))
    }
    for change in changes {
      if change.isInPlace { try addColumns(change) } else { try rebuild(change) }
      for column in change.columns {
        if case .unset = column.fill { try track(column.property, change.entity) }
      }
      try progress(.tableExpanded(entity: change.entity.name))
    }
    for link in new.links {
      try makeLink(link)
      try progress(.linksMade(link.name))
    }
  }

  private func addColumns(_ change: TableChange) throws {
    let table = change.entity.table.sqlQuoted
    for column in change.columns where column.isNew {
      let property = column.property
      var definition = change.entity.columnDefinition(property, in: new)
      switch column.fill {
      case .constant(let value) where value != .null: definition += " DEFAULT \(value.literal)"
      case .unset, .perRow: definition += " DEFAULT \(placeholder(property))"
      default: break
      }
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(definition)")
      if property.relationship != nil {
        try connection.execute(change.entity.createRelationshipIndex(property))
      }
    }
    try fillPerRow(change)
  }

  private func rebuild(_ change: TableChange) throws {
    let entity = change.entity
    entity.table = "_sd_new_\(entity.name)"
    try connection.execute(entity.createTable(in: new))
    var targets = ["\"_sd_id\""]
    var sources = ["\"_sd_id\""]
    for column in change.columns {
      targets.append(column.property.name.sqlQuoted)
      switch column.fill {
      case .copy(let name): sources.append(name.sqlQuoted)
      case .copyFilling(let name, let value):
        sources.append("coalesce(\(name.sqlQuoted), \(value.literal))")
      case .constant(let value): sources.append(value.literal)
      case .unset, .perRow: sources.append(placeholder(column.property))
      }
    }
    try connection.execute(
      "INSERT INTO \(entity.table.sqlQuoted) (\(targets.joined(separator: ", "))) "
        + "SELECT \(sources.joined(separator: ", ")) FROM \(entity.name.sqlQuoted)")
    for property in entity.columns where property.relationship != nil {
      try connection.execute(
        "DROP INDEX IF EXISTS \(entity.relationshipIndex(property).sqlQuoted)")
      try connection.execute(entity.createRelationshipIndex(property))
    }
    try fillPerRow(change)
  }

  private func placeholder(_ property: PropertyLayout) -> String {
    property.isOptional ? "NULL" : property.attribute?.type.placeholder ?? "0"
  }

  private func fillPerRow(_ change: TableChange) throws {
    let table = change.entity.table.sqlQuoted
    for column in change.columns {
      guard case .perRow(let make) = column.fill else { continue }
      let keys = try connection.rows("SELECT \"_sd_id\" FROM \(table)")
      for key in keys {
        try connection.execute(
          "UPDATE \(table) SET \(column.property.name.sqlQuoted) = ? WHERE \"_sd_id\" = ?",
          [try make() ?? .null, key[0]])
      }
    }
  }

  /// Keeps the keys of rows whose mandatory value `didMigrate` has still to set.
  private func track(_ property: PropertyLayout, _ entity: EntityLayout) throws {
    let name = unsetTable(property, entity)
    let table = entity.table.sqlQuoted
    entity.unsetSlots.insert(property.slot)
    try connection.execute(
      "CREATE TEMP TABLE \(name.sqlQuoted) (\"id\" INTEGER PRIMARY KEY)")
    try connection.execute(
      "INSERT INTO temp.\(name.sqlQuoted) SELECT \"_sd_id\" FROM \(table)")
    for (suffix, event) in [
      ("u", "UPDATE OF \(property.name.sqlQuoted)"), ("d", "DELETE"),
    ] {
      let row = suffix == "u" ? "NEW" : "OLD"
      try connection.execute(
        "CREATE TEMP TRIGGER \((name + suffix).sqlQuoted) AFTER \(event) ON main.\(table) BEGIN "
          + "DELETE FROM \(name.sqlQuoted) WHERE \"id\" = \(row).\"_sd_id\"; END")
    }
  }

  private func unsetTable(_ property: PropertyLayout, _ entity: EntityLayout) -> String {
    "_sd_unset_\(entity.name).\(property.name)"
  }

  private func makeLink(_ link: LinkLayout) throws {
    let source = LinkSource(link: link, old: old, new: new)
    if let table = source.table, table.name == link.name, !table.isSwapped { return }
    if old.links.contains(where: { $0.name == link.name }) {
      link.table = "_sd_new_\(link.table)"
      try connection.execute("DROP INDEX \(link.reverseIndex.sqlQuoted)")
    }
    try connection.execute(link.createTable(in: new))
    let target = link.table.sqlQuoted
    if let table = source.table {
      let columns = table.isSwapped ? "\"b\", \"a\"" : "\"a\", \"b\""
      try connection.execute(
        "INSERT INTO \(target) (\"a\", \"b\") SELECT \(columns) FROM "
          + LinkLayout.table(for: table.name).sqlQuoted)
    } else if let column = source.column {
      let property = column.property.sqlQuoted
      let columns = column.isAtA ? "\"_sd_id\", \(property)" : "\(property), \"_sd_id\""
      try connection.execute(
        "INSERT INTO \(target) (\"a\", \"b\") SELECT \(columns) FROM \(column.entity.sqlQuoted) "
          + "WHERE \(property) IS NOT NULL")
    }
    try connection.execute(link.createReverseIndex)
  }

  // MARK: Contract

  /// - Throws: ``SwiftDataError/unsetMandatory`` or ``SwiftDataError/uniqueViolation``.
  func contract() throws {
    try checkUnset()
    for link in old.links
    where !new.links.contains(where: { $0.name == link.name }) {
      try connection.execute("DROP TABLE \(LinkLayout.table(for: link.name).sqlQuoted)")
    }
    for link in new.links {
      let table = LinkLayout.table(for: link.name)
      guard link.table != table else { continue }
      try connection.execute("DROP TABLE \(table.sqlQuoted)")
      try connection.execute(
        "ALTER TABLE \(link.table.sqlQuoted) RENAME TO \(table.sqlQuoted)")
      link.table = table
    }
    for change in changes where !change.isInPlace {
      let entity = change.entity
      try connection.execute("DROP TABLE \(entity.name.sqlQuoted)")
      try connection.execute(
        "ALTER TABLE \(entity.table.sqlQuoted) RENAME TO \(entity.name.sqlQuoted)")
      entity.table = entity.name
    }
    for name in removedEntities {
      try connection.execute("DROP TABLE \(name.sqlQuoted)")
    }
    for change in changes {
      for name in change.noLongerUnique where change.isInPlace {
        try connection.execute(
          "DROP INDEX \("_sd_unique_\(change.entity.name).\(name)".sqlQuoted)")
      }
      let wanted = change.isInPlace ? change.newlyUnique : change.entity.columns.filter(\.isUnique)
      for property in wanted { try makeUnique(property, change.entity) }
    }
    for entity in created {
      for property in entity.columns where property.isUnique { try makeUnique(property, entity) }
    }
    try DeclaredIndexes(new).reconcile(connection)
  }

  private func checkUnset() throws {
    for change in changes {
      for column in change.columns {
        guard case .unset = column.fill else { continue }
        let name = unsetTable(column.property, change.entity)
        let count = try connection.integer("SELECT count(*) FROM temp.\(name.sqlQuoted)") ?? 0
        for suffix in ["u", "d"] {
          try connection.execute("DROP TRIGGER temp.\((name + suffix).sqlQuoted)")
        }
        try connection.execute("DROP TABLE temp.\(name.sqlQuoted)")
        change.entity.unsetSlots.remove(column.property.slot)
        guard count == 0 else {
          throw SwiftDataError(
            .unsetMandatory,
            "\(change.entity.name).\(column.property.name) is new and must have a value; "
              + "didMigrate left \(count) rows without. Set it for every object, or give it a "
              + "default.",
            entity: change.entity.name, property: column.property.name, count: Int(count))
        }
      }
    }
  }

  private func makeUnique(_ property: PropertyLayout, _ entity: EntityLayout) throws {
    let column = property.name.sqlQuoted
    let duplicates = try connection.rows(
      "SELECT \(column), count(*) FROM \(entity.table.sqlQuoted) WHERE \(column) IS NOT NULL "
        + "GROUP BY \(column) HAVING count(*) > 1 ORDER BY count(*) DESC, 1")
    guard duplicates.isEmpty else {
      let samples = duplicates.prefix(5).map { row -> String in
        if case .text(let text) = row[0] { text } else { row[0].literal }
      }
      throw SwiftDataError(
        .uniqueViolation,
        "\(entity.name).\(property.name) is unique in the new version, and \(duplicates.count) "
          + "values stand more than once (\(samples.joined(separator: ", "))); "
          + "make them differ in willMigrate.",
        entity: entity.name, property: property.name, count: duplicates.count, samples: samples)
    }
    try connection.execute(entity.createUniqueIndex(property))
  }
}
