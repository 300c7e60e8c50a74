import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  // MARK: Walking along a path

  mutating func startPathEdit() -> [Effect] {
    guard let id = selected, let path = paths[id] else { return [] }
    let point = min(pathEditing.pointCursor ?? 0, max(path.count - 1, 0))
    enterPathEditing(PathEditState(path: id, point: point, isJustOpened: true))
    panes.focus(.map)
    _ = fitSelection()
    return []
  }

  mutating func leavePathEdit(_ edit: PathEditState) -> [Effect] {
    var marked = edit
    if marked.removeRangeOrMarks() {
      enterPathEditing(marked)
      return []
    }
    pathEditing.endSearch()
    leaveMode()
    panes.focus(.list)
    select(edit.path)
    pathEditing.moveCursor(to: edit.point)
    clampPoints()
    return []
  }

  mutating func walkPoints(by step: Int) -> [Effect] {
    guard let (edit, path) = pointEdit else { return [] }
    return goToPoint(
      min(max(edit.point + min(max(step, -path.count), path.count), 0), path.count - 1))
  }

  mutating func goToPoint(_ point: Int) -> [Effect] {
    guard case .pathEdit(var edit) = mode, let path = paths[edit.path] else { return [] }
    edit.select(point, count: path.count)
    enterPathEditing(edit)
    revealInProfile(edit.point)
    if edit.point < path.count {
      map.show(
        map.viewport.revealing(
          path.coordinate(at: edit.point), in: layout.mapSize, marginCells: 1))
    }
    return []
  }

  /// Selects the point with the entered number; the first point has number 1. If the list or an
  /// itinerary is shown, first starts path editing.
  mutating func goToPoint(numbered text: String) -> [Effect] {
    guard let path = selectedPath else { return [] }
    guard let number = Int(text), (1...max(path.count, 1)).contains(number), path.count > 0 else {
      return warn(
        "there is no point “\(text)”; the path has points 1–\(Numbers.grouped(path.count))")
    }
    switch mode {
    case .pathEdit: break
    case .browse, .itinerary:
      pathEditing.moveCursor(to: number - 1)
      _ = startPathEdit()
    case .boxSelect, .draw, .measure, .preview, .grab:
      return warn(
        """
        press \(key("back")) to leave this mode first
        """)
    }
    return goToPoint(number - 1)
  }

  mutating func goToNearestPoint() -> [Effect] {
    guard
      let hit = mapPicker.nearestPointOfSelectedPath(to: layout.mapCentre, radiusDots: 1_000)
    else {
      return warn("none of the path's points are in view")
    }
    return goToPoint(hit.point)
  }

  mutating func togglePointTable() -> [Effect] {
    pathEditing.togglePointTable()
    panes.focus(pathEditing.showsPointTable ? .detail : .map)
    panes.endZoom()
    return []
  }

  mutating func togglePointRange() -> [Effect] {
    changeEdit { $0.toggleRange() }
    return []
  }

  // MARK: Changing points

  /// The path being edited, with its editing state. Nil if no path is being edited or the path has
  /// no points.
  var pointEdit: (edit: PathEditState, path: PathData)? {
    guard case .pathEdit(let edit) = mode, let path = paths[edit.path], path.count > 0 else {
      return nil
    }
    return (edit, path)
  }

  mutating func appendPoint() -> [Effect] {
    // The path may have no points yet.
    guard case .pathEdit(let edit) = mode, let path = paths[edit.path] else { return [] }
    let position = insertionPosition
    guard edit.point + 1 < path.count else {
      moveEditing(to: path.count)
      return send(.editPoints(of: edit.path, .append(position)))
    }
    guard path.shape.segment(containing: edit.point).contains(edit.point + 1) else {
      return warn(
        """
        this is the end of a segment; \
        insert before the point with \(key("insert-point")) instead
        """)
    }
    moveEditing(to: edit.point + 1)
    return send(
      .editPoints(of: edit.path, .insert(before: path.geometry.keys[edit.point + 1], position)))
  }

  mutating func insertPoint() -> [Effect] {
    guard let (edit, path) = pointEdit, edit.point < path.count else { return [] }
    let position = insertionPosition
    moveEditing(to: edit.point)
    return send(
      .editPoints(of: edit.path, .insert(before: path.geometry.keys[edit.point], position)))
  }

  mutating func deletePoints() -> [Effect] {
    guard let (edit, path) = pointEdit else { return [] }
    let points = edit.targets.filter { $0 < path.count }
    guard !points.isEmpty else { return [] }
    let keys = points.map { path.geometry.keys[$0] }
    guard keys.count < path.count else {
      return warn(
        """
        a path needs at least one point; \
        \(key("delete")) in the list deletes the path
        """)
    }
    let isUnexpected = edit.isJustOpened && !edit.hasMarks
    guard keys.count > Self.pointsBeforeAsking || isUnexpected else {
      return deletePoints(keys, of: edit.path)
    }
    let name = index[edit.path]?.name ?? ""
    let remainder = path.count - keys.count
    let remaining = Numbers.counted(remainder, "point")
    let verb = remainder == 1 ? "remains" : "remain"
    let (back, delete, undo) = (key("back"), key("delete"), key("undo"))
    // Right after opening the path, the user may have meant to delete the path itself.
    return ask(
      keys.count == 1
        ? "Delete point \(Numbers.grouped(edit.point + 1)) of “\(name)”?"
        : "Delete \(Numbers.grouped(keys.count)) points?",
      (isUnexpected
        ? [
          """
          You are editing the path's points. To delete the path, \
          press \(back) and then \(delete) in the list.
          """
        ] : []) + ["\(remaining) \(verb); \(undo) undoes this."],
      [
        Confirmation.Choice(
          .yes, keys.count == 1 ? "delete the point" : "delete them",
          .deletePoints(of: edit.path, keys: keys))
      ])
  }

  /// Deletes the given points of the path being edited. The cursor moves to the first remaining
  /// point at or after the cursor's position.
  mutating func deletePoints(_ keys: [Int64], of id: ItemID) -> [Effect] {
    guard case .pathEdit(let edit) = mode, edit.path == id, let path = paths[id] else { return [] }
    let gone = Set(keys)
    moveEditing(to: path.geometry.keys.prefix(edit.point).count { !gone.contains($0) })
    return send(.editPoints(of: id, .delete(keys: keys)))
  }

  /// Reverses the path being edited. If no path is being edited, reverses the marked or selected
  /// paths.
  mutating func reversePath() -> [Effect] {
    guard case .pathEdit(let edit) = mode, let path = paths[edit.path] else {
      return send(targets.filter { $0.kind == .path }.map { .editPoints(of: $0, .reverse) })
    }
    moveEditing(to: max(path.count - 1 - edit.point, 0))
    return send(.editPoints(of: edit.path, .reverse))
  }

  /// Removes the marks and the range, and selects the point that will have the given index after
  /// the pending change.
  private mutating func moveEditing(to point: Int) {
    changeEdit { $0.selectAfterChange(point) }
  }
}
