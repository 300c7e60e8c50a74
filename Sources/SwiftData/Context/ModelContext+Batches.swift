extension ModelContext {
  /// The objects a descriptor asks for, made some at a time as they are asked for.
  ///
  /// Unsaved changes of the moment of the fetch count unless the descriptor says otherwise. Batches
  /// that nobody holds are let go. An error of a later batch is kept and thrown by the next save,
  /// once; its objects are stand-ins.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects, in which order.
  ///   - batchSize: How many objects are read together; below 1 for all.
  /// - Complexity: 8 bytes a result, and the objects of one batch.
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

  /// As ``fetchIdentifiers(_:)``, with the identifiers made as they are asked for.
  ///
  /// - Complexity: 8 bytes a result, whatever the size of a batch.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    guard parts.isEmpty else {
      return try part(of: T.self).fetchIdentifiers(descriptor, batchSize: batchSize)
    }
    let fetched = try FetchedKeys(descriptor, of: entity(namedLike: T.self), self)
    return FetchResultsCollection(count: fetched.keys.count) { fetched.identifier($0) }
  }

  /// Calls a block with each object a descriptor asks for, without having all in memory at once.
  ///
  /// The objects of a batch that nobody holds are let go after it. Objects with unsaved changes
  /// cannot be, so a block that changes objects must save before its batch ends, or say that it
  /// knows. An object that is deleted before its turn is left out; an unsaved deletion counts
  /// where the descriptor includes unsaved changes.
  ///
  /// - Parameters:
  ///   - fetch: Which objects, in which order.
  ///   - batchSize: How many objects are read together; below 1 for all.
  ///   - allowEscapingMutations: Whether the block may leave changes unsaved.
  ///   - block: Called with each object.
  /// - Throws: ``SwiftDataError/escapingMutations`` after a batch that left changes unsaved without
  ///   leave; the changes stay in the context. What the block throws.
  /// - Complexity: 8 bytes a result, and the objects of one batch.
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
          "The block of enumerate(_:) left \(now - unsaved) changed objects unsaved, which keeps "
            + "them in memory; save in the block, or pass allowEscapingMutations: true.",
          entity: Schema.entityName(of: T.self), count: now - unsaved)
      }
      unsaved = min(unsaved, now)
    }
  }

  /// How many objects and links have unsaved changes.
  private var unsavedCount: Int {
    inserted.count + changed.count + deleted.count + links.changes.count
  }
}
