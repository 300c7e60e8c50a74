import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Starts a new drawing, or continues the unfinished one. If a path is already being drawn, keeps
  /// that drawing as a draft and starts a new one. If a line is being measured, starts a drawing
  /// with the line's points.
  mutating func startDrawing() -> [Effect] {
    if let drawing = mode.drawing { return startAnother(instead: drawing) }
    if case .measure(let line) = mode, !line.points.isEmpty { return draw(measured: line) }
    let kept = pathEditing.removeKeptDrawing()
    enterDrawing(kept ?? DrawState())
    panes.focus(.map)
    guard let kept else { return [] }
    let points = Numbers.counted(kept.points.count, "point")
    let begin = key("new-path")
    messages.show(
      "Continued the drawing with \(points)", hint: "\(begin) begins a new one")
    return []
  }

  private mutating func startAnother(instead drawing: DrawState) -> [Effect] {
    guard !drawing.points.isEmpty, setDrawingAside() else {
      return say("This drawing has no points yet")
    }
    enterDrawing(DrawState())
    let points = Numbers.counted(drawing.points.count, "point")
    let drafts = key("drafts")
    messages.show(
      "Began a new drawing; the old one with \(points) is a draft",
      hint: "\(drafts) lists drafts")
    return []
  }

  /// Starts a drawing with the points of the line being measured. A drawing that was left
  /// unfinished becomes a draft.
  private mutating func draw(measured line: DrawState) -> [Effect] {
    setDrawingAside()
    enterDrawing(line)
    let points = Numbers.counted(line.points.count, "measured point")
    let finish = key("finish-path")
    messages.show(
      "Began a drawing with the \(points)", hint: "\(finish) finishes it")
    return []
  }

  /// Adds a point to the path being drawn or to the line being measured.
  ///
  /// - Parameter coordinate: The point's position. If nil, the point is added at the crosshair.
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
    guard let drawing = mode.drawing else { return [] }
    guard drawing.points.count > 1 else {
      return warn(
        """
        a path needs at least two points; \
        \(key("add-point")) adds a point
        """)
    }
    open(FormState.newPath(through: drawing.points))
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

  /// Requests the calculation of the climb along the path being drawn or the line being measured.
  /// Does nothing if the points are unchanged since the last request.
  mutating func askForClimb() -> [Effect] {
    guard let line = mode.line, let folder = settings.terrainFolder else { return [] }
    return pathEditing.requestClimb(
      of: line.points, folder: folder, thresholdMetres: settings.climbThresholdMetres)
  }

  /// Shows the reason why the climb is unknown, but only once for each drawn or measured line.
  mutating func failClimb(_ failure: EditorFailure, of points: [Coordinate]) -> [Effect] {
    let isFirst = pathEditing.drawnClimb?.hasFailed == false
    pathEditing.failClimb(of: points)
    return isFirst ? fail(failure) : []
  }
}
