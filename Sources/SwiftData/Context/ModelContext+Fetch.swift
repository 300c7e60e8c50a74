import Foundation

extension ModelContext {
  /// The objects a descriptor asks for, unsaved changes included unless it says otherwise.
  ///
  /// The relationships that the descriptor names are read too, with one query each.
  ///
  /// Where what is unsaved may change the answer, it is written in a transaction that is taken back
  /// once the query has run.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` for an expression that has no SQL;
  ///   ``SwiftDataError/wrongSchema`` for a model of another version. Where unsaved changes count,
  ///   and there is a deletion among them or a change of a model that the query reads, also what
  ///   ``save()`` would throw.
  /// - Complexity: That of the query, and there of a save of what is unsaved.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    guard parts.isEmpty else { return try part(of: T.self).fetch(descriptor) }
    let entity = try entity(of: T.self)
    let found = try reading(
      descriptor, entity, selecting: entity.selection(alias: "t0")
    ) { connection, query, flush in
      try objects(T.self, entity, query.sql, query.arguments, connection, flush.map(insertedModels))
    }
    try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: found, entity)
    return found
  }

  /// How many objects a descriptor asks for; with unsaved changes as in ``fetch(_:)``.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    guard parts.isEmpty else { return try part(of: T.self).fetchCount(descriptor) }
    let entity = try entity(namedLike: T.self)
    return try reading(descriptor, entity, selecting: "1", ordered: false) { connection, query, _ in
      Int(
        try connection.integer("SELECT count(*) FROM (\(query.sql))", query.arguments) ?? 0)
    }
  }

  /// The identifiers of the objects a descriptor asks for, without making the objects.
  ///
  /// Unsaved changes count unless the descriptor says otherwise, and keep the order asked for;
  /// identifiers of unsaved objects are temporary.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    Array(try fetchIdentifiers(descriptor, batchSize: 0))
  }

  /// The object with an identifier, from the context or the store; nil if there is none.
  public func model<T: PersistentModel>(
    _ type: T.Type, for identifier: PersistentIdentifier
  ) throws -> T? {
    guard parts.isEmpty else { return try part(of: T.self).model(type, for: identifier) }
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

  /// The object with an identifier, whatever its type: the context's, else the store's.
  ///
  /// For an identifier without a row, as one of another store or a temporary one whose object was
  /// saved, the result is an object of default values that is in no context and whose `isDeleted` is
  /// true; Apple's ends the process when such an object is read. Setting it, leading to it or
  /// inserting it is refused by every save until ``rollback()``. An error is kept and thrown by the
  /// next save, once.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    if let part = parts.first(where: { $0.layout.entity(named: identifier.entityName) != nil }) {
      return part.model(for: identifier)
    }
    guard let entity = layout.entity(named: identifier.entityName) else {
      deferRead(
        SwiftDataError(
          .wrongSchema,
          "The context's schema, version \(schema.version), has no \(identifier.entityName); ask a "
            + "context that has it.", entity: identifier.entityName))
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
      objects.append(try object(of: row, in: map, pending))
      if let failure = row.failure {
        statement.reset()
        throw failure
      }
    }
    return objects
  }

  /// The object of the row a statement is at.
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
        "A row of \(entity.name) has the key \(key), which is never given, so the store is "
          + "damaged; restore a backup.", entity: entity.name)
    }
    // One that will take over a stored object's row stands for it already.
    if let object = pending?[PendingKey(entity: entity.index, key: key)] as? T { return object }
    if let known = map[key]?.takeUnretainedValue() {
      // In a migration an entity may have objects of classes of two versions, which cannot share a row.
      guard let object = known as? T else {
        row.statement.reset()
        throw remember(
          layout.stranger(
            T.self, version: schema.version, in: "a fetch of a row that has an object"))
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
