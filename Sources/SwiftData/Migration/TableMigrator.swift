/// A migrator that changes a store's tables from one version to the next in two steps.
///
/// The method ``expand()`` creates the new tables and leaves the old ones in place. The closure
/// `didMigrate` can therefore read both. The method ``contract()`` then verifies the result of
/// `didMigrate` and removes the old tables.
struct TableMigrator {
  let old: OldShape
  let new: StoreLayout
  let connection: Connection
  let plan: TablePlan
  private let progress: MigrationProgress

  /// Plans the changes to the tables.
  ///
  /// - Parameter former: The layout of the store's version, or nil without a migration plan.
  /// - Parameter isBackward: Whether `new` is an earlier version than `former`.
  /// - Throws: ``SwiftDataError``, before any change, if the migration would silently lose data.
  init(
    from identity: String, former: StoreLayout?, to new: StoreLayout, isBackward: Bool = false,
    mode: TableChangePlanner.MigrationMode, _ connection: Connection, _ progress: MigrationProgress
  ) throws {
    let shape = try StoredShape(identity: identity)
    let lineage: Lineage
    if isBackward, let former {
      lineage = try Lineage(from: former, backTo: new)
    } else {
      lineage = Lineage(from: shape, declared: former.map(DeclaredNames.init), to: new)
    }
    self.old = OldShape(shape, lineage: lineage)
    self.new = new
    self.connection = connection
    self.progress = progress
    self.plan = try TableChangePlanner.plan(
      from: old, to: new, former: former, mode: mode, connection)
  }

  // MARK: Expand

  func expand() throws {
    try DeclaredIndexes(new).dropStale(connection)
    for entity in plan.created {
      try connection.execute(entity.createTable(in: new))
      for index in entity.relationshipIndexes { try connection.execute(index) }
      try connection.execute(
        "INSERT OR IGNORE INTO \"_sd_key\" VALUES (?, 1)", [.text(entity.name)])
      try progress(.tableExpanded(entity: entity.name))
    }
    for change in plan.changes {
      try takeOverKeys(change)
      if change.isInPlace { try addColumns(change) } else { try rebuild(change) }
      for column in change.columns {
        if case .unset = column.missingValue { try track(column, change) }
      }
      try progress(.tableExpanded(entity: change.entity.name))
    }
    for change in plan.links {
      try makeLink(change)
      try progress(.linksMade(change.link.name))
    }
  }

  /// Continues the row key sequence of a renamed class under the class's new name. Objects keep
  /// their row keys.
  private func takeOverKeys(_ change: TableChange) throws {
    guard change.formerName != change.entity.name else { return }
    try connection.execute(
      "INSERT INTO \"_sd_key\" SELECT ?, \"next\" FROM \"_sd_key\" WHERE \"entity\" = ? "
        + "ON CONFLICT (\"entity\") DO UPDATE SET \"next\" = max(\"next\", excluded.\"next\")",
      [.text(change.entity.name), .text(change.formerName)])
  }

  private func addColumns(_ change: TableChange) throws {
    let table = change.entity.table.sqlQuoted
    for column in change.columns where column.expression == nil {
      let property = column.property
      var definition = change.entity.columnDefinition(property, in: new)
      switch column.missingValue {
      case .value(let value) where value != .null: definition += " DEFAULT \(value.literal)"
      case .unset, .perRow: definition += " DEFAULT \(placeholder(property))"
      default: break
      }
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(definition)")
      if property.relationship != nil {
        try connection.execute(change.entity.createRelationshipIndex(property))
      }
      if case .perRow(let make) = column.missingValue {
        let function = function(column)
        try connection.withFunctions([(function, make)]) {
          try connection.execute(
            "UPDATE \(table) SET \(property.name.sqlQuoted) = \(function)()")
        }
      }
    }
  }

  private func rebuild(_ change: TableChange) throws {
    let entity = change.entity
    // SQLite cannot change the type or the constraints of a column, so the rows are copied into a
    // new table.
    entity.table = "_sd_new_\(entity.name)"
    try connection.execute(entity.createTable(in: new))
    var targets = ["\"_sd_id\""]
    var sources = ["t.\"_sd_id\""]
    var joins = ""
    var functions: [(String, () throws -> _SQLValue?)] = []
    for column in change.columns {
      targets.append(column.property.name.sqlQuoted)
      if let pairs = column.pairs {
        let alias = column.alias.sqlQuoted
        joins += " LEFT JOIN (\(pairs)) AS \(alias) ON \(alias).\"own\" = t.\"_sd_id\""
      }
      let fallback: String?
      switch column.missingValue {
      case .null: fallback = nil
      case .value(let value): fallback = value.literal
      case .unset: fallback = placeholder(column.property)
      case .perRow(let make):
        functions.append((function(column), make))
        fallback = "\(function(column))()"
      }
      // The fallback also replaces NULL in a column that the new version requires.
      switch (column.expression, fallback) {
      case (let expression?, let fallback?): sources.append("coalesce(\(expression), \(fallback))")
      case (let expression?, nil): sources.append(expression)
      case (nil, let fallback): sources.append(fallback ?? "NULL")
      }
    }
    try connection.withFunctions(functions) {
      try connection.execute(
        "INSERT INTO \(entity.table.sqlQuoted) (\(targets.joined(separator: ", "))) "
          + "SELECT \(sources.joined(separator: ", ")) FROM \(change.formerName.sqlQuoted) AS t\(joins)"
      )
    }
    // The former table's index has the same name, so it is dropped first.
    for property in entity.columns where property.relationship != nil {
      try connection.execute(
        "DROP INDEX IF EXISTS \(entity.relationshipIndex(property).sqlQuoted)")
      try connection.execute(entity.createRelationshipIndex(property))
    }
  }

  private func function(_ column: TableChange.Column) -> String {
    "_sd_default_\(column.property.slot)"
  }

  private func placeholder(_ property: PropertyLayout) -> String {
    property.isOptional ? "NULL" : property.attribute?.type.placeholder ?? "0"
  }

  private func makeLink(_ change: LinkChange) throws {
    guard !change.isInPlace else { return }
    let link = change.link
    if old.links.contains(where: { link.sharesTable(with: $0) }) {
      link.table = "_sd_new_\(link.table)"
      try connection.execute("DROP INDEX \(link.reverseIndex.sqlQuoted)")
    }
    try connection.execute(link.createTable(in: new))
    if let pairs = change.pairs {
      try connection.execute(
        "INSERT INTO \(link.table.sqlQuoted) (\"a\", \"b\") "
          + "SELECT \"own\", \"other\" FROM (\(pairs.sql))")
    }
    try connection.execute(link.createReverseIndex)
  }

  // MARK: Indexes for the closure

  /// Creates indexes on the new version's unique columns, to speed up lookups when `didMigrate`
  /// inserts objects. The indexes allow duplicate values, which may exist until the closure ends.
  func indexForClosure() throws {
    for (entity, key) in try comingKeys() {
      let columns = key.map(\.name.sqlQuoted).joined(separator: ", ")
      try connection.execute(
        "CREATE INDEX \(lookup(entity, key)) ON \(entity.table.sqlQuoted) (\(columns))")
    }
  }

  private func lookup(_ entity: EntityLayout, _ key: [PropertyLayout]) -> String {
    "_sd_lookup_\(entity.name).\(key.map(\.name).joined(separator: ","))".sqlQuoted
  }

  /// Returns the unique keys for which ``contract()`` must still create an index.
  private func comingKeys() throws -> [(EntityLayout, [PropertyLayout])] {
    let present = try DeclaredIndexes.names(connection)
    var found = plan.created.flatMap { entity in entity.uniqueKeys.map { (entity, $0) } }
    for change in plan.changes {
      let entity = change.entity
      guard change.isInPlace else {
        found += entity.uniqueKeys.map { (entity, $0) }
        continue
      }
      found += change.newlyUnique.map { (entity, [$0]) }
      for index in entity.indexes where index.isUnique && !present.contains(entity.name(of: index))
      {
        found.append((entity, index.slots.map { entity.properties[$0] }))
      }
    }
    return found
  }

  // MARK: Contract

  /// Removes the old tables and renames the new ones.
  ///
  /// - Returns: Each mandatory property without a default that `didMigrate` set.
  ///   The result also contains the number of rows in which each property was set.
  /// - Throws: ``SwiftDataError/unsetMandatory`` if a mandatory property remains unset in a row.
  ///   Throws ``SwiftDataError/uniqueViolation`` if several rows have the same value for a unique
  ///   key.
  func contract() throws -> [MigrationReport.Filled] {
    let filled = try checkUnset()
    for (entity, key) in try comingKeys() {
      try connection.execute("DROP INDEX IF EXISTS \(lookup(entity, key))")
    }
    for link in old.links where !new.links.contains(where: { $0.sharesTable(with: link) }) {
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
    let rebuilt = plan.changes.filter { !$0.isInPlace }
    for name in rebuilt.map(\.formerName) + plan.removed {
      try connection.execute("DROP TABLE \(name.sqlQuoted)")
    }
    for change in rebuilt {
      let entity = change.entity
      try connection.execute(
        "ALTER TABLE \(entity.table.sqlQuoted) RENAME TO \(entity.name.sqlQuoted)")
      entity.table = entity.name
    }
    for change in plan.changes {
      for name in change.noLongerUnique where change.isInPlace {
        try connection.execute(
          "DROP INDEX \("_sd_unique_\(change.entity.name).\(name)".sqlQuoted)")
      }
      let wanted = change.isInPlace ? change.newlyUnique : change.entity.columns.filter(\.isUnique)
      for property in wanted { try makeUnique(property, change.entity) }
    }
    for entity in plan.created {
      for property in entity.columns where property.isUnique { try makeUnique(property, entity) }
    }
    try DeclaredIndexes(new).reconcile(connection)
    return filled
  }

  private func makeUnique(_ property: PropertyLayout, _ entity: EntityLayout) throws {
    let column = property.name.sqlQuoted
    let duplicates = try connection.rows(
      "SELECT \(column), count(*) FROM \(entity.table.sqlQuoted) WHERE \(column) IS NOT NULL "
        + "GROUP BY \(column) HAVING count(*) > 1 ORDER BY count(*) DESC, 1")
    guard duplicates.isEmpty else {
      let samples = duplicates.prefix(5).map { $0[0].sample(of: property.attribute?.type) }
      throw SwiftDataError(
        .uniqueViolation,
        """
        \(entity.name).\(property.name) is unique in the new version, but \(duplicates.count) \
        values occur more than once (\(samples.joined(separator: ", "))); remove the duplicates in \
        willMigrate.
        """,
        entity: entity.name, property: property.name, count: duplicates.count, samples: samples)
    }
    try connection.execute(entity.createUniqueIndex(property))
  }
}

extension LinkLayout {
  /// Returns whether a new link table would have the same name as an old one, ignoring case.
  fileprivate func sharesTable(with old: OldShape.Link) -> Bool {
    name.lowercased() == old.name.lowercased()
  }
}
