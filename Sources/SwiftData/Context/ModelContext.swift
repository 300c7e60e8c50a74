import Foundation

/// A scratchpad of objects over a store: fetches them, notes their changes, saves them together.
///
/// A context and its objects belong to one thread or actor at a time.
public final class ModelContext {
  /// What the container is made of; it keeps the store open.
  private let opened: ModelContainer.Opened
  /// The container of a context made by hand.
  private let ownContainer: ModelContainer?
  /// The container of a main context, which keeps it.
  private weak var mainContainer: ModelContainer?
  let store: Store
  let layout: StoreLayout
  /// Whether the context saves its changes by itself, as ``ModelContainer/mainContext`` does.
  ///
  /// At the first change made on the main actor a task of it is queued that saves. Elsewhere
  /// nothing is queued, since nobody could say where to save: call ``processPendingChanges()``
  /// there. A save that fails is told by ``autosaveError``, and the
  /// changes stay for the next save.
  public var autosaveEnabled = false {
    didSet { for part in parts { part.autosaveEnabled = autosaveEnabled } }
  }
  /// Why the last save that the context did by itself failed; nil once one succeeded.
  public internal(set) var autosaveError: SwiftDataError? {
    didSet {
      if let whole { whole.autosaveError = whole.parts.lazy.compactMap(\.autosaveError).first }
    }
  }
  /// The save that is queued, even if nothing is left to be saved.
  var queuedAutosave: QueuedAutosave?
  /// Whether the context belongs to the main actor.
  let isMain: Bool
  /// Who makes the changes: the title of history entries that ``changeTitle`` does not name.
  public var author: String? {
    didSet { for part in parts { part.author = author } }
  }
  /// Names the history entry of the next save or bulk write.
  public var changeTitle: String? {
    didSet { for part in parts { part.changeTitle = changeTitle } }
  }
  /// The history entry of the last save, transaction or bulk write; nil when it changed nothing.
  ///
  /// Each store of several has a history of its own: the entry is of the first that was changed.
  public internal(set) var lastHistoryEntry: JournalEntry.ID? {
    didSet { whole?.lastHistoryEntry = lastHistoryEntry }
  }
  /// The context of each store where the container has several; empty for one.
  private(set) var parts: [ModelContext] = []
  /// The context that this one is a part of.
  private(set) unowned(unsafe) var whole: ModelContext?
  /// The connection of the transaction the context is in.
  var pinned: Connection?
  /// Set while the context may only be read, as the old one is during `didMigrate`.
  var isReadOnly = false
  /// The closure of a migration stage that the context is for, such as `willMigrate`; nil for any
  /// other context.
  var migrationClosure: String?
  /// Set when the migration the context belonged to is over.
  var hasEnded = false

  /// The identity map: by entity, the object of each key. Objects leave it as they end.
  let registered: [IdentityMap]
  /// What the objects of the context know it by.
  let reference: ContextReference
  /// Objects that are not yet in the store, in order of insertion.
  var inserted: [any PersistentModel] = []
  /// Stored objects with unsaved changes.
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  /// The keys of rows to be deleted of which the context has no object, by entity index.
  var deletedKeys: [Int: [Int64]] = [:]
  /// What the context was at the beginning of each transaction that it is in, the outermost first.
  var checkpoints: [Checkpoint] = []
  /// What was saved in the transaction the context is in, told when it is committed.
  var savedInTransaction: SavedIdentifiers?
  /// Links made to objects that have no row any more.
  var deadLinks: [DeadLink] = []
  /// What objects without a row tell the context by when they are written to.
  private(set) lazy var goneReference = reference.makeGone()
  /// The erasures of the store that the context knows of.
  var knownErasures: Int
  /// Set while observers are told of a save to come.
  var isAnnouncingSave = false
  /// Unsaved changes of many-to-many links.
  var links = PendingLinks()
  /// The first error of anything the context did; a migration stage fails by it.
  var stickyError: SwiftDataError?
  /// The first error that had no caller to be thrown to and after which a save would store what
  /// is not meant, as an object that was refused or a relationship that could not be read. Every
  /// save throws it until the context is rolled back.
  var deferredError: SwiftDataError?
  /// The first error of a read that had no caller and spoils nothing; the next save throws it.
  var readError: SwiftDataError?

  /// Where the changes of the context's objects are registered; nil for nowhere, as at first.
  ///
  /// Undo and redo bring back values, relationships and existence, before and after a save; a save
  /// stores what they changed. While there is a manager, a deletion does at once in the context what
  /// the delete rules do in the store. An object whose saved deletion is undone is the same object
  /// and has the identifier it had. ``rollback()`` forgets what was registered. What another context
  /// or a bulk change does to the store is not registered. Undoing the insertion of an object that
  /// took over a stored row gives the row back what it held; the object goes on standing for it.
  public var undoManager: UndoManager? {
    didSet {
      reference.isRecording = undoManager != nil
      for part in parts { part.undoManager = undoManager }
      if oldValue !== undoManager { oldValue?.removeAllActions(of: ObjectIdentifier(self)) }
    }
  }
  /// The newest changes that the undo manager has of this context.
  weak var newestLog: ChangeLog?

  /// A context without objects. Any number of them may share a container.
  public convenience init(_ container: ModelContainer) {
    self.init(container.opened, own: container, isMain: false)
  }

  /// The context that a container keeps.
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

  /// The container whose store the context works on; the store is open as long as the context is.
  public var container: ModelContainer {
    ownContainer ?? mainContainer ?? ModelContainer(opened)
  }

  var schema: Schema { opened.schema }

  /// Whether a save puts an object over a stored one with the same unique value.
  var upserts: Bool { opened.configurations.first?.uniquePolicy != .reject }

  deinit {
    reference.context = nil
    for part in parts { part.whole = nil }
    undoManager?.removeAllActions(of: ObjectIdentifier(self))
  }

  /// Whether there is anything to save.
  public var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !links.isEmpty
      || !deletedKeys.isEmpty || parts.contains { $0.hasChanges }
  }

  /// The objects the next save stores for the first time.
  public var insertedModelsArray: [any PersistentModel] {
    parts.isEmpty ? inserted : parts.flatMap(\.insertedModelsArray)
  }
  /// The stored objects with unsaved changes, each once.
  public var changedModelsArray: [any PersistentModel] {
    parts.isEmpty ? changed : parts.flatMap(\.changedModelsArray)
  }
  /// The stored objects the next save deletes, but for those that ``delete(model:where:includeSubclasses:)`` names
  /// without the context having them.
  public var deletedModelsArray: [any PersistentModel] {
    parts.isEmpty ? deleted : parts.flatMap(\.deletedModelsArray)
  }

  // MARK: Connections

  /// Reads through the transaction the context is in, else in a snapshot.
  func read<T>(_ body: (Connection) throws -> T) throws -> T {
    noticeErasure()
    return try remembering {
      if let pinned { return try body(pinned) }
      try requireAlive()
      return try store.read(body)
    }
  }

  /// Runs several reads that all see the store as it was at one moment, whatever others write
  /// meanwhile. The body must not write.
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
      "A migration's context was used after its stage; fetch anew in the opened container.")
  }

  /// Writes in the transaction the context is in, else in one of its own.
  func write<T>(_ body: (Connection) throws -> T) throws -> T {
    try remembering { try requireAlive() }
    guard !isReadOnly else {
      throw remember(
        SwiftDataError(
          .wrongSchema,
          "The old version's context can only be read in didMigrate; write through the new one."))
    }
    return try remembering {
      if let pinned { return try pinned.savepoint { try body(pinned) } }
      let title = changeTitle ?? author
      let (result, entry) = try store.write(title: title, body)
      (whole ?? self).changeTitle = nil
      lastHistoryEntry = entry
      return result
    }
  }

  /// Names the history entry of the running transaction, once what it does is known.
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

  /// Keeps an error for every save until the context is rolled back.
  func `defer`(_ error: any Error) {
    let failure = remember(error)
    if deferredError == nil { deferredError = failure }
  }

  /// Keeps the error of a read for the next save alone.
  func deferRead(_ error: any Error) {
    let failure = remember(error)
    if readError == nil { readError = failure }
  }

  /// The first error that was kept for the next save, which is then forgotten.
  func takeReadError() -> SwiftDataError? {
    for context in [self] + parts {
      guard let error = context.readError else { continue }
      context.readError = nil
      return error
    }
    return nil
  }

  /// Throws the errors that were kept for a save.
  func throwDeferred() throws {
    for context in [self] + parts {
      if let error = context.deferredError { throw error }
    }
    if let error = takeReadError() { throw error }
  }

  func remembering<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      remember(error)
      throw error
    }
  }

  /// The entity of a model in this context's schema.
  ///
  /// In a migration a class of another version stands for the entity of its name if both have one
  /// shape.
  func entity(
    of model: any PersistentModel.Type, in operation: String = #function
  ) throws -> EntityLayout {
    if let entity = layout.entity(of: model) { return entity }
    if migrationClosure != nil, let entity = layout.adopt(model) { return entity }
    throw remember(
      layout.stranger(
        model, version: (whole?.schema ?? schema).version,
        in: migrationClosure == nil ? nil : operation))
  }

  /// Returns the entity of a model for calls that create no objects. In a migration the name decides,
  /// even if the shapes differ.
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

  /// The object of a key if the context has it.
  func registeredObject<T: PersistentModel>(_ type: T.Type, key: Int64) -> T? {
    guard key != 0, let index = layout.index(of: type) else { return nil }
    return registered[index][key]?.takeUnretainedValue() as? T
  }

  /// The object with an identifier if the context has it.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard parts.isEmpty else { return part(of: T.self).registeredModel(for: identifier) }
    guard identifier.storeIdentifier == store.identifier,
      identifier.entityName == Schema.entityName(of: T.self)
    else { return nil }
    return registeredObject(T.self, key: identifier.key)
  }

  /// The objects of an entity, held so that work on one may let go of others.
  func registeredObjects(_ entity: Int) -> [any PersistentModel] {
    registered[entity].values.compactMap { $0.takeUnretainedValue() as? any PersistentModel }
  }

  /// Notes that an object changed; keeps a stored one until the save.
  func noteChange(of model: any PersistentModel) {
    if model._$state.phase == .stored { changed.append(model) }
    queueAutosave()
  }
}

extension ModelContext: Equatable, CustomDebugStringConvertible {
  /// Whether both are one context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

  public var debugDescription: String {
    "ModelContext(\(store.url?.path ?? "in memory"), \(inserted.count) inserted, "
      + "\(changed.count) changed, \(deleted.count) deleted)"
  }
}
