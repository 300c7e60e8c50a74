/// A snapshot of a context's unsaved changes, made when a transaction begins and restored if the
/// transaction fails.
///
/// The snapshot holds the objects with unsaved changes and their values. It also records the
/// objects that are upserted, or whose rows are deleted or reassigned, during the transaction.
///
/// - Complexity: O(*n*), where *n* is the number of unsaved changes.
final class Checkpoint {
  /// An object with unsaved changes, and its state at the start of the transaction.
  struct ObjectState {
    let model: any PersistentModel
    let phase: _ModelState.Phase
    let dirty: UInt64
    let key: Int64
    let formerKey: Int64
    /// A closure that restores the values that the object had at the start of the transaction.
    let restoreValues: () -> Void

    init(_ model: any PersistentModel) {
      let state = model._$state
      self.model = model
      self.phase = state.phase
      self.dirty = state.dirty
      self.key = state.key
      self.formerKey = state.formerKey
      self.restoreValues = model._$keep()
    }
  }

  /// An object whose row was deleted or reassigned, with the row's entity and key.
  struct FormerObject {
    let model: any PersistentModel
    let entity: Int
    let key: Int64
  }

  let inserted: [any PersistentModel]
  let changed: [any PersistentModel]
  let deleted: [any PersistentModel]
  let deletedKeys: [Int: [Int64]]
  let links: PendingLinks
  let deadLinks: [DeadLink]
  let deferredError: SwiftDataError?
  let readError: SwiftDataError?
  let saved: SavedIdentifiers?
  let registered: UndoManager.Registered?
  let objects: [ObjectState]
  /// Each entity's next row key at the time of the checkpoint, indexed by entity name.
  let nextKeys: [String: Int64]
  /// The objects whose row was deleted or reassigned during the transaction.
  private(set) var removed: [FormerObject] = []
  /// The inserted objects that overwrote an existing row (an upsert) during the transaction.
  private(set) var upserted: [any PersistentModel] = []

  init(_ context: StoreContext, _ connection: Connection) throws {
    inserted = context.inserted
    changed = context.changed
    deleted = context.deleted
    deletedKeys = context.deletedKeys
    links = context.links
    deadLinks = context.deadLinks
    deferredError = context.deferredError
    readError = context.readError
    saved = context.savedInTransaction
    registered = context.undoManager?.registered
    objects = (inserted + changed + deleted).map(ObjectState.init)
    nextKeys = try KeySequence.all(connection)
  }

  func noteRemoval(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
    removed.append(FormerObject(model: model, entity: entity, key: key))
  }

  func noteUpsert(_ model: any PersistentModel) { upserted.append(model) }

  /// Adds to this checkpoint the objects that a nested transaction's checkpoint recorded.
  func add(_ inner: Checkpoint) {
    removed += inner.removed
    upserted += inner.upserted
  }
}
