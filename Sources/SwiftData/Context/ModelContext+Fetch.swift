import Foundation

extension ModelContext {
  /// The objects a descriptor asks for, unsaved changes included unless it says otherwise.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` for an expression that has no SQL;
  ///   ``SwiftDataError/wrongSchema`` for a model of another version.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let entity = try entity(of: T.self)
    let query = try query(descriptor, entity, selecting: entity.selection(alias: "t0"))
    return try reading(pending: descriptor.includePendingChanges) { connection, pending in
      try objects(T.self, entity, query.sql, query.arguments, connection, pending)
    }
  }

  /// How many objects a descriptor asks for.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let entity = try entity(of: T.self)
    let query = try query(descriptor, entity, selecting: "1", ordered: false)
    return try reading(pending: descriptor.includePendingChanges) { connection, _ in
      Int(
        try connection.integer("SELECT count(*) FROM (\(query.sql))", query.arguments) ?? 0)
    }
  }

  /// The identifiers of the objects a descriptor asks for, without making the objects.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let entity = try entity(of: T.self)
    let query = try query(descriptor, entity, selecting: "t0.\"_sd_id\"")
    return try read { connection in
      let statement = try connection.prepare(query.sql)
      try statement.bind(query.arguments)
      var identifiers: [PersistentIdentifier] = []
      while try statement.step() {
        identifiers.append(
          PersistentIdentifier(
            storeIdentifier: store.identifier, entityName: entity.name, key: statement.int64(0)))
      }
      return identifiers
    }
  }

  /// The object with an identifier, from the context or the store; nil if there is none.
  public func model<T: PersistentModel>(
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

  private func query<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: EntityLayout, selecting columns: String,
    ordered: Bool = true
  ) throws -> (sql: String, arguments: [_SQLValue]) {
    do {
      let clauses = try layout.compile(
        descriptor.predicate, sortBy: ordered ? descriptor.sortBy : [], for: T.self)
      var sql = "SELECT \(columns) FROM \(entity.table.sqlQuoted) AS t0 \(clauses.joins)"
      if !clauses.condition.isEmpty { sql += " WHERE \(clauses.condition)" }
      if !clauses.order.isEmpty, ordered { sql += " ORDER BY \(clauses.order)" }
      if descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
        sql += " LIMIT \(descriptor.fetchLimit ?? -1) OFFSET \(descriptor.fetchOffset ?? 0)"
      }
      return (sql, clauses.arguments)
    } catch {
      throw remember(error)
    }
  }

  /// Reads the store as it would be after a save, then takes that save back.
  private func reading<T>(
    pending: Bool, _ body: (Connection, [PendingKey: any PersistentModel]?) throws -> T
  ) throws -> T {
    guard pending, hasChanges, store.isWritable, !isReadOnly else {
      return try read { try body($0, nil) }
    }
    func flushed(_ connection: Connection) throws -> T {
      let flush = try flush(connection)
      return try body(connection, insertedModels(flush))
    }
    do {
      if let pinned { return try pinned.peek { try flushed(pinned) } }
      return try store.peek(flushed)
    } catch {
      throw remember(error)
    }
  }

  /// A row that an object will have once it is saved.
  struct PendingKey: Hashable {
    let entity: Int
    let key: Int64
  }

  /// The objects of the rows of a query whose columns are the entity's selection.
  ///
  /// - Parameter pending: The objects that a save taken back gave rows; nil where what is read is
  ///   the store, so that unchanged objects take its values.
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
      let key = statement.int64(0)
      guard key > 0 else {
        statement.reset()
        throw SwiftDataError(
          .corruptStore,
          "A row of \(entity.name) has the key \(key), which is never given, so the store is "
            + "damaged; restore a backup.", entity: entity.name)
      }
      if let object = map[key]?.takeUnretainedValue() as? T {
        if object._$state.dirty == 0, object._$state.phase == .stored, pending == nil {
          refresh(object, row)
        }
        objects.append(object)
      } else if let object = pending?[PendingKey(entity: entity.index, key: key)] as? T {
        objects.append(object)
      } else {
        let object = T(_$row: row)
        register(object, entity: entity.index, key: key)
        objects.append(object)
      }
      if let failure = row.failure {
        statement.reset()
        throw failure
      }
    }
    return objects
  }
}
