import Foundation

/// The objects and unsaved changes that a ``ModelContext`` holds for one of its stores.
///
/// A model context has one store context for each of its container's stores. Every object belongs
/// to the store context of its model's store.
final class StoreContext {
  /// The model context that contains this store context. Nil once the model context is being
  /// deallocated.
  unowned(unsafe) var owner: ModelContext?
  let store: Store
  let layout: StoreLayout
  /// The models whose objects the store contains.
  let schema: Schema
  /// Whether saving an inserted object overwrites a stored row with the same unique value (an
  /// upsert).
  let upserts: Bool
  /// The autosave that is queued on the main actor. The autosave stays queued even if no changes
  /// are left to save.
  var queuedAutosave: QueuedAutosave?
  /// The error thrown by the most recent failed autosave. A successful save resets it to nil.
  var autosaveError: SwiftDataError?
  /// The ID of the history entry created by the store's last save, transaction or bulk write. Nil
  /// if nothing changed.
  var lastHistoryChange: JournalEntry.ID? {
    didSet { owner?.lastHistoryChange = lastHistoryChange }
  }
  /// The current transaction's connection, or nil outside a transaction.
  var pinned: Connection?
  /// Whether the context is read-only. For example, the context for the old schema version is
  /// read-only during `didMigrate`.
  var isReadOnly = false
  /// The migration closure that the context was created for, such as `willMigrate`, or nil outside
  /// a migration.
  var migrationClosure: String?
  /// Whether the migration that the context belonged to has ended.
  var hasEnded = false

  /// The maps from row keys to registered objects, one per entity, indexed by entity index.
  /// Deallocated objects are removed.
  let registered: [IdentityMap]
  /// The reference that the context's objects use to access the context.
  let reference: ContextReference
  /// Objects that are not yet in the store, in order of insertion.
  var inserted: [any PersistentModel] = []
  /// Stored objects with unsaved changes.
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  /// The row keys of unregistered objects that the next save deletes, indexed by entity index.
  var deletedKeys: [Int: [Int64]] = [:]
  /// The checkpoints of the current nested transactions, outermost first.
  var checkpoints: [Checkpoint] = []
  /// The identifiers of the objects saved in the current transaction, posted to observers after the
  /// commit.
  var savedInTransaction: SavedIdentifiers?
  /// The relationships to objects that have no row in the store.
  var deadLinks: [DeadLink] = []
  /// The reference to this context that is shared by all objects without a row. Through this
  /// reference, changes to these objects are reported to the context.
  private(set) lazy var goneReference = reference.makeGone()
  /// The number of times that the store had been erased when the context last checked.
  var knownErasures: Int
  /// The unsaved changes to many-to-many links.
  var links = PendingLinks()
  /// The first error that occurred in the context. In a migration, this error makes the stage fail.
  var stickyError: SwiftDataError?
  /// The first deferred error that prevents saving, such as a failure to read a relationship. Every
  /// save throws the error until the context is rolled back, because saving despite the error would
  /// store wrong data.
  var deferredError: SwiftDataError?
  /// The first deferred read error that does not affect the data to save. The next save throws it.
  var readError: SwiftDataError?

  /// The undo manager's latest record of changes to this context's objects.
  weak var newestLog: ChangeLog?

  /// Creates an empty context for an open store. The closure must not retain the store.
  ///
  /// - Parameter makeReader: A closure that returns a new context, or nil if the store is closed.
  init(_ opened: OpenStore, makeReader: @escaping () -> ModelContext?) {
    self.store = opened.store
    self.layout = opened.layout
    self.schema = opened.schema
    self.upserts = opened.configuration?.uniquePolicy != .reject
    self.registered = opened.layout.entities.map { _ in IdentityMap() }
    self.reference = ContextReference(
      storeIdentifier: opened.store.identifier, makeReader: makeReader)
    self.knownErasures = opened.store.erasures
    reference.context = self
  }

  deinit { reference.context = nil }

  /// The undo manager that records changes to the context's objects. Nil if changes are not
  /// recorded.
  var undoManager: UndoManager? { owner?.undoManager }

  /// Whether the context has unsaved changes.
  var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !links.isEmpty
      || !deletedKeys.isEmpty
  }

  // MARK: Connections

  /// Runs a closure that reads the store. The closure uses the current transaction or, if none is
  /// open, a snapshot of the store.
  func read<T>(_ body: (Connection) throws -> T) throws -> T {
    noticeErasure()
    return try recordingErrors {
      if let pinned { return try body(pinned) }
      try requireAlive()
      return try store.read(body)
    }
  }

  /// Runs several reads on one snapshot of the store, so that concurrent writes do not affect the
  /// reads. The body must not write.
  func snapshot<T>(_ body: () throws -> T) throws -> T {
    guard pinned == nil else { return try body() }
    return try read { connection in
      pinned = connection
      defer { pinned = nil }
      return try body()
    }
  }

  func requireAlive() throws {
    guard hasEnded else { return }
    throw SwiftDataError(
      .missingModelContext,
      """
      A migration's context was used after its stage; fetch the objects again in the opened \
      container.
      """)
  }

  /// Runs a closure that writes to the store. The closure uses the current transaction or, if none
  /// is open, a new one.
  func write<T>(_ body: (Connection) throws -> T) throws -> T {
    try recordingErrors { try requireAlive() }
    guard !isReadOnly else {
      throw remember(
        SwiftDataError(
          .wrongSchema,
          """
          The context of the old version is read-only in didMigrate; write through the context of \
          the new version.
          """))
    }
    return try recordingErrors {
      if let pinned { return try pinned.savepoint { try body(pinned) } }
      let title = owner?.changeTitle ?? owner?.author
      let (result, entry) = try store.write(title: title, body)
      owner?.changeTitle = nil
      lastHistoryChange = entry
      return result
    }
  }

  /// Sets the title of the running transaction's history entry. If no transaction is running, sets
  /// the title of the next entry.
  func renameTransaction(_ title: String) throws {
    guard let pinned else {
      owner?.changeTitle = title
      return
    }
    try Journal(pinned).rename(title)
  }
}

// MARK: - Identity map

extension StoreContext {
  func forget(entity: Int, key: Int64) {
    registered[entity][key] = nil
  }

  func register(_ model: any PersistentModel, entity: Int, key: Int64) {
    model._$state.enter(reference, entity: entity, key: key)
    registered[entity][key] = Unmanaged.passUnretained(model as AnyObject)
  }

  /// Returns the registered object with the given row key. Returns nil if the context contains no
  /// such object.
  func registeredObject<T: PersistentModel>(_ type: T.Type, key: Int64) -> T? {
    guard key != 0, let index = layout.index(of: type) else { return nil }
    return registered[index][key]?.takeUnretainedValue() as? T
  }

  /// Returns an entity's registered objects. The array retains the objects, so that none is
  /// deallocated while the caller processes another.
  func registeredObjects(_ entity: Int) -> [any PersistentModel] {
    registered[entity].values.compactMap { $0.takeUnretainedValue() as? any PersistentModel }
  }

  /// Records that an object changed. A stored object is retained until the next save.
  func noteChange(of model: any PersistentModel) {
    if model._$state.phase == .stored { changed.append(model) }
    queueAutosave()
  }
}
