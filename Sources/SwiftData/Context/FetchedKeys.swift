/// The row keys of the objects that a fetch returns. The objects are created later, in batches.
final class FetchedKeys<T: PersistentModel> {
  let context: StoreContext
  /// The model context to which the store context belongs, retained by the fetch results.
  private let owner: ModelContext?
  private let entity: EntityLayout
  private let prefetched: [PartialKeyPath<T>]
  /// The row keys, in the order of the fetch results.
  let keys: [Int64]
  /// The unsaved objects among the results, indexed by the row keys that a temporary save assigned
  /// to them.
  private let unsaved: [Int64: any PersistentModel]
  /// The keys of the existing rows that the next save will overwrite with unsaved objects
  /// (upserts).
  private let takenOver: Set<Int64>
  private var last: (batch: Int, objects: [T?])?

  /// Fetches the row keys of the objects that match a descriptor, without creating the objects.
  /// Unsaved changes are included unless the descriptor excludes them.
  ///
  /// - Parameter entity: The model's entity.
  /// - Complexity: O(*n*), where *n* is the number of fetched rows.
  ///   Each row key takes up 8 bytes of memory.
  init(
    _ descriptor: FetchDescriptor<T>, of entity: EntityLayout, _ context: StoreContext
  ) throws {
    var keys: [Int64] = []
    var unsaved: [Int64: any PersistentModel] = [:]
    var takenOver: Set<Int64> = []
    try context.reading(
      descriptor, entity, selecting: "t0.\"_sd_id\""
    ) { connection, query, written in
      let statement = try connection.prepare(query.sql)
      try statement.bind(query.arguments)
      while try statement.step() { keys.append(statement.int64(0)) }
      guard let written else { return }
      for (pending, model) in context.insertedModels(written) where pending.entity == entity.index {
        unsaved[pending.key] = model
        if written.upserts.contains(ObjectIdentifier(model)) {
          takenOver.insert(pending.key)
        }
      }
    }
    self.context = context
    self.owner = context.owner
    self.entity = entity
    self.prefetched = descriptor.relationshipKeyPathsForPrefetching
    self.keys = keys
    self.unsaved = unsaved
    self.takenOver = takenOver
  }

  /// Returns the object at the given position, or nil if the context does not already contain it.
  func known(_ position: Int) -> (any PersistentModel)? {
    unsaved[keys[position]] ?? stored(position)
  }

  /// Returns the context's object for the stored row at the given position. Returns nil if the
  /// context has no such object.
  func stored(_ position: Int) -> (any PersistentModel)? {
    context.registered[entity.index][keys[position]]?.takeUnretainedValue()
      as? any PersistentModel
  }

  /// Returns whether the next save will overwrite an existing row with the unsaved object at the
  /// given position (an upsert).
  func takesOver(_ position: Int) -> Bool { takenOver.contains(keys[position]) }

  func identifier(_ position: Int) -> PersistentIdentifier {
    if let model = unsaved[keys[position]] { return model.persistentModelID }
    return PersistentIdentifier(
      storeIdentifier: context.store.identifier, entityName: entity.name, key: keys[position])
  }

  /// Returns the objects at the given positions, with nil in place of each deleted object.
  func objects(_ positions: Range<Int>) throws -> [T?] {
    let slice = keys[positions]
    let stored = slice.filter { unsaved[$0] == nil }
    var found = unsaved.compactMapValues { $0 as? T }
    for model in try context.objects(T.self, entity, keys: stored) {
      found[model._$state.key] = model
    }
    // A registered object that the next save deletes still has its row and its key.
    let objects = slice.map { key in
      found[key].flatMap { $0.isDeleted && $0._$state.key == 0 ? nil : $0 }
    }
    try context.prefetch(prefetched, of: objects.compactMap { $0 }, entity)
    return objects
  }

  /// Returns the object at the given position, or a placeholder object with default values if the
  /// object was deleted. If necessary, the whole batch that contains the object is read first.
  func object(at position: Int, batchSize: Int) -> T {
    let batch = position / batchSize
    if let last, last.batch == batch { return last.objects[position % batchSize] ?? standIn() }
    do {
      let start = batch * batchSize
      let objects = try objects(start..<min(start + batchSize, keys.count))
      last = (batch, objects)
      return objects[position - start] ?? standIn()
    } catch {
      context.deferRead(error)
      return standIn()
    }
  }

  private func standIn() -> T { StandIn.make(T.self, for: context) }
}

extension StoreContext {
  /// Returns the stored objects with the given keys, in no particular order. Each query reads up to
  /// ``KeyList/longest`` objects.
  func objects<T: PersistentModel>(
    _ type: T.Type, _ entity: EntityLayout, keys: some RandomAccessCollection<Int64>
  ) throws -> [T] {
    guard !keys.isEmpty else { return [] }
    var objects: [T] = []
    objects.reserveCapacity(keys.count)
    var rest = keys[...]
    while !rest.isEmpty {
      let part = rest.prefix(KeyList.longest)
      rest = rest.dropFirst(KeyList.longest)
      objects += try read { connection in
        try self.objects(
          type, entity,
          "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 "
            + "WHERE t0.\"_sd_id\" IN (SELECT value FROM json_each(?))",
          [.text(KeyList.json(part))], connection)
      }
    }
    return objects
  }
}
