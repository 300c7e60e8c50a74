import CartographerCore
import TerminalUI

extension AppState {
  /// Handles a loaded library, at the start or after another process changed it.
  mutating func take(_ index: LibraryIndex) -> [Effect] {
    let isFirst = !isLoaded
    let isNewer = index.snapshot.revision > self.index.snapshot.revision
    guard isFirst || isNewer else {
      renewRefusedPrompt()
      return []
    }
    // The answer to the change being saved brings a newer library, but not all points.
    if isSaving {
      arePathsStale = true
      return []
    }
    let redoCount = self.index.snapshot.redoCount
    adopt(index)
    isLoaded = true
    if isFirst {
      firstEntry =
        [index.snapshot.nextUndo, index.snapshot.nextRedo].compactMap { $0?.id }.max() ?? 0
      offerFiles()
    } else {
      // The reason of a refusal stays visible until a key is pressed.
      if toast?.level != .error {
        toast = Toast(
          "Another program changed the store; the view was updated", hint: lostRedo(redoCount))
      }
      renewRefusedPrompt()
      renewPicker()
    }
    let ids = isFirst ? missingPaths : allPaths
    return read(ids) + renewHistory() + replayDeferredKeys()
  }

  /// Requests the points of paths. If one of these paths is open, keys wait for its points.
  mutating func read(_ ids: [ItemID]) -> [Effect] {
    guard !ids.isEmpty else { return [] }
    for id in ids where paths[id] != nil { outdatedPaths[id] = index.snapshot.revision }
    return [.loadPaths(ids)]
  }

  /// Replaces the library, and keeps the selected, marked and open items by their IDs. A library
  /// older than the current one is ignored, since answers may arrive out of order.
  ///
  /// - Parameter loaded: The paths whose points were just loaded; their positions in the list may
  ///   change.
  mutating func adopt(_ index: LibraryIndex, loaded: [ItemID] = []) {
    guard index.snapshot.revision >= self.index.snapshot.revision else { return }
    let edited = selectedItem?.name ?? ""
    let scope = list.scope
    let change = index.change.flatMap { $0.revision == self.index.snapshot.revision ? $0 : nil }
    self.index = index
    if !paths.keys.allSatisfy(index.contains) { paths = paths.filter { index.contains($0.key) } }
    outdatedPaths = outdatedPaths.filter { index.contains($0.key) }
    list.marks = list.marks.filter { index.contains($0) }
    if let scope = list.scope, index.group(scope)?.trashed != nil || index.group(scope) == nil {
      list.scope = nil
    }
    if let anchor = list.rangeAnchor, !index.contains(anchor) { list.rangeAnchor = nil }
    leaveLostModes(edited)
    rebuildMap()
    if let change, list.scope == scope {
      reorder(change.ids.union(loaded))
    } else {
      reorder()
    }
    settleItinerary()
  }

  /// Stops editing an item that was deleted. A message box receives the keys typed for that item,
  /// so that they do not affect the new selection.
  private mutating func leaveLostModes(_ name: String) {
    guard mode != .browse, let selected, mode.isEditingAnItem else { return }
    if let item = index[selected], item.trashed == nil { return }
    mode = .browse
    sayLost([
      "“\(name)”, which was being edited, was deleted or its creation was undone.",
      "Editing has ended; \(key("close-message")) continues.",
    ])
  }

  private mutating func sayLost(_ lines: [String]) {
    overlays.push(MessageBox(title: "No longer available", lines: lines))
  }

  mutating func take(_ loaded: [PathData]) -> [Effect] {
    for path in loaded where index.contains(path.id) {
      if let wanted = outdatedPaths[path.id], path.geometry.revision >= wanted {
        outdatedPaths[path.id] = nil
      }
      if let known = paths[path.id], known.geometry.revision >= path.geometry.revision { continue }
      dropMarks(of: path)
      paths[path.id] = path
    }
    rebuildMap()
    clampPoints()
    if list.sort.key == .length || list.sort.key == .climb || list.sort.key == .date {
      reorder()
    }
    return remeasure(loaded) + renewTrial() + renewSearch() + replayDeferredKeys()
  }

  /// The paths whose points are missing or outdated; visible paths come first.
  var missingPaths: [ItemID] {
    orderedPaths(
      index.snapshot.paths.filter { path in
        guard let known = paths[path.id] else { return true }
        return path.pointCount.map { $0 != known.count } ?? false
      }.map(\.id))
  }

  /// All paths; visible paths come first.
  var allPaths: [ItemID] { orderedPaths(index.snapshot.paths.map(\.id)) }

  private func orderedPaths(_ ids: [ItemID]) -> [ItemID] {
    if ids.isEmpty { return [] }
    let wanted = Set(ids)
    let inSight = ([selected].compactMap { $0 } + list.rows).filter(wanted.contains)
    var seen: Set<ItemID> = []
    return (inSight + ids).filter { seen.insert($0).inserted }
  }

  /// Removes the marks and the range of an edited path if its points changed, since marks refer to
  /// point indexes.
  mutating func dropMarks(of path: PathData) {
    let keys = paths[path.id]?.geometry.keys
    mode.changeEdit { edit in
      guard edit.path == path.id, !edit.marks.isEmpty || edit.anchor != nil,
        keys != path.geometry.keys
      else { return }
      edit.marks = []
      edit.anchor = nil
    }
  }

  /// Clamps the point cursors to their paths.
  mutating func clampPoints() {
    followGrabbedPoint()
    let paths = paths
    mode.changeEdit { edit in
      if let path = paths[edit.path] { edit.clamp(to: path.count) }
    }
    if let point = pointCursor {
      pointCursor = selectedPath.flatMap { $0.count > 0 ? min(point, $0.count - 1) : nil }
    }
  }

  /// Updates the index of a grabbed point, or stops the move if the point was deleted.
  private mutating func followGrabbedPoint() {
    guard case .grab(var grab) = mode, case .point(var edit, let key) = grab.subject,
      let path = paths[edit.path]
    else { return }
    guard let position = path.geometry.keys.firstIndex(of: key) else {
      mode = .pathEdit(edit)
      return sayLost([
        "The point that was being moved was deleted or its creation was undone.",
        "The move has ended; \(self.key("close-message")) continues.",
      ])
    }
    edit.point = position
    grab.subject = .point(edit, key: key)
    mode = .grab(grab)
  }

  /// Asks whether to import each file that was named on the command line, the first on top.
  private mutating func offerFiles() {
    for file in offeredFiles.reversed() { offer(file) }
    offeredFiles = []
  }

  private mutating func offer(_ file: String) {
    let name = lastComponent(file)
    overlays.push(
      Confirmation(
        title: "Import \(name)?",
        lines: [
          "The file's places and paths are added to \(storeName).",
          "The file is not changed; \(key("undo")) undoes the import.",
        ],
        choices: [
          Confirmation.Choice(.importFile, "import", .importFile(path: file))
        ], cancelLabel: "cancel the import"))
  }
}

extension Mode {
  fileprivate var isEditingAnItem: Bool {
    switch self {
    case .pathEdit, .trial, .grab: true
    case .browse, .boxSelect, .draw, .itinerary: false
    }
  }
}
