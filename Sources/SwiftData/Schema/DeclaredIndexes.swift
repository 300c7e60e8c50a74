/// The indexes that the models declare with `#Unique` and `#Index`. The methods create and drop a
/// store's indexes to match the declarations.
///
/// Index declarations are not part of a schema version's identity. Even a store with the current
/// version can therefore lack declared indexes or contain indexes that are no longer declared. The
/// name of an index describes it completely, so only names are compared.
struct DeclaredIndexes {
  let layout: StoreLayout

  init(_ layout: StoreLayout) { self.layout = layout }

  /// The names of the indexes that the models declare.
  var names: Set<String> {
    Set(layout.entities.flatMap { entity in entity.indexes.map(entity.name(of:)) })
  }

  /// The names of the R*Trees that the models declare.
  var rtreeNames: Set<String> { names.filter { $0.hasPrefix(IndexLayout.rtreePrefix) } }

  /// Returns the names of the store's indexes that were created for `#Unique` and `#Index`.
  static func names(_ connection: Connection) throws -> Set<String> {
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'")
    let indexes: Set<String> = Set(
      names.compactMap { row in
        guard case .text(let name) = row[0],
          name.hasPrefix(IndexLayout.prefix) || name.hasPrefix(IndexLayout.uniquePrefix)
        else { return nil }
        return name
      })
    return try indexes.union(RTree.names(connection, whole: true))
  }

  /// Drops the store's indexes that are no longer declared.
  func dropStale(_ connection: Connection) throws {
    let trees = try RTree.names(connection, whole: false)
    for name in try Self.names(connection).union(trees).subtracting(names).sorted() {
      if trees.contains(name) {
        try RTree.drop(name, connection)
      } else {
        try connection.execute("DROP INDEX \(name.sqlQuoted)")
      }
    }
  }

  /// Drops indexes that are no longer declared, and creates declared indexes that do not exist yet.
  /// The caller must have begun a transaction.
  ///
  /// - Throws: ``SwiftDataError/uniqueViolation`` if objects violate a new `#Unique` constraint.
  func reconcile(_ connection: Connection) throws {
    try dropStale(connection)
    let present = try Self.names(connection)
    for entity in layout.entities {
      for index in entity.indexes where !present.contains(entity.name(of: index)) {
        try make(index, of: entity, connection)
      }
    }
  }

  /// Drops all declared R*Trees, and creates them again from the rows. The caller must have begun a
  /// transaction.
  func rebuildRTrees(_ connection: Connection) throws {
    for name in rtreeNames { try RTree.drop(name, connection) }
    try reconcile(connection)
  }

  private func make(
    _ index: IndexLayout, of entity: EntityLayout, _ connection: Connection
  ) throws {
    if index.kind == .rtree { try RTree.drop(entity.name(of: index), connection) }
    do {
      for statement in entity.create(index) { try connection.execute(statement) }
    } catch let error as SwiftDataError where error == .uniqueViolation {
      throw try duplicates(of: index, entity, connection)
    }
  }

  private func duplicates(
    of index: IndexLayout, _ entity: EntityLayout, _ connection: Connection
  ) throws -> SwiftDataError {
    let names = index.slots.map { entity.properties[$0].name }
    let columns = names.map(\.sqlQuoted)
    let groups =
      "FROM \(entity.table.sqlQuoted) WHERE "
      + columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      + " GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1"
    let count = try connection.integer("SELECT count(*) FROM (SELECT 1 \(groups))") ?? 0
    let samples = try connection.rows(
      "SELECT \(columns.joined(separator: ", ")) \(groups) ORDER BY count(*) DESC, 1 LIMIT 5"
    ).map { row in
      row.map { value in if case .text(let text) = value { text } else { value.literal } }
        .joined(separator: ", ")
    }
    let list = names.joined(separator: ", ")
    return SwiftDataError(
      .uniqueViolation,
      """
      #Unique of \(entity.name) allows each combination of \(list) only once, but \(count) \
      combinations occur more than once (\(samples.joined(separator: "; "))). Remove the \
      duplicates in willMigrate of a new version, or before the constraint is declared.
      """,
      entity: entity.name, property: list, count: Int(count), samples: samples)
  }
}
