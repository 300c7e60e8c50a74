extension StoreContext {
  /// Queues an autosave if autosave is enabled and none is queued yet.
  func queueAutosave() {
    if let queuedAutosave {
      let isNeeded = hasChanges
      if isNeeded != (queuedAutosave.owner != nil) {
        queuedAutosave.owner = isNeeded ? owner : nil
      }
      return
    }
    guard let owner, owner.autosaveEnabled, pinned == nil, owner.isMain || MainQueue.isCurrent
    else { return }
    let queued = QueuedAutosave(self, owner)
    queuedAutosave = queued
    Task { @MainActor in queued.run() }
  }

  /// Releases the queued autosave's reference to the context if no changes are left to save.
  func releaseAutosave() {
    if !hasChanges { queuedAutosave?.owner = nil }
  }

  /// Saves this store's changes immediately if autosave is enabled for the model context.
  func autosave() {
    queuedAutosave?.owner = nil
    queuedAutosave = nil
    guard let owner, owner.autosaveEnabled, hasChanges, pinned == nil else { return }
    // A read error is reported, but it does not prevent the save.
    let readError = Self.removeReadError(of: owner.storeContexts)
    do {
      try save()
      if let readError { autosaveError = readError }
    } catch {
      autosaveError = remember(error)
    }
  }
}

/// An autosave of one store, queued on the main actor.
final class QueuedAutosave: @unchecked Sendable {
  /// The context to save. It is retained while it has unsaved changes, so that the changes are not
  /// lost. Otherwise, the reference is nil, because a retained context would keep the store open.
  var owner: ModelContext?
  private unowned let context: StoreContext

  init(_ context: StoreContext, _ owner: ModelContext) {
    self.context = context
    self.owner = owner
  }

  func run() {
    guard let owner else { return }
    withExtendedLifetime(owner) { context.autosave() }
  }
}
