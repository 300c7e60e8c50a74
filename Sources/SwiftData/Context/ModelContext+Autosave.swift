extension ModelContext {
  /// Saves now what the context would save by itself later; nothing unless ``autosaveEnabled``.
  ///
  /// A save that fails is told by ``autosaveError``.
  public func processPendingChanges() {
    for part in parts { part.processPendingChanges() }
    if parts.isEmpty { autosave() }
  }

  /// Queues a save after the first of some changes.
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

  /// Lets the queued save keep the context no longer, if nothing is left to be saved.
  func releaseAutosave() {
    for part in parts { part.releaseAutosave() }
    if !hasChanges { queuedAutosave?.context = nil }
  }

  private func autosave() {
    queuedAutosave?.context = nil
    queuedAutosave = nil
    guard autosaveEnabled, hasChanges, pinned == nil else { return }
    // What could not be read is told, and is no reason not to save.
    let readError = (whole ?? self).takeReadError()
    do {
      try save()
      if let readError { autosaveError = readError }
    } catch {
      autosaveError = remember(error)
    }
  }
}

/// A save that is queued on the main actor, which its context belongs to.
final class QueuedAutosave: @unchecked Sendable {
  /// The context, kept as long as it has changes, so that they are not lost with it; nil while it
  /// has none, since it would keep its store open.
  var context: ModelContext?

  init(_ context: ModelContext) { self.context = context }
}
