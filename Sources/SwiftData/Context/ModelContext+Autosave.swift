extension ModelContext {
  /// Saves pending changes immediately instead of at the next autosave. Does nothing unless
  /// ``autosaveEnabled``.
  ///
  /// A failed autosave is reported by ``autosaveError``.
  public func processPendingChanges() {
    for part in parts { part.processPendingChanges() }
    if parts.isEmpty { autosave() }
  }

  /// Queues an autosave after the first of a series of changes.
  func queueAutosave() {
    if let queuedAutosave {
      let isNeeded = hasChanges
      if isNeeded != (queuedAutosave.context != nil) {
        queuedAutosave.context = isNeeded ? self : nil
      }
      return
    }
    guard autosaveEnabled, pinned == nil, isMain || MainQueue.isCurrent else { return }
    let queued = QueuedAutosave(self)
    queuedAutosave = queued
    Task { @MainActor in queued.context?.autosave() }
  }

  /// Makes the queued autosave release the context if no changes are left to save.
  func releaseAutosave() {
    for part in parts { part.releaseAutosave() }
    if !hasChanges { queuedAutosave?.context = nil }
  }

  private func autosave() {
    queuedAutosave?.context = nil
    queuedAutosave = nil
    guard autosaveEnabled, hasChanges, pinned == nil else { return }
    // A read error is reported, but it does not prevent the save.
    let readError = (whole ?? self).takeReadError()
    do {
      try save()
      if let readError { autosaveError = readError }
    } catch {
      autosaveError = remember(error)
    }
  }
}

/// An autosave queued on the main actor, which its context belongs to.
final class QueuedAutosave: @unchecked Sendable {
  /// The context, retained while it has changes so that they are not lost. The reference is nil
  /// otherwise, since it would keep the store open.
  var context: ModelContext?

  init(_ context: ModelContext) { self.context = context }
}
