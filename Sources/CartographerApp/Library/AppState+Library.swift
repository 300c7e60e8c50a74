import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Shows a library that was loaded at startup, or reloaded after a change by another process.
  mutating func receiveLibrary(_ index: LibraryIndex) -> [Effect] {
    let isFirst = !library.isLoaded
    let isNewer = index.snapshot.revision > self.index.snapshot.revision
    guard isFirst || isNewer else {
      renewRefusedPrompt()
      return []
    }
    // The message that the current change was saved will contain a newer library.
    if isSaving { return [] }
    let redoCount = self.index.snapshot.redoCount
    library.markPointsReplaced(library.changedItems(in: index))
    adopt(index)
    library.markLoaded()
    var offers: [Effect] = []
    if isFirst {
      writes.begin(
        after: [index.snapshot.nextUndo, index.snapshot.nextRedo].compactMap { $0?.id }.max())
      if list.removeRestoredItinerary(), mode == .browse { offers += openItinerary() }
      offerDrafts()
      offers += askImport(of: jobs.removeOffers())
    } else {
      // The reason for a rejection stays visible until a key is pressed.
      if toast?.level != .error {
        messages.show(
          "Another program changed the store; the view was updated", hint: lostRedo(redoCount))
      }
      renewRefusedPrompt()
      renewPicker()
    }
    return remeasure() + offers + renewHistory()
  }

  /// Shows the paths at startup while outlines or places are still being read. Does nothing if the
  /// list is not on the Paths tab. If outlines are missing, shows the paths only if the list is
  /// sorted by name; in any other order, rows could move when the outlines arrive.
  mutating func receivePart(_ index: LibraryIndex) -> [Effect] {
    guard !library.isLoaded, list.tab == .paths else { return [] }
    let hasOutlines = index.outlines.count >= index.snapshot.paths.count
    guard hasOutlines || list.effectiveSort.key == .name else { return [] }
    library.markPartlyLoaded()
    adopt(index)
    return []
  }

  /// Replaces the library. Items stay selected, marked or open if the new library contains them. A
  /// library older than the current library is ignored, since answers can arrive out of order.
  ///
  /// - Parameter loaded: The paths whose points were loaded together with the index.
  /// - Parameter isUndo: Whether the new library is the result of an undo or redo in this editor.
  mutating func adopt(_ index: LibraryIndex, loaded: [PathData] = [], isUndo: Bool = false) {
    let edited = selectedItem?.name ?? ""
    let planned = itinerary.flatMap { self.index.group($0.group)?.name } ?? ""
    let scope = list.scope
    let change = library.changedItems(in: index)
    let keys = editedKeys
    let isCurrent = library.receive(index, written: loaded)
    dropMarks(ifKeysChangedFrom: keys)
    guard isCurrent else { return }
    list.removeMissing(in: index)
    leaveLostModes(edited)
    if let change, list.scope == scope {
      let changed = change.union(loaded.map(\.id))
      rebuildMap(changed: changed)
      reorder(changed)
    } else {
      rebuildMap()
      // The changed items are not known; the selected one may have been renamed under the filter.
      list.keepChanged(list.selected.map { [$0] } ?? [])
      reorder()
    }
    leaveLostItinerary(of: planned, isUndo: isUndo)
    settleItinerary()
  }

  /// Leaves the current mode if the item being edited has been deleted. A message box receives the
  /// keys typed for that item, so that they do not affect the new selection.
  private mutating func leaveLostModes(_ name: String) {
    guard mode != .browse, let selected, mode.isEditingAnItem else { return }
    if let item = index[selected], item.trashed == nil { return }
    leaveMode()
    sayLost([
      "While you were editing “\(name)”, it was deleted or its creation was undone.",
      """
      Editing has ended; \
      \(key("close-message")) continues.
      """,
    ])
  }

  /// Closes the open itinerary and shows the groups if the itinerary's group was deleted. After a
  /// deletion by another program, a message box receives the keys typed for the itinerary, so that
  /// they do not affect the list.
  private mutating func leaveLostItinerary(of name: String, isUndo: Bool) {
    guard let itinerary else { return }
    if let group = index.group(itinerary.group), group.trashed == nil { return }
    overlays.remove(StopPicker.self)
    overlays.remove(FilterLine.self)
    leaveMode()
    switchTab(.groups)
    panes.focus(.list)
    showAnotherItem()
    // The status row names the change that the user undid.
    guard !isUndo else { return }
    input.dropTyped()
    sayLost(
      [
        "“\(name)” was deleted by another program.",
        """
        Its itinerary is closed; \
        \(key("close-message")) continues.
        """,
      ], title: "Group no longer available")
  }

  private mutating func sayLost(_ lines: [String], title: String = "Item no longer available") {
    overlays.push(MessageBox(title: title, lines: lines))
  }

  /// Stores the loaded points of paths, and updates the map.
  ///
  /// - Parameter requested: The paths whose points were requested.
  mutating func receivePaths(_ loaded: [PathData], of requested: [ItemID]) -> [Effect] {
    let keys = editedKeys
    library.receive(loaded)
    library.endPathRequest(of: requested)
    dropMarks(ifKeysChangedFrom: keys)
    rebuildMap(changed: Set(loaded.map(\.id)))
    clampPoints()
    refinePick()
    return renewPreview() + renewSearch()
  }

  /// The database keys of the edited path's points. Nil if no path is being edited or its points
  /// are not loaded.
  private var editedKeys: [Int64]? { mode.edit.flatMap { paths[$0.path]?.geometry.keys } }

  /// Removes the marks and the range in the edited path if the path's points changed. Marks refer
  /// to point indexes, which are no longer valid.
  private mutating func dropMarks(ifKeysChangedFrom keys: [Int64]?) {
    guard let edit = mode.edit, edit.hasMarks, keys != editedKeys else { return }
    changeEdit { $0.removeMarks() }
  }

  /// Clamps the indexes of the selected and highlighted points to the valid range for their paths.
  mutating func clampPoints() {
    followGrabbedPoint()
    let paths = paths
    changeEdit { edit in
      if let path = paths[edit.path] { edit.clamp(to: path.count) }
    }
    pathEditing.clampCursor(
      to: selectedPath?.count ?? selected.flatMap { index.outlines[$0]?.pointCount })
  }

  /// Updates the index of the point being moved. If the point was deleted, ends the move.
  private mutating func followGrabbedPoint() {
    guard case .grab(var grab) = mode, case .point(let edit, let key) = grab.subject,
      let path = paths[edit.path]
    else { return }
    guard let position = path.geometry.keys.firstIndex(of: key) else {
      enterPathEditing(edit)
      return sayLost([
        "While you were moving the point, it was deleted or its creation was undone.",
        """
        The move has ended; \
        \(self.key("close-message")) continues.
        """,
      ])
    }
    grab.changeEdit { $0.follow(to: position) }
    enterMoving(grab)
  }

  // MARK: The threshold of climbs

  /// Requests measurements for the paths not yet measured with the current climb threshold.
  mutating func remeasure() -> [Effect] {
    library.requestMeasures(thresholdMetres: settings.climbThresholdMetres)
  }

  mutating func receiveMeasures(_ measured: [MeasuredPath]) -> [Effect] {
    library.receiveMeasures(measured)
    if list.sort.key == .climb { reorder() }
    return []
  }
}

extension Mode {
  fileprivate var isEditingAnItem: Bool {
    switch self {
    case .pathEdit, .preview, .grab: true
    case .browse, .boxSelect, .draw, .measure, .itinerary: false
    }
  }
}
