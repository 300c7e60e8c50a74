import Foundation

/// Methods that fetch objects. Each call is forwarded to the context of the store that contains the
/// model's objects.
extension ModelContext {
  /// Fetches the objects that match a descriptor, including unsaved changes unless the descriptor
  /// excludes them.
  ///
  /// The fetch also reads the relationships that the descriptor lists for prefetching, with one
  /// query per relationship.
  ///
  /// If unsaved changes could affect the result, they are written in a temporary transaction, which
  /// is rolled back after the query.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` if an expression has no SQL equivalent.
  ///   Throws ``SwiftDataError/wrongSchema`` if the model belongs to another schema version. If
  ///   unsaved changes are included, and they contain a deletion or a change to a model that the
  ///   query reads, the fetch also throws any error that ``save()`` would throw.
  /// - Complexity: The cost of the query, plus the cost of saving relevant unsaved changes.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try storeContext(of: T.self).fetch(descriptor)
  }

  /// Counts the objects that match a descriptor. Like ``fetch(_:)``, the function includes unsaved
  /// changes unless the descriptor excludes them.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try storeContext(of: T.self).fetchCount(descriptor)
  }

  /// Fetches the identifiers of the objects that match a descriptor, without creating the objects.
  ///
  /// Unsaved objects are included in the sort order unless the descriptor excludes unsaved changes.
  /// Identifiers of unsaved objects are temporary.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    Array(try fetchIdentifiers(descriptor, batchSize: 0))
  }

  /// Returns the object with the given identifier. Returns nil if the object exists neither in the
  /// context nor in the store.
  public func model<T: PersistentModel>(
    _ type: T.Type, for identifier: PersistentIdentifier
  ) throws -> T? {
    try storeContext(of: T.self).model(type, for: identifier)
  }

  /// Returns the model object with the given identifier, regardless of its class. The object is
  /// taken from the context if it is registered there, and otherwise read from the store.
  ///
  /// If no row has the identifier, the result is a stand-in: a placeholder object with default
  /// values. A stand-in belongs to no context, and its `isDeleted` is true. Identifiers from other
  /// stores, and temporary identifiers of objects that have since been saved, also yield stand-ins.
  /// With Apple's framework, reading such an object terminates the process. Changing a stand-in,
  /// inserting it or setting a relationship to it makes every save fail until ``rollback()``. An
  /// error, such as a failed read, is thrown by the next save, but not by later saves.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    storeContext(ofEntity: identifier.entityName).model(for: identifier)
  }

  /// Fetches the objects that match a descriptor. The objects are read on demand, in batches.
  ///
  /// Unsaved changes at the time of the fetch are included unless the descriptor excludes them.
  /// When another batch is read, the objects of the previous batch are released unless they are
  /// referenced elsewhere. If a later batch cannot be read, its objects are stand-ins, and the next
  /// save throws the error (later saves do not).
  ///
  /// - Parameter descriptor: The predicate, sort order and limits of the fetch.
  /// - Parameter batchSize: The number of objects per batch.
  ///   If less than 1, all objects form one batch.
  /// - Complexity: O(*n*), where *n* is the number of results.
  ///   Each result takes up 8 bytes of memory, and only one batch of objects is in memory at a
  ///   time.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    try storeContext(of: T.self).fetch(descriptor, batchSize: batchSize)
  }

  /// Fetches the identifiers of the objects that match a descriptor. In contrast to
  /// ``fetchIdentifiers(_:)``, each identifier is created on demand.
  ///
  /// - Complexity: O(*n*), where *n* is the number of results.
  ///   Each result takes up 8 bytes of memory, regardless of the batch size.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    try storeContext(of: T.self).fetchIdentifiers(descriptor, batchSize: batchSize)
  }

  /// Calls a block with each object that matches a descriptor. The objects are read in batches.
  ///
  /// At the end of each batch, the batch's objects are released unless they are referenced
  /// elsewhere. Objects with unsaved changes cannot be released, so the block must save its changes
  /// before the batch ends, or the caller must pass `allowEscapingMutations`. Objects that are
  /// deleted during the enumeration are skipped. Objects with an unsaved deletion are skipped only
  /// if the descriptor includes unsaved changes.
  ///
  /// - Parameter fetch: The predicate, sort order and limits of the fetch.
  /// - Parameter batchSize: The number of objects per batch.
  ///   If less than 1, all objects form one batch.
  /// - Parameter allowEscapingMutations: Whether the block may leave changes unsaved.
  /// - Parameter block: A closure that is called with each object.
  /// - Throws: ``SwiftDataError/escapingMutations`` if a batch leaves disallowed unsaved changes.
  ///   These changes stay in the context. Errors that the block throws are rethrown.
  /// - Complexity: O(*n*), where *n* is the number of results.
  ///   Each result takes up 8 bytes of memory, and only one batch of objects is in memory at a
  ///   time.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    try storeContext(of: T.self).enumerate(
      fetch, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, block: block)
  }

  /// Refreshes all objects without unsaved changes, including their relationships. Call this after
  /// ``ModelContainer/undo()`` or ``ModelContainer/redo()``, and after another context or process
  /// saves changes.
  ///
  /// The existing instances are updated with the store's current values. To-many lists are read
  /// again when they are next accessed. An object whose row no longer exists becomes a deleted
  /// object. Unsaved changes are preserved.
  ///
  /// - Throws: ``SwiftDataError`` if the store cannot be read.
  /// - Complexity: One query for each object without unsaved changes.
  public func refreshAllObjects() throws {
    for context in storeContexts { try context.refreshAllObjects() }
  }
}
