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
    guard autosaveEnabled, !isAutosaveQueued, pinned == nil, isMain || MainQueue.isCurrent else {
      return
    }
    isAutosaveQueued = true
    let queued = QueuedContext(context: self)
    Task { @MainActor in queued.context.autosave() }
  }

  private func autosave() {
    isAutosaveQueued = false
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

/// A context on its way to the main actor, which it belongs to. It is kept until it has saved, so
/// that its changes are not lost with it.
private struct QueuedContext: @unchecked Sendable {
  let context: ModelContext
}
