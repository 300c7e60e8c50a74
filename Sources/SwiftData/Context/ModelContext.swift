import Foundation

/// A workspace that fetches, inserts and deletes objects of a store and saves their changes
/// together.
///
/// A context and its objects belong to one thread or actor at a time.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Place(name: "Bern"))
/// try context.save()
/// let places = try context.fetch(FetchDescriptor<Place>())
/// ```
public final class ModelContext {
  /// The parts of the container, which keep the store open.
  private let opened: ModelContainer.Opened
  /// The container of a context created by ``init(_:)``.
  private let ownContainer: ModelContainer?
  /// The container of a main context; the container retains the context.
  private weak var mainContainer: ModelContainer?
  let store: Store
  let layout: StoreLayout
  /// Whether the context saves its changes automatically, as ``ModelContainer/mainContext`` does.
  ///
  /// The first change on the main actor queues a task that saves there. Outside the main actor
  /// nothing is queued, since there is no known executor to save on: call
  /// ``processPendingChanges()`` instead. A failed autosave sets ``autosaveError``, and the changes
  /// stay for the next save.
  public var autosaveEnabled = false {
    didSet { for part in parts { part.autosaveEnabled = autosaveEnabled } }
  }
  /// The error of the last failed autosave, or nil after a successful save.
  public internal(set) var autosaveError: SwiftDataError? {
    didSet {
      if let whole { whole.autosaveError = whole.parts.lazy.compactMap(\.autosaveError).first }
    }
  }
  /// The queued autosave, even if no changes are left to save.
  var queuedAutosave: QueuedAutosave?
  /// Whether the context belongs to the main actor.
  let isMain: Bool
  /// The author of the changes, used as the title of history entries without a ``changeTitle``.
  public var author: String? {
    didSet { for part in parts { part.author = author } }
  }
  /// The title of the history entry that the next save or bulk write makes.
  public var changeTitle: String? {
    didSet { for part in parts { part.changeTitle = changeTitle } }
  }
  /// The history entry of the last save, transaction or bulk write, or nil if it changed nothing.
  ///
  /// With several stores, each of which has its own history, the entry belongs to the first changed
  /// store.
  public internal(set) var lastHistoryEntry: JournalEntry.ID? {
    didSet { whole?.lastHistoryEntry = lastHistoryEntry }
  }
  /// The contexts of the single stores, or an empty array if the container has one store.
  private(set) var parts: [ModelContext] = []
  /// The context over several stores that this context is a part of, or nil.
  private(set) unowned(unsafe) var whole: ModelContext?
  /// The connection of the current transaction, or nil outside a transaction.
  var pinned: Connection?
  /// Whether the context is read-only, as the old version's context is during `didMigrate`.
  var isReadOnly = false
  /// The migration closure that the context was made for, such as `willMigrate`, or nil for other
  /// contexts.
  var migrationClosure: String?
  /// Whether the migration that the context belonged to has ended.
  var hasEnded = false

  /// The identity maps by entity index, from row key to object. Deallocated objects are removed.
  let registered: [IdentityMap]
  /// The reference from the context's objects to the context.
  let reference: ContextReference
  /// Objects that are not yet in the store, in order of insertion.
  var inserted: [any PersistentModel] = []
  /// Stored objects with unsaved changes.
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  /// The keys of rows to delete that have no registered object, by entity index.
  var deletedKeys: [Int: [Int64]] = [:]
  /// The checkpoints of the current nested transactions, outermost first.
  var checkpoints: [Checkpoint] = []
  /// The identifiers saved in the current transaction, posted to observers after the commit.
  var savedInTransaction: SavedIdentifiers?
  /// The relationships to objects without a row.
  var deadLinks: [DeadLink] = []
  /// The reference through which objects without a row report writes to the context.
  private(set) lazy var goneReference = reference.makeGone()
  /// The number of store erasures that the context has handled.
  var knownErasures: Int
  /// Whether observers are being notified of an imminent save.
  var isAnnouncingSave = false
  /// The unsaved changes of many-to-many links.
  var links = PendingLinks()
  /// The first error of any operation of the context. A migration stage fails with this error.
  var stickyError: SwiftDataError?
  /// The first error that could not be thrown and after which a save would store wrong data, such
  /// as a refused object or an unreadable relationship. Every save throws it until the context is
  /// rolled back.
  var deferredError: SwiftDataError?
  /// The first read error that could not be thrown and does not affect a save. The next save throws
  /// it.
  var readError: SwiftDataError?

  /// The undo manager that records changes to the context's objects, or nil (the default) for no
  /// recording.
  ///
  /// Undo and redo restore values, relationships and existence, before and after a save. A save
  /// stores their effect. With an undo manager, a deletion immediately applies the delete rules in
  /// the context. Undoing a saved deletion restores the same object with its former identifier.
  /// ``rollback()`` discards the recorded changes. Changes by other contexts and bulk writes are
  /// not recorded. Undoing an upsert restores the row's former contents, and the inserted object
  /// continues to represent the row.
  public var undoManager: UndoManager? {
    didSet {
      reference.isRecording = undoManager != nil
      for part in parts { part.undoManager = undoManager }
      if oldValue !== undoManager { oldValue?.removeAllActions(of: ObjectIdentifier(self)) }
    }
  }
  /// The newest change log that the undo manager holds for this context.
  weak var newestLog: ChangeLog?

  /// Creates a context without objects. Any number of contexts can share a container.
  public convenience init(_ container: ModelContainer) {
    self.init(container.opened, own: container, isMain: false)
  }

  /// Creates the main context of a container.
  convenience init(mainOf container: ModelContainer) {
    self.init(container.opened, own: nil, isMain: true)
    mainContainer = container
  }

  private init(_ opened: ModelContainer.Opened, own: ModelContainer?, isMain: Bool) {
    self.opened = opened
    self.ownContainer = own
    self.isMain = isMain
    self.autosaveEnabled = isMain
    self.store = opened.store
    self.layout = opened.layout
    self.registered = opened.layout.entities.map { _ in IdentityMap() }
    self.reference = ContextReference(
      storeIdentifier: opened.store.identifier, makeReader: opened.readerMaker)
    self.knownErasures = opened.store.erasures
    reference.context = self
    self.parts = opened.parts.map {
      ModelContext($0.opened, own: $0, isMain: isMain)
    }
    for part in parts { part.whole = self }
  }

  /// The container whose stores the context works on. The stores stay open as long as the context
  /// exists.
  public var container: ModelContainer {
    ownContainer ?? mainContainer ?? ModelContainer(opened)
  }

  var schema: Schema { opened.schema }

  /// Whether a save upserts an inserted object into a stored row with the same unique value.
  var upserts: Bool { opened.configurations.first?.uniquePolicy != .reject }

  deinit {
    reference.context = nil
    for part in parts { part.whole = nil }
    undoManager?.removeAllActions(of: ObjectIdentifier(self))
  }

  /// Whether the context has unsaved changes.
  public var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !links.isEmpty
      || !deletedKeys.isEmpty || parts.contains { $0.hasChanges }
  }

  /// The inserted objects, which the next save stores for the first time.
  public var insertedModelsArray: [any PersistentModel] {
    parts.isEmpty ? inserted : parts.flatMap(\.insertedModelsArray)
  }
  /// The stored objects with unsaved changes, without duplicates.
  public var changedModelsArray: [any PersistentModel] {
    parts.isEmpty ? changed : parts.flatMap(\.changedModelsArray)
  }
  /// The registered objects that the next save deletes. Objects that
  /// ``delete(model:where:includeSubclasses:)`` marked without creating them are left out.
  public var deletedModelsArray: [any PersistentModel] {
    parts.isEmpty ? deleted : parts.flatMap(\.deletedModelsArray)
  }

  // MARK: Connections

  /// Reads in the current transaction, or in a snapshot of the store if there is none.
  func read<T>(_ body: (Connection) throws -> T) throws -> T {
    noticeErasure()
    return try recordingErrors {
      if let pinned { return try body(pinned) }
      try requireAlive()
      return try store.read(body)
    }
  }

  /// Runs several reads on one snapshot of the store, unaffected by concurrent writes. The body
  /// must not write.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    guard parts.isEmpty, pinned == nil else { return try body() }
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

  /// Writes in the current transaction, or in a new transaction if there is none.
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
      let title = changeTitle ?? author
      let (result, entry) = try store.write(title: title, body)
      (whole ?? self).changeTitle = nil
      lastHistoryEntry = entry
      return result
    }
  }

  /// Sets the title of the running transaction's history entry, for example when its effect is
  /// known.
  public func renameTransaction(_ title: String) throws {
    for part in parts { try part.renameTransaction(title) }
    guard parts.isEmpty else { return }
    guard let pinned else {
      changeTitle = title
      return
    }
    try Journal(pinned).rename(title)
  }

  @discardableResult
  func remember(_ error: any Error) -> SwiftDataError {
    let failure =
      error as? SwiftDataError
      ?? SwiftDataError(.inputOutput, String(describing: error), underlying: error)
    if stickyError == nil { stickyError = failure }
    return failure
  }

  /// Stores an error that every save throws until the context is rolled back.
  func `defer`(_ error: any Error) {
    let failure = remember(error)
    if deferredError == nil { deferredError = failure }
  }

  /// Stores a read error that only the next save throws.
  func deferRead(_ error: any Error) {
    let failure = remember(error)
    if readError == nil { readError = failure }
  }

  /// Removes and returns the first stored read error, or nil if there is none.
  func takeReadError() -> SwiftDataError? {
    for context in [self] + parts {
      guard let error = context.readError else { continue }
      context.readError = nil
      return error
    }
    return nil
  }

  /// Throws the first error that was stored for a save.
  func throwDeferred() throws {
    for context in [self] + parts {
      if let error = context.deferredError { throw error }
    }
    if let error = takeReadError() { throw error }
  }

  func recordingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      remember(error)
      throw error
    }
  }

  /// Returns the entity of a model in this context's schema.
  ///
  /// In a migration, a class of another version also represents the entity of the same name if both
  /// have the same schema.
  func entity(
    of model: any PersistentModel.Type, in operation: String = #function
  ) throws -> EntityLayout {
    if let entity = layout.entity(of: model) { return entity }
    if migrationClosure != nil, let entity = layout.adopt(model) { return entity }
    throw remember(
      layout.unknownModelError(
        model, version: (whole?.schema ?? schema).version,
        in: migrationClosure == nil ? nil : operation))
  }

  /// Returns the entity of a model for calls that create no objects. In a migration the entity is
  /// found by name, even if the schemas differ.
  func entity(
    namedLike model: any PersistentModel.Type, in operation: String = #function
  ) throws -> EntityLayout {
    if migrationClosure != nil, let entity = layout.entity(named: Schema.entityName(of: model)) {
      return layout.adopt(model) ?? entity
    }
    return try entity(of: model, in: operation)
  }
}

// MARK: - Identity map

extension ModelContext {
  func forget(entity: Int, key: Int64) {
    registered[entity][key] = nil
  }

  func register(_ model: any PersistentModel, entity: Int, key: Int64) {
    model._$state.enter(reference, entity: entity, key: key)
    registered[entity][key] = Unmanaged.passUnretained(model as AnyObject)
  }

  /// Returns the registered object with a row key, or nil if the context does not have it.
  func registeredObject<T: PersistentModel>(_ type: T.Type, key: Int64) -> T? {
    guard key != 0, let index = layout.index(of: type) else { return nil }
    return registered[index][key]?.takeUnretainedValue() as? T
  }

  /// Returns the registered object with an identifier, or nil if the context does not have it.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard parts.isEmpty else { return part(of: T.self).registeredModel(for: identifier) }
    guard identifier.storeIdentifier == store.identifier,
      identifier.entityName == Schema.entityName(of: T.self)
    else { return nil }
    return registeredObject(T.self, key: identifier.key)
  }

  /// Returns the registered objects of an entity, retained so that work on one may release others.
  func registeredObjects(_ entity: Int) -> [any PersistentModel] {
    registered[entity].values.compactMap { $0.takeUnretainedValue() as? any PersistentModel }
  }

  /// Records that an object changed. A stored object is retained until the save.
  func noteChange(of model: any PersistentModel) {
    if model._$state.phase == .stored { changed.append(model) }
    queueAutosave()
  }
}

extension ModelContext: Equatable, CustomDebugStringConvertible {
  /// Returns whether both references are to the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

  public var debugDescription: String {
    "ModelContext(\(store.url?.path ?? "in memory"), \(inserted.count) inserted, "
      + "\(changed.count) changed, \(deleted.count) deleted)"
  }
}
