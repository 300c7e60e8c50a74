import CartographerCore

extension AppState {
  /// Sends a change to the library, or queues it while another change is being saved.
  mutating func send(_ write: Write) -> [Effect] {
    if let reason = writeObstacle { return warn(reason) }
    return writes.enqueue(write).map { [effect(of: $0)] } ?? []
  }

  private func effect(of write: Write) -> Effect {
    .write(
      write, basedOn: overlays.basis ?? index.snapshot.revision, refreshing: refreshed(by: write))
  }

  mutating func send(_ edit: LibraryEdit) -> [Effect] { send(.edit(edit)) }

  /// Sends several edits as a single change, which is saved in one transaction and undone in one
  /// step.
  mutating func send(_ edits: [LibraryEdit]) -> [Effect] {
    switch edits.count {
    case 0: []
    case 1: send(.edit(edits[0]))
    default: send(.together(edits))
    }
  }

  /// Returns the paths whose points must be loaded together with a change's result.
  private func refreshed(by write: Write) -> [ItemID] {
    switch write {
    case .edit(let edit): edit.pathsWithOtherPoints
    case .together(let edits): edits.flatMap(\.pathsWithOtherPoints)
    case .undo, .redo: selected.map { $0.kind == .path ? [$0] : [] } ?? []
    }
  }

  mutating func updateSavingProgress(_ progress: JobProgress) -> [Effect] {
    writes.updateProgress(progress)
    return []
  }

  mutating func finish(
    _ write: Write, _ result: EditResult, _ index: LibraryIndex, _ loaded: [PathData]
  ) -> [Effect] {
    library.markLoaded()
    overlays.endSubmission()
    operations.removeSubmitted()
    let redoCount = self.index.snapshot.redoCount
    adopt(index, loaded: loaded)
    clampPoints()
    switch write {
    case .undo:
      writes.recordUndone(result.title)
      toast = undoToast
      showTouched(result)
    case .redo:
      toast = Toast("Redid: \(result.title.imperative)", .success)
      showTouched(result)
    case .edit, .together:
      if let entry = result.undo { writes.recordOwn(entry) }
      let hints = [result.undo == nil ? "" : "\(key("undo")) to undo", lostRedo(redoCount)]
      toast = Toast(
        result.title.pastTense, .success,
        hint: hints.filter { !$0.isEmpty }.joined(separator: ", "))
      showCreated(result)
      fitChangedPaths(of: write, result)
      settleItinerary(selecting: result.madeEntries)
    }
    // Changed paths whose points did not come with the answer.
    let stale = result.changed.filter { id in
      id.kind == .path && !loaded.contains { $0.id == id } && paths[id] != nil
        && affectsPoints(write)
    }
    let missing = library.removeStaleMark() ? index.snapshot.paths.map(\.id) : missingPaths
    let wanted = missing + stale.filter { !missing.contains($0) }
    let renewed = remeasure(loaded) + renewPreview() + renewSearch() + library.requestPaths(wanted)
    outdateHistory()
    return renewed + sendNext() + readHistory()
  }

  private func affectsPoints(_ write: Write) -> Bool {
    switch write {
    case .undo, .redo: true
    case .edit(let edit): !edit.pathsWithOtherPoints.isEmpty
    case .together(let edits): edits.contains { !$0.pathsWithOtherPoints.isEmpty }
    }
  }

  /// Fits the map to the paths that an operation cut or a join extended, unless the map shows all items.
  private mutating func fitChangedPaths(of write: Write, _ result: EditResult) {
    let changed = write.edits.flatMap { edit in
      switch edit {
      case .perform(let operation, let id, _) where operation.cutsOff: [id]
      case .join: result.changed.filter { $0.kind == .path && paths[$0] != nil }
      default: [ItemID]()
      }
    }
    guard !changed.isEmpty, !map.followsContents else { return }
    fit(Set(changed))
  }

  private mutating func showCreated(_ result: EditResult) {
    guard case .browse = mode, let first = result.created.first, index.contains(first) else {
      return
    }
    reveal(first)
    if first.kind != .group { revealOnMap() }
  }

  /// Selects the list's first restored or changed item, if there is one.
  private mutating func showTouched(_ result: EditResult) {
    guard case .browse = mode else { return }
    let touched = Set(result.created + result.changed)
    if let selected = list.selected, touched.contains(selected) { return }
    if let first = list.rows.first(where: touched.contains) { select(first) }
  }

  private mutating func sendNext() -> [Effect] {
    guard let next = writes.finish() else { return replayDeferredKeys() }
    guard let reason = writeObstacle else { return [effect(of: next)] }
    writes.refuse()
    return warn(reason)
  }

  mutating func refuse(_ write: Write, _ failure: EditorFailure) -> [Effect] {
    writes.refuse()
    input.dropDeferred()
    defer { overlays.endSubmission() }
    clampPoints()
    let reading = renewHistory() + [.loadLibrary]
    if reopenOperation(failure) { return fail(failure) + reading }
    guard let prompt = overlays.reopenSubmitted(at: index.snapshot.revision) else {
      return fail(failure) + reading
    }
    return prompt.resume(after: failure, in: &self) + reading
  }

  /// Updates a prompt to the current values after its change was rejected and the library was
  /// reloaded.
  mutating func renewRefusedPrompt() {
    guard overlays.endReload(at: index.snapshot.revision) else { return }
    overlay?.renew(in: &self)
  }

  /// Updates an open group or stop picker after another program changed the library. Later choices
  /// are based on the new revision.
  mutating func renewPicker() {
    guard let overlay, overlay.followsLibrary else { return }
    overlays.rebase(to: index.snapshot.revision)
    overlay.renew(in: &self)
  }

  /// Stores the library's revision when a popup opens or the user starts to move an item. Clears it
  /// when the popup closes or the move ends.
  mutating func keepBasis() {
    let isGrabbing = if case .grab = mode { true } else { false }
    overlays.settleBasis(isGrabbing: isGrabbing, revision: index.snapshot.revision)
  }
}

extension Write {
  fileprivate var edits: [LibraryEdit] {
    switch self {
    case .edit(let edit): [edit]
    case .together(let edits): edits
    case .undo, .redo: []
    }
  }
}

extension TrackOperation {
  /// Whether the operation can make the area of a path on the map smaller.
  fileprivate var cutsOff: Bool {
    switch self {
    case .crop, .cut, .clean: true
    default: false
    }
  }
}

extension LibraryEdit {
  /// The existing paths whose points the edit changes. Paths that the edit creates are not
  /// included.
  fileprivate var pathsWithOtherPoints: [ItemID] {
    switch self {
    case .editPoints(let id, _), .split(let id, _), .perform(_, let id, _), .cut(let id, _): [id]
    case .join(let ids, _, _), .convert(let ids, _), .revert(let ids, _):
      ids.filter { $0.kind == .path }
    default: []
    }
  }
}
