/// A transaction that saves a model context's unsaved changes to one or more of its stores.
///
/// Until the commit, a save only writes to the stores inside open transactions, and leaves the
/// objects and contexts unchanged. Rolling back the stores' transactions after an error therefore
/// restores everything, and the changes remain unsaved until the next save.
struct SaveTransaction {
  /// The changes committed to one store by a save, together with that store's context.
  private typealias Commit = (context: StoreContext, changes: WrittenChanges)

  private let contexts: [StoreContext]
  private let owner: ModelContext?

  init(_ contexts: [StoreContext]) {
    self.contexts = contexts
    self.owner = contexts.first?.owner
  }

  /// Saves the changes in phases. Changes that were committed to a store before an error occurred
  /// stay saved.
  ///
  /// - Throws: The ``SwiftDataError`` that the first failing phase throws.
  func run() throws {
    for context in contexts { context.noticeErasure() }
    for context in contexts { try context.store.throwDeferredError() }
    try validate()
    owner?.undoManager?.endImplicitGroup()
    defer { releaseAutosaves() }
    guard contexts.contains(where: \.hasChanges) else { return }
    announceSave()
    // Observers may have made more changes.
    try validate()
    var commits: [Commit] = []
    let result = Result { try write(contexts.filter(\.hasChanges)[...], &commits) }
    let saved = adopt(commits)
    announce(saved, commits)
    try result.get()
  }

  /// Throws the first error that an earlier operation deferred until the next save. Otherwise,
  /// throws an error if any object refers to an object without a row.
  private func validate() throws {
    try StoreContext.throwDeferredErrors(of: contexts)
    for context in contexts { try context.refuseDeadLinks() }
  }

  /// Posts ``ModelContext/willSave``, except inside a snapshot or a migration.
  private func announceSave() {
    guard contexts.contains(where: { $0.pinned == nil || $0.savedInTransaction != nil }) else {
      return
    }
    owner?.announceSave()
  }

  /// Writes several contexts' changes in nested transactions, so that an error rolls all of them
  /// back.
  ///
  /// The stores' transactions are committed one after the other. If the process is killed or a disk
  /// fails between two commits, the first store is saved and the next is not.
  private func write(_ rest: ArraySlice<StoreContext>, _ commits: inout [Commit]) throws {
    guard let first = rest.first else { return }
    let changes = try first.write { connection in
      let changes = try ChangeWriter.write(first, connection, for: .save)
      try write(rest.dropFirst(), &commits)
      return changes
    }
    commits.append((first, changes))
  }

  /// Updates the contexts and their objects so that they match the committed rows. Inside a
  /// transaction, the returned identifiers are kept until the transaction is committed.
  ///
  /// - Returns: The identifiers of the committed objects.
  private func adopt(_ commits: [Commit]) -> SavedIdentifiers {
    var saved = SavedIdentifiers()
    for (context, changes) in commits {
      let own = context.saved(by: changes)
      context.adopt(changes)
      context.autosaveError = nil
      if context.pinned == nil { saved.add(own) } else { context.savedInTransaction?.add(own) }
    }
    return saved
  }

  /// Notifies observers of the committed changes. Does nothing while an enclosing transaction is
  /// open.
  private func announce(_ saved: SavedIdentifiers, _ commits: [Commit]) {
    guard commits.contains(where: { $0.context.pinned == nil }) else { return }
    let entry = commits.reversed().lazy.compactMap(\.context.lastHistoryChange).first
    owner?.lastHistoryChange = entry
    owner?.announceSaved(saved, entry: entry)
  }

  private func releaseAutosaves() {
    for context in contexts { context.releaseAutosave() }
  }
}
