extension ModelContext {
  /// Fetches the objects that match a descriptor, reading them in batches on demand.
  ///
  /// Unsaved changes at the time of the fetch are included unless the descriptor excludes them.
  /// Batches without other references are released. An error in a later batch is stored and thrown
  /// once by the next save; the objects of that batch are stand-ins.
  ///
  /// - Parameters: - descriptor: The predicate, sort order and limits of the fetch. - batchSize:
  ///   The number of objects read together; all objects if less than 1.
  /// - Complexity: 8 bytes of memory per result, plus the objects of one batch.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    guard parts.isEmpty else { return try part(of: T.self).fetch(descriptor, batchSize: batchSize) }
    let fetched = try FetchedKeys(descriptor, of: entity(of: T.self), self)
    let size = batchSize < 1 ? max(fetched.keys.count, 1) : batchSize
    return FetchResultsCollection(count: fetched.keys.count) {
      fetched.object(at: $0, batchSize: size)
    }
  }

  /// Fetches the identifiers of matching objects as ``fetchIdentifiers(_:)`` does, making each on
  /// demand.
  ///
  /// - Complexity: 8 bytes of memory per result, independent of the batch size.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    guard parts.isEmpty else {
      return try part(of: T.self).fetchIdentifiers(descriptor, batchSize: batchSize)
    }
    let fetched = try FetchedKeys(descriptor, of: entity(namedLike: T.self), self)
    return FetchResultsCollection(count: fetched.keys.count) { fetched.identifier($0) }
  }

  /// Calls a block with each object that matches a descriptor, reading the objects in batches.
  ///
  /// Objects of a finished batch are released unless there are other references. Objects with
  /// unsaved changes cannot be released, so the block must save its changes before its batch ends,
  /// or the caller must pass `allowEscapingMutations`. An object that is deleted before its turn is
  /// left out. Unsaved deletions count if the descriptor includes unsaved changes.
  ///
  /// - Parameters: - fetch: The predicate, sort order and limits of the fetch. - batchSize: The
  ///   number of objects read together; all objects if less than 1. - allowEscapingMutations:
  ///   Whether the block may leave changes unsaved. - block: Called with each object.
  /// - Throws: ``SwiftDataError/escapingMutations`` after a batch with disallowed unsaved changes,
  ///   which stay in the context; errors of the block.
  /// - Complexity: 8 bytes of memory per result, plus the objects of one batch.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    guard parts.isEmpty else {
      return try part(of: T.self).enumerate(
        fetch, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, block: block)
    }
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
