import Foundation

/// A workspace that fetches, inserts and deletes objects in a store and saves all changes together.
///
/// Only one thread or actor at a time may use a context and its objects.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Place(name: "Bern"))
/// try context.save()
/// let places = try context.fetch(FetchDescriptor<Place>())
/// ```
public final class ModelContext {
  /// The open container's schema, migration plan and stores. The context retains them so that the
  /// stores stay open.
  private let opened: ModelContainer.Opened
  /// The container given to ``init(_:)``, or nil for a main context.
  private let ownContainer: ModelContainer?
  /// The main context's container, held weakly because the container retains the context.
  private weak var mainContainer: ModelContainer?
  /// The store contexts: one for each of the container's stores, in configuration order.
  let storeContexts: [StoreContext]
  /// The first store's context. Most containers have only one store.
  let firstStoreContext: StoreContext
  private let otherStoreContexts: [StoreContext]
  /// Whether the context saves its changes automatically, as ``ModelContainer/mainContext`` does.
  ///
  /// The first change on the main actor queues a main-actor task that saves the context. Changes
  /// made outside the main actor queue no task, because the context does not know on which executor
  /// to save. In this case, call ``processPendingChanges()``. A failed autosave sets
  /// ``autosaveError``, and the changes remain unsaved until the next save.
  public var autosaveEnabled = false
  /// The error thrown by the most recent failed autosave. A successful save resets it to nil.
  public var autosaveError: SwiftDataError? {
    storeContexts.lazy.compactMap(\.autosaveError).first
  }
  /// Whether the context belongs to the main actor.
  let isMain: Bool
  /// The author of the context's changes, used as the history entry's title if ``changeTitle`` is
  /// nil.
  public var author: String?
  /// The title of the history entry that the next save or bulk write creates.
  public var changeTitle: String?
  /// The ID of the history entry created by the last save, transaction or bulk write. Nil if
  /// nothing changed.
  ///
  /// If the container has several stores, each with its own history, the entry belongs to the first
  /// store that changed.
  public internal(set) var lastHistoryChange: JournalEntry.ID?
  /// Whether observers are being notified of an imminent save.
  var isAnnouncingSave = false

  /// The undo manager that records changes to the context's objects. If the value is nil (the
  /// default), changes are not recorded.
  ///
  /// Undo and redo restore property values, relationships, and inserted or deleted objects. Even
  /// changes that were already saved can be undone. The next save stores the restored state. If the
  /// context has an undo manager, a deletion immediately applies the delete rules in the context.
  /// Undoing a saved deletion restores the same object with its former identifier. ``rollback()``
  /// discards the recorded changes. Changes by other contexts and bulk writes are not recorded.
  /// Undoing an upsert restores the row's former contents, and the inserted object continues to
  /// represent the row.
  public var undoManager: UndoManager? {
    didSet {
      for context in storeContexts { context.reference.isRecording = undoManager != nil }
      if oldValue !== undoManager { oldValue?.removeAllActions(of: ObjectIdentifier(self)) }
    }
  }

  /// Creates an empty context for a container. Any number of contexts can share a container.
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
    self.storeContexts = opened.stores.map {
      StoreContext($0, makeReader: $0.readerMaker(opened.migrationPlan))
    }
    self.firstStoreContext = storeContexts[0]
    self.otherStoreContexts = Array(storeContexts.dropFirst())
    for context in storeContexts { context.owner = self }
  }

  deinit {
    for context in storeContexts { context.owner = nil }
    undoManager?.removeAllActions(of: ObjectIdentifier(self))
  }

  /// The container whose stores the context reads and writes. The stores stay open as long as the
  /// context exists.
  public var container: ModelContainer {
    ownContainer ?? mainContainer ?? ModelContainer(opened)
  }

  /// Whether the context has unsaved changes.
  public var hasChanges: Bool { storeContexts.contains { $0.hasChanges } }

  /// The inserted objects, which the next save stores for the first time.
  public var insertedModelsArray: [any PersistentModel] {
    otherStoreContexts.reduce(firstStoreContext.inserted) { $0 + $1.inserted }
  }
  /// The stored objects with unsaved changes, without duplicates.
  public var changedModelsArray: [any PersistentModel] {
    otherStoreContexts.reduce(firstStoreContext.changed) { $0 + $1.changed }
  }
  /// The registered objects that the next save deletes. Objects that
  /// ``delete(model:where:includeSubclasses:)`` marked without creating them are not included.
  public var deletedModelsArray: [any PersistentModel] {
    otherStoreContexts.reduce(firstStoreContext.deleted) { $0 + $1.deleted }
  }

  // MARK: Stores

  /// Returns the context of the store that contains a model's objects. If no store contains the
  /// model, returns the first store's context.
  func storeContext(of type: any PersistentModel.Type) -> StoreContext {
    otherStoreContexts.first { $0.layout.entity(of: type) != nil } ?? firstStoreContext
  }

  /// Returns the context of the store that contains an entity's objects. If no store contains the
  /// entity, returns the first store's context.
  func storeContext(ofEntity name: String) -> StoreContext {
    otherStoreContexts.first { $0.layout.entity(named: name) != nil } ?? firstStoreContext
  }

  /// Runs several reads on one snapshot of each store, so that concurrent writes do not affect the
  /// reads. The body must not write.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    try snapshot(of: storeContexts[...], body)
  }

  private func snapshot<T>(
    of contexts: ArraySlice<StoreContext>, _ body: () throws -> T
  ) throws -> T {
    guard let first = contexts.first else { return try body() }
    return try first.snapshot { try snapshot(of: contexts.dropFirst(), body) }
  }

  /// Runs a closure inside a transaction in every store. Each store's transaction is nested in the
  /// previous store's transaction.
  func transaction<T>(named title: String?, _ body: () throws -> T) throws -> T {
    let result = try transaction(named: title, in: storeContexts[...], body)
    lastHistoryChange = storeContexts.lazy.compactMap(\.lastHistoryChange).first
    return result
  }

  private func transaction<T>(
    named title: String?, in contexts: ArraySlice<StoreContext>, _ body: () throws -> T
  ) throws -> T {
    guard let first = contexts.first else { return try body() }
    return try first.transaction(named: title) {
      try transaction(named: title, in: contexts.dropFirst(), body)
    }
  }

  /// Retitles the running transaction's history entry, for example once the number of changed
  /// objects is known.
  public func renameTransaction(_ title: String) throws {
    for context in storeContexts { try context.renameTransaction(title) }
  }

  /// Returns the registered object with the given identifier. Returns nil if the context contains
  /// no such object.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    let context = storeContext(of: T.self)
    guard identifier.storeIdentifier == context.store.identifier,
      identifier.entityName == Schema.entityName(of: T.self)
    else { return nil }
    return context.registeredObject(T.self, key: identifier.key)
  }
}

extension ModelContext: Equatable, CustomDebugStringConvertible {
  /// Returns whether two references refer to the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

  public var debugDescription: String {
    "ModelContext(\(firstStoreContext.store.url?.path ?? "in memory"), "
      + "\(insertedModelsArray.count) inserted, \(changedModelsArray.count) changed, "
      + "\(deletedModelsArray.count) deleted)"
  }
}
