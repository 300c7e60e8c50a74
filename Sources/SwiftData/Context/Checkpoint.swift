/// What a context was when a transaction began, so that it can be that again.
///
/// It holds the objects that had unsaved changes then, with their values, and notes what the context
/// can no longer name once it happened. Complexity: O(unsaved changes).
final class Checkpoint {
  /// An object with unsaved changes.
  struct Kept {
    let model: any PersistentModel
    let phase: _ModelState.Phase
    let dirty: UInt64
    let key: Int64
    let formerKey: Int64
    /// Gives it the values that it had.
    let putBack: () -> Void

    init(_ model: any PersistentModel) {
      let state = model._$state
      self.model = model
      self.phase = state.phase
      self.dirty = state.dirty
      self.key = state.key
      self.formerKey = state.formerKey
      self.putBack = model._$keep()
    }
  }

  /// An object that stood for a row.
  struct Standing {
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
  let objects: [Kept]
  /// The next key of each entity, by its name; rows from it on were not there yet.
  let nextKeys: [String: Int64]
  /// The objects that stopped standing for a row since.
  private(set) var dropped: [Standing] = []
  /// The objects that took over a row since.
  private(set) var takers: [any PersistentModel] = []

  init(_ context: ModelContext, _ connection: Connection) throws {
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
    objects = (inserted + changed + deleted).map(Kept.init)
    nextKeys = try KeySequence.all(connection)
  }

  func noteDropped(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
    dropped.append(Standing(model: model, entity: entity, key: key))
  }

  func noteTaker(_ model: any PersistentModel) { takers.append(model) }

  /// Takes over what a transaction inside this one noted.
  func add(_ inner: Checkpoint) {
    dropped += inner.dropped
    takers += inner.takers
  }
}
