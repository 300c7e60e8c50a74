extension StoreContext {
  /// Fetches the objects that match a descriptor. The objects are read on demand, in batches.
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let fetched = try FetchedKeys(descriptor, of: entity(of: T.self), self)
    let size = batchSize < 1 ? max(fetched.keys.count, 1) : batchSize
    return FetchResultsCollection(count: fetched.keys.count) {
      fetched.object(at: $0, batchSize: size)
    }
  }

  /// Fetches the identifiers of the objects that match a descriptor. In contrast to
  /// ``fetchIdentifiers(_:)``, each identifier is created on demand.
  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let fetched = try FetchedKeys(descriptor, of: entity(namedLike: T.self), self)
    return FetchResultsCollection(count: fetched.keys.count) { fetched.identifier($0) }
  }

  /// Calls a block with each object that matches a descriptor. The objects are read in batches.
  func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let fetched = try FetchedKeys(fetch, of: entity(of: T.self), self)
    let size = batchSize < 1 ? max(fetched.keys.count, 1) : batchSize
    var unsaved = unsavedCount
    for start in stride(from: 0, to: fetched.keys.count, by: size) {
      for model in try fetched.objects(start..<min(start + size, fetched.keys.count)) {
        if let model, !(fetch.includePendingChanges && model.isDeleted) { try block(model) }
      }
      let now = unsavedCount
      guard allowEscapingMutations || now <= unsaved else {
        throw SwiftDataError(
          .escapingMutations,
          """
          The block of enumerate(_:) left \(now - unsaved) changed objects unsaved, which keeps \
          them in memory; save in the block, or pass allowEscapingMutations: true.
          """,
          entity: Schema.entityName(of: T.self), count: now - unsaved)
      }
      unsaved = min(unsaved, now)
    }
  }

  /// The number of objects and links with unsaved changes.
  private var unsavedCount: Int {
    inserted.count + changed.count + deleted.count + links.changes.count
  }
}
