import CartographerCore
import Geodesy

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

  /// Sends several edits as a single change. The change is saved in one transaction and undone in
  /// one step.
  mutating func send(_ edits: [LibraryEdit]) -> [Effect] {
    switch edits.count {
    case 0: []
    case 1: send(.edit(edits[0]))
    default: send(.together(edits))
    }
  }

  /// Returns the open paths whose points must be loaded again when a change is saved.
  private func refreshed(by write: Write) -> [ItemID] {
    let changed =
      switch write {
      case .edit(let edit): edit.pathsWithChangedPoints
      case .together(let edits): edits.flatMap(\.pathsWithChangedPoints)
      case .undo, .redo: selected.map { $0.kind == .path ? [$0] : [] } ?? []
      }
    return changed.filter { paths[$0] != nil }
  }

  mutating func finish(
    _ write: Write, _ result: EditResult, _ index: LibraryIndex, _ loaded: [PathData]
  ) -> [Effect] {
    library.markLoaded()
    overlays.endSubmission()
    operations.removeSubmitted()
    let redoCount = self.index.snapshot.redoCount
    let earlier = self.index
    let selected = list.selected
    if write.mayReplaceRows { library.markPointsReplaced(library.changedItems(in: index)) }
    adopt(index, loaded: loaded, isUndo: write.mayReplaceRows)
    clampPoints()
    library.keepLeftPoints(library.pointsLeft(by: write.edits, since: earlier))
    switch write {
    case .undo:
      writes.recordUndone(result.title)
      messages.show(undoToast)
      showTouched(result)
    case .redo:
      messages.show("Redid: \(result.title.imperative)", .success)
      showTouched(result)
    case .edit, .together:
      if let change = result.undo { writes.recordOwn(change) }
      let hints = [
        result.undo == nil ? "" : "\(key("undo")) to undo", leftPointsHint, lostRedo(redoCount),
      ]
      let hint = hints.filter { !$0.isEmpty }.joined(separator: ", ")
      let level: Toast.Level = write.deletesManyPoints ? .warning : .success
      let remarks = [keptColours(after: write.edits), earlier.movedDates(by: write.edits)]
        .filter { !$0.isEmpty }
      // Without a hint, a long message is drawn in two rows instead of being shortened.
      messages.show(
        remarks.isEmpty
          ? Toast(result.title.pastTense, level, hint: hint)
          : Toast(
            ([result.title.pastTense] + remarks + [hint]).filter { !$0.isEmpty }
              .joined(separator: "; "), level))
      showCreated(result)
      if result.created.isEmpty, list.selected != selected { followSelection() }
      fitChangedPaths(of: write, result)
      settleItinerary(selecting: result.createdStops)
    }
    let renewed = remeasure() + renewPreview() + renewSearch()
    outdateHistory()
    return renewed + sendNext() + readHistory()
  }

  /// Returns a remark about paths that keep their own colours although a colour was set for their
  /// group. Returns an empty string if there are no such paths.
  private func keptColours(after edits: [LibraryEdit]) -> String {
    let coloured = Set(
      edits.flatMap { edit -> [ItemID] in
        if case .set(.colour, let ids, _) = edit { ids } else { [] }
      })
    guard coloured.contains(where: { $0.kind == .group }) else { return "" }
    let count = index.snapshot.paths.filter { path in
      path.trashed == nil && path.colour != nil && !coloured.contains(path.id)
        && !coloured.isDisjoint(with: path.groups)
    }.count
    guard count > 0 else { return "" }
    let keys = "\(key("open")) \(key("mark-all")) \(key("colour"))"
    return count == 1
      ? "1 path keeps its own colour (to change it, press \(keys) in the group)"
      : "\(Numbers.grouped(count)) paths keep their own colours (to change them, press \(keys) in the group)"
  }

  /// Fits the map to cropped, cut, cleaned or joined paths. Does nothing if the view is already
  /// fitted to all items.
  private mutating func fitChangedPaths(of write: Write, _ result: EditResult) {
    let changed = write.edits.flatMap { edit in
      switch edit {
      case .perform(let operation, let id, _) where operation.cutsOff: [id]
      case .join: result.changed.filter { $0.kind == .path }
      default: [ItemID]()
      }
    }
    guard !changed.isEmpty, !map.followsContents else { return }
    map.fit(Set(changed), in: layout.mapSize)
  }

  /// A hint with the key for moving the path points that were left at a moved place's old position.
  /// Empty if there are no such points.
  private var leftPointsHint: String {
    guard let left = library.leftPoints else { return "" }
    let paths = Numbers.counted(left.paths.count, "path")
    let move = key("move-points-too")
    return "\(move) also moves points of \(paths)"
  }

  private mutating func showCreated(_ result: EditResult) {
    guard case .browse = mode, let first = result.created.first, index.contains(first) else {
      return
    }
    reveal(first)
    if first.kind != .group { revealOnMap() }
  }

  /// Selects the first restored or changed item in the list, if any.
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

  mutating func refuse(_ failure: EditorFailure) -> [Effect] {
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

  /// Updates a prompt with the stored values from the reloaded library after the store has rejected
  /// the prompt's change.
  mutating func renewRefusedPrompt() {
    guard overlays.endReload(at: index.snapshot.revision) else { return }
    overlay?.renew(in: &self)
  }

  /// Updates the top popup, such as the list for choosing groups, after another program has changed
  /// the library. Later choices are based on the new revision.
  mutating func renewPicker() {
    guard let overlay, overlay.followsLibrary else { return }
    overlays.rebase(to: index.snapshot.revision)
    overlay.renew(in: &self)
  }

  /// Stores the library's revision when a popup opens or when the user starts to move an item.
  /// Clears the stored revision when the popup closes or the move ends.
  mutating func keepBasis() {
    let isGrabbing = if case .grab = mode { true } else { false }
    overlays.settleBasis(isGrabbing: isGrabbing, revision: index.snapshot.revision)
  }
}

extension LibraryIndex {
  /// Returns a remark for a day inserted before an itinerary's first stop, which changes the date
  /// of every stop. Returns an empty string after any other change, or if the itinerary has no
  /// dates.
  ///
  /// The receiver contains the library's items before the change.
  fileprivate func movedDates(by edits: [LibraryEdit]) -> String {
    let movesAll = edits.contains { edit in
      guard case .itinerary(let id, .beginDay(let stop)) = edit, let group = self.group(id)
      else { return false }
      return group.firstDay != nil && group.itinerary.first?.id == stop
    }
    return movesAll ? "all stops of the trip are now one day later" : ""
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

  /// Whether the change can store unchanged points in new database rows, under new row keys.
  fileprivate var mayReplaceRows: Bool {
    switch self {
    case .undo, .redo: true
    case .edit, .together:
      edits.contains { if case .undoChange = $0 { true } else { false } }
    }
  }

  /// Whether the change deletes enough points to require a warning.
  fileprivate var deletesManyPoints: Bool {
    edits.contains {
      guard case .editPoints(_, .delete(let keys)) = $0 else { return false }
      return keys.count >= AppState.pointsBeforeWarning
    }
  }
}

extension TrackOperation {
  /// Whether the operation can shrink a path's bounding box by removing points.
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
  fileprivate var pathsWithChangedPoints: [ItemID] {
    switch self {
    case .editPoints(let id, _), .split(let id, _), .perform(_, let id, _), .cut(let id, _): [id]
    case .join(let ids, _, _), .convert(let ids, _), .revert(let ids, _):
      ids.filter { $0.kind == .path }
    default: []
    }
  }
}
