import Foundation

extension StoreContext {
  /// Fetches the objects that match a descriptor, including unsaved changes unless the descriptor
  /// excludes them.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let entity = try entity(of: T.self)
    let found = try reading(
      descriptor, entity, selecting: entity.selection(alias: "t0")
    ) { connection, query, written in
      try objects(
        T.self, entity, query.sql, query.arguments, connection, written.map(insertedModels))
    }
    try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: found, entity)
    return found
  }

  /// Counts the objects that match a descriptor. Like ``fetch(_:)``, the function includes unsaved
  /// changes unless the descriptor excludes them.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let entity = try entity(namedLike: T.self)
    return try reading(descriptor, entity, selecting: "1", ordered: false) { connection, query, _ in
      Int(
        try connection.integer("SELECT count(*) FROM (\(query.sql))", query.arguments) ?? 0)
    }
  }

  /// Returns the object with the given identifier. Returns nil if the object exists neither in the
  /// context nor in the store.
  func model<T: PersistentModel>(
    _ type: T.Type, for identifier: PersistentIdentifier
  ) throws -> T? {
    let entity = try entity(of: T.self)
    guard identifier.entityName == entity.name, identifier.storeIdentifier == store.identifier
    else { return nil }
    if let object = registeredObject(T.self, key: identifier.key) { return object }
    return try read { connection in
      try objects(
        T.self, entity,
        "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 "
          + "WHERE t0.\"_sd_id\" = ?", [.integer(identifier.key)], connection
      ).first
    }
  }

  /// Returns the model object with the given identifier, regardless of its class. The object is
  /// taken from the context if it is registered there, and otherwise read from the store.
  func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    guard let entity = layout.entity(named: identifier.entityName) else {
      deferRead(
        SwiftDataError(
          .wrongSchema,
          """
          The context's schema, version \(schema.version), has no \(identifier.entityName); use a \
          context whose schema has it.
          """, entity: identifier.entityName))
      return MissingModel()
    }
    return object(entity.type, for: identifier)
  }

  private func object<T: PersistentModel>(
    _ type: T.Type, for identifier: PersistentIdentifier
  ) -> any PersistentModel {
    if identifier.storeIdentifier == nil,
      let unsaved = inserted.first(where: { $0.persistentModelID == identifier })
    {
      return unsaved
    }
    do {
      if let model = try model(type, for: identifier) { return model }
    } catch {
      deferRead(error)
    }
    return StandIn.make(type, for: self)
  }

  /// The entity and row key that an unsaved object will have after a save.
  struct PendingKey: Hashable {
    let entity: Int
    let key: Int64
  }

  /// Runs a query and returns the objects for its rows. The query must select all of the entity's
  /// columns. If `pending` is nil, the query does not see unsaved changes, and objects without such
  /// changes are refreshed.
  ///
  /// - Parameter pending: The unsaved objects, indexed by their rows in a temporary save.
  func objects<T: PersistentModel>(
    _ type: T.Type, _ entity: EntityLayout, _ sql: String, _ arguments: [_SQLValue],
    _ connection: Connection, _ pending: [PendingKey: any PersistentModel]? = nil
  ) throws -> [T] {
    let statement = try connection.prepare(sql)
    try statement.bind(arguments)
    let row = _RowReader(statement, entity: entity)
    let map = registered[entity.index]
    var objects: [T] = []
    while try statement.step() {
      objects.append(try object(of: row, in: map, pending))
      if let failure = row.failure {
        statement.reset()
        throw failure
      }
    }
    return objects
  }

  /// Returns the object that represents a statement's current row.
  @inline(__always)
  func object<T: PersistentModel>(
    of row: _RowReader, in map: IdentityMap, _ pending: [PendingKey: any PersistentModel]? = nil
  ) throws -> T {
    let entity = row.entity
    let key = row.int64(0)
    guard key > 0 else {
      row.statement.reset()
      throw SwiftDataError(
        .corruptStore,
        """
        A row of \(entity.name) has the invalid key \(key), so the store is damaged; restore a \
        backup.
        """, entity: entity.name)
    }
    // If a save will overwrite a stored object's row with an unsaved object, the unsaved object
    // already represents that row.
    if let object = pending?[PendingKey(entity: entity.index, key: key)] as? T { return object }
    if let known = map[key]?.takeUnretainedValue() {
      // In a migration an entity may have objects of two classes, one per version, which cannot
      // share a row.
      guard let object = known as? T else {
        row.statement.reset()
        throw remember(
          layout.unknownModelError(
            T.self, version: schema.version,
            in: "a fetch of a row that an object already represents"))
      }
      if object._$state.dirty == 0, object._$state.phase == .stored, pending == nil {
        refresh(object, row)
      }
      return object
    }
    try row.checkConstants()
    let object = T(_$row: row)
    register(object, entity: entity.index, key: key)
    return object
  }
}
