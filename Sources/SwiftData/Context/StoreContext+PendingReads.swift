/// Queries that include unsaved changes. The changes are written before each query and rolled back
/// afterwards.
extension StoreContext {
  /// A fetch descriptor compiled to SQL.
  struct Query {
    let sql: String
    let arguments: [_SQLValue]
    /// The indexes of the entities whose tables the query reads.
    let entities: Set<Int>
    /// Whether the query contains identifiers of unsaved objects. Unsaved objects receive their row
    /// keys only when they are written.
    let namesUnsaved: Bool
  }

  /// Runs a fetch descriptor's query. If unsaved changes are included and may affect the result,
  /// the query runs on the store as it would be after a save. The closure receives the temporary
  /// save's writes, or nil if unsaved changes are not included.
  ///
  /// - Parameter body: A closure that runs the compiled query.
  func reading<T: PersistentModel, Result>(
    _ descriptor: FetchDescriptor<T>, _ entity: EntityLayout, selecting columns: String,
    ordered: Bool = true, _ body: (Connection, Query, WrittenChanges?) throws -> Result
  ) throws -> Result {
    noticeErasure()
    let query = try query(descriptor, entity, selecting: columns, ordered: ordered)
    guard descriptor.includePendingChanges, store.isWritable, !isReadOnly,
      hasChanges(in: query.entities)
    else { return try read { try body($0, query, nil) } }
    func writeAndQuery(_ connection: Connection) throws -> Result {
      let written = try ChangeWriter.write(self, connection, for: .query)
      guard query.namesUnsaved else { return try body(connection, query, written) }
      let resolved = try self.query(
        descriptor, entity, selecting: columns, ordered: ordered, unsaved: temporaryKeys(written))
      return try body(connection, resolved, written)
    }
    do {
      if let pinned { return try pinned.peek { try writeAndQuery(pinned) } }
      return try store.peek(writeAndQuery)
    } catch {
      throw remember(error)
    }
  }

  /// Compiles a fetch descriptor into an SQL query.
  ///
  /// - Parameter unsaved: The row keys from a temporary save, indexed by the temporary keys.
  private func query<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: EntityLayout, selecting columns: String,
    ordered: Bool, unsaved: [Int64: Int64] = [:]
  ) throws -> Query {
    do {
      let clauses = try layout.compile(
        descriptor.predicate, sortBy: ordered ? descriptor.sortBy : [], for: T.self, as: entity,
        unsaved: unsaved, rtrees: store.searchableRTrees)
      var sql = "SELECT \(columns) FROM \(entity.table.sqlQuoted) AS t0 \(clauses.joins)"
      if !clauses.condition.isEmpty { sql += " WHERE \(clauses.condition)" }
      if !clauses.order.isEmpty, ordered { sql += " ORDER BY \(clauses.order)" }
      if descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
        sql += " LIMIT \(descriptor.fetchLimit ?? -1) OFFSET \(descriptor.fetchOffset ?? 0)"
      }
      return Query(
        sql: sql, arguments: clauses.arguments, entities: clauses.entities,
        namesUnsaved: clauses.namesUnsaved)
    } catch {
      throw remember(error)
    }
  }

  /// Returns the row keys that a temporary save assigned to unsaved objects, indexed by the
  /// objects' temporary keys.
  private func temporaryKeys(_ written: WrittenChanges) -> [Int64: Int64] {
    var keys: [Int64: Int64] = [:]
    for model in inserted {
      let identifier = model.persistentModelID
      guard identifier.storeIdentifier == nil else { continue }
      keys[identifier.key] = written.keys[ObjectIdentifier(model)]
    }
    return keys
  }

  /// Returns whether unsaved changes could affect rows of the given entities, or links to these
  /// rows. The effects of the delete rules are not taken into account.
  ///
  /// - Complexity: O(*n*), where *n* is the number of unsaved changes.
  private func hasChanges(in entities: Set<Int>) -> Bool {
    if !deleted.isEmpty || !deletedKeys.isEmpty { return true }
    for model in changed where entities.contains(Int(model._$state.entity)) { return true }
    for (link, _) in links.ordered {
      let ends = layout.links[link]
      if entities.contains(ends.entityA) || entities.contains(ends.entityB) { return true }
    }
    let reached = reachedByUpserts
    for model in inserted {
      let entity = Int(model._$state.entity)
      if entities.contains(entity) { return true }
      if !entities.isDisjoint(with: reached[entity]) { return true }
    }
    return false
  }

  /// For each entity, the indexes of all entities whose links can change if an object of that
  /// entity is upserted.
  private var reachedByUpserts: [Set<Int>] {
    layout.entities.map { entity in
      guard upserts, !entity.uniqueKeys.isEmpty else { return [] }
      var reached: Set<Int> = []
      for property in entity.relationships {
        if let relationship = property.relationship { reached.insert(relationship.destination) }
      }
      return reached
    }
  }
}
