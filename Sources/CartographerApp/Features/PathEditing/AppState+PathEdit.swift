import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  // MARK: Drawing

  /// Starts a new drawing, or continues the drawing that was left unfinished. While a path is being
  /// drawn, its drawing becomes a draft, and a new one starts. While a line is being measured, a
  /// drawing with the line's points starts.
  mutating func startDrawing() -> [Effect] {
    if case .draw(let drawing) = mode { return startAnother(instead: drawing) }
    if case .measure(let line) = mode, !line.points.isEmpty { return draw(measured: line) }
    let kept = pathEditing.removeKeptDrawing()
    enterDrawing(kept ?? DrawState())
    panes.focus(.map)
    guard let kept else { return [] }
    messages.show(
      "Continued the drawing with \(Numbers.counted(kept.points.count, "point"))",
      hint: "\(key("new-path")) begins a new one")
    return []
  }

  private mutating func startAnother(instead drawing: DrawState) -> [Effect] {
    guard !drawing.points.isEmpty, setDrawingAside() else {
      return say("This drawing has no points yet")
    }
    enterDrawing(DrawState())
    messages.show(
      "Began a new drawing; the old one with \(Numbers.counted(drawing.points.count, "point")) is a draft",
      hint: "\(key("drafts")) lists drafts")
    return []
  }

  /// Starts a drawing with the points of the line being measured. A drawing that was left
  /// unfinished becomes a draft.
  private mutating func draw(measured line: DrawState) -> [Effect] {
    setDrawingAside()
    enterDrawing(line)
    messages.show(
      "Began a drawing with the \(Numbers.counted(line.points.count, "measured point"))",
      hint: "\(key("finish-path")) finishes it")
    return []
  }

  /// Adds a point to the path being drawn or to the line being measured.
  ///
  /// - Parameter coordinate: The point's position. Nil adds the point at the crosshair.
  mutating func addDrawnPoint(_ coordinate: Coordinate? = nil) -> [Effect] {
    guard var line = mode.line else { return [] }
    guard line.append(coordinate ?? insertionPosition) else {
      return warn("the last point is already at this position; move the map first")
    }
    changeLine(to: line)
    return []
  }

  /// Removes the last point of the path being drawn or of the line being measured.
  mutating func removeDrawnPoint() -> [Effect] {
    guard var line = mode.line, let last = line.removeLast() else { return [] }
    changeLine(to: line)
    map.reveal(last, in: layout.mapSize)
    return []
  }

  private mutating func changeLine(to line: DrawState) {
    if case .measure = mode { enterMeasuring(line) } else { enterDrawing(line) }
  }

  mutating func finishDrawing() -> [Effect] {
    guard case .draw(let drawing) = mode else { return [] }
    guard drawing.points.count > 1 else {
      return warn(
        """
        a path needs at least two points; \
        \(key("add-point")) adds a point
        """)
    }
    open(pathForm(drawing.points))
    return []
  }

  mutating func leaveDrawing(_ drawing: DrawState) -> [Effect] {
    leaveMode()
    guard !drawing.points.isEmpty else { return [] }
    pathEditing.keep(drawing)
    return say(
      """
      Kept the drawing with \(Numbers.counted(drawing.points.count, "point")): \
      \(key("new-path")) continues it
      """)
  }

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
    guard case .pathEdit(let edit) = mode, let path = paths[edit.path], path.count > 0 else {
      return []
    }
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
  /// itinerary is shown, path editing starts.
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

  /// Moves the highlight along the profile by a number of columns.
  mutating func moveAlongProfile(by columns: Int) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    let chart = ProfileChart(
      shownProfile(of: path), units: settings.units, glyphs: settings.glyphs)
    guard let rect = layout.content(of: .profile), let point = shownPoint else {
      pathEditing.moveCursor(to: columns > 0 ? 0 : path.count - 1)
      return []
    }
    let next =
      chart.point(columns: columns, from: point, in: rect)
      ?? min(max(point + columns, 0), path.count - 1)
    return goToProfilePoint(next)
  }

  /// Moves the highlight along the profile by a fraction of the visible section.
  mutating func moveAlongProfile(byWidths share: Double) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    guard let point = shownPoint else { return moveAlongProfile(toEnd: share < 0) }
    return goToProfilePoint(profile.point(widths: share, from: point, of: path))
  }

  /// Moves the highlight to the first or the last point of the path.
  mutating func moveAlongProfile(toEnd isEnd: Bool) -> [Effect] {
    guard let path = selectedPath, path.count > 0 else { return [] }
    return goToProfilePoint(isEnd ? path.count - 1 : 0)
  }

  /// Moves the highlight to the highest or the lowest value in the profile.
  mutating func goToExtreme(isHighest: Bool) -> [Effect] {
    guard let path = selectedPath else { return [] }
    let data = shownProfile(of: path)
    guard let point = data.extremePoint(isHighest: isHighest) else {
      return warn("the profile shows no \(data.quantity.title)")
    }
    return goToProfilePoint(point)
  }

  private mutating func goToProfilePoint(_ point: Int) -> [Effect] {
    if case .pathEdit = mode { return goToPoint(point) }
    pathEditing.moveCursor(to: point)
    revealInProfile(point)
    revealOnMap()
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
    return ask(
      keys.count == 1
        ? "Delete point \(Numbers.grouped(edit.point + 1)) of “\(index[edit.path]?.name ?? "")”?"
        : "Delete \(Numbers.grouped(keys.count)) points?",
      (isUnexpected
        ? [
          """
          You are editing the path's points. To delete the path, \
          press \(key("back")) and then \(key("delete")) in the list.
          """
        ] : []) + [
          """
          \(Numbers.counted(path.count - keys.count, "point")) \
          \(path.count - keys.count == 1 ? "remains" : "remain"); \
          \(key("undo")) undoes this.
          """
        ],
      [
        Confirmation.Choice(
          .yes, keys.count == 1 ? "delete the point" : "delete them",
          .deletePoints(of: edit.path, keys: keys))
      ])
  }

  /// Deletes points of the path being edited. The cursor moves to the first remaining point at or
  /// after its position.
  mutating func deletePoints(_ keys: [Int64], of id: ItemID) -> [Effect] {
    guard case .pathEdit(let edit) = mode, edit.path == id, let path = paths[id] else { return [] }
    let gone = Set(keys)
    moveEditing(to: path.geometry.keys.prefix(edit.point).count { !gone.contains($0) })
    return send(.editPoints(of: id, .delete(keys: keys)))
  }

  /// Removes the marks and the range, and selects the point that will have the given index after
  /// the pending change.
  private mutating func moveEditing(to point: Int) {
    changeEdit { $0.selectAfterChange(point) }
  }

  // MARK: Moving a point or a place

  mutating func grabPoint() -> [Effect] {
    guard let (edit, path) = pointEdit, edit.point < path.count else { return [] }
    enterMoving(
      GrabState(
        subject: .point(edit, key: path.geometry.keys[edit.point]),
        origin: path.coordinate(at: edit.point)))
    return []
  }

  mutating func grabPlace() -> [Effect] {
    guard let id = selected, let place = index.place(id) else { return [] }
    enterMoving(
      GrabState(subject: .place(id), origin: place.coordinate, focusBefore: focus))
    panes.focus(.map)
    map.show(map.viewport.revealing(place.coordinate, in: layout.mapSize))
    return []
  }

  mutating func carry(_ dotsRight: Int, _ dotsDown: Int) -> [Effect] {
    guard case .grab(let grab) = mode else { return [] }
    return carry(
      to: map.viewport.moved(grab.position, dotsRight: dotsRight, dotsDown: dotsDown))
  }

  mutating func carry(to position: Coordinate, isExact: Bool = false) -> [Effect] {
    guard case .grab(var grab) = mode else { return [] }
    grab.move(to: position, isExact: isExact)
    enterMoving(grab)
    map.reveal(position, in: layout.mapSize)
    return []
  }

  mutating func drop() -> [Effect] {
    guard case .grab(let grab) = mode else { return [] }
    let position = snapTarget?.coordinate ?? grab.position
    switch grab.subject {
    case .place(let id):
      endMovingPlace(grab)
      guard position != grab.origin else { return say("The position is unchanged") }
      return send(.movePlace(id, to: position))
    case .point(let edit, let key):
      enterPathEditing(edit)
      guard position != grab.origin else { return say("The position is unchanged") }
      return send(.editPoints(of: edit.path, .move(key: key, to: position)))
    }
  }

  mutating func putBack(_ grab: GrabState) -> [Effect] {
    switch grab.subject {
    case .place: endMovingPlace(grab)
    case .point(let edit, _): enterPathEditing(edit)
    }
    return say("Move cancelled")
  }
}
