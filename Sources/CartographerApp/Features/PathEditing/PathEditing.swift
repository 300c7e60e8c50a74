import CartographerCore
import CartographerPresentation
import Geodesy

/// The path-editing state that does not depend on the mode: the highlighted point, the point
/// search, the unfinished drawing and its climb.
package struct PathEditing: Sendable, Equatable {
  /// The index of the highlighted point in the selected path. Nil if no point is highlighted. The
  /// profile, the map and the point table highlight this point.
  package private(set) var pointCursor: Int?
  /// Whether the point table fills the screen's height while a path is being edited.
  package private(set) var showsPointTable = false
  package private(set) var search: PointSearch?
  /// The drawing that the user most recently left unfinished. Nil if there is no unfinished
  /// drawing.
  private(set) var keptDrawing: DrawState?
  private(set) var drawnClimb: DrawnClimb?

  // MARK: Cursor and table

  mutating func moveCursor(to point: Int?) { pointCursor = point }

  /// Clamps the cursor to the valid indexes of a path with `count` points. If `count` is nil,
  /// removes the cursor.
  mutating func clampCursor(to count: Int?) {
    guard let point = pointCursor else { return }
    pointCursor = count.flatMap { $0 > 0 ? min(point, $0 - 1) : nil }
  }

  mutating func togglePointTable() { showsPointTable.toggle() }

  // MARK: Point search

  mutating func startSearch(_ search: PointSearch) { self.search = search }

  mutating func endSearch() { search = nil }

  /// Starts a request for the points that match the search, and invalidates earlier requests.
  mutating func requestPoints(in path: PathData, number: Int) {
    search?.request(in: path, number: number)
  }

  /// Stores the points found by the search. Returns false if the points belong to an outdated
  /// request.
  mutating func receiveFoundPoints(_ points: [Int], of number: Int) -> Bool {
    search?.receive(points, of: number) ?? false
  }

  /// Discards the pending request for matching points after a failure.
  mutating func cancelPointRequest() { search?.cancelRequest() }

  // MARK: Drawing

  /// Keeps an unfinished drawing, so that the user can continue it later.
  mutating func keep(_ drawing: DrawState) { keptDrawing = drawing }

  /// Removes and returns the unfinished drawing. Returns nil if there is no unfinished drawing.
  mutating func removeKeptDrawing() -> DrawState? {
    defer { keptDrawing = nil }
    return keptDrawing
  }

  /// Requests the calculation of a drawn line's ascent and descent. Does nothing if the points have
  /// not changed since the last request. If there are fewer than two points, discards the climb.
  mutating func requestClimb(
    of points: [Coordinate], folder: String, thresholdMetres: Double
  ) -> [Effect] {
    guard points.count > 1 else {
      drawnClimb = nil
      return []
    }
    guard drawnClimb?.points != points else { return [] }
    drawnClimb = DrawnClimb(
      points: points, climb: drawnClimb?.climb, hasFailed: drawnClimb?.hasFailed ?? false)
    return [.ask(.climb(of: points, folder: folder, thresholdMetres: thresholdMetres))]
  }

  /// Stores the climb calculated for the given points. Ignores the result if the points have
  /// changed since the request.
  mutating func receiveClimb(_ climb: TerrainClimb?, of points: [Coordinate]) -> [Effect] {
    guard drawnClimb?.points == points else { return [] }
    drawnClimb?.climb = climb
    drawnClimb?.isCurrent = true
    return []
  }

  /// Records that the terrain model could not be read for a drawing.
  mutating func failClimb(of points: [Coordinate]) {
    _ = receiveClimb(nil, of: points)
    drawnClimb?.hasFailed = true
  }

  /// Returns text for the climb along the path being drawn or the line being measured, such as
  /// `↑640 m  ↓120 m`. Returns nil if no terrain folder is set or there are fewer than two points.
  func climbWords(of drawing: DrawState, _ settings: Settings) -> String? {
    guard settings.terrainFolder != nil, drawing.points.count > 1 else { return nil }
    guard let climb = drawnClimb?.climb else { return "no elevation" }
    let (up, down) = (climb.ascentMetres, climb.descentMetres)
    return "↑\(settings.units.elevation(metres: up))  ↓\(settings.units.elevation(metres: down))"
      + (climb.isWhole ? "" : " at least")
  }
}

/// The climb along the path being drawn or the line being measured, based on the terrain model
/// chosen in the settings.
package struct DrawnClimb: Sendable, Equatable {
  /// The points for which the climb was requested.
  let points: [Coordinate]
  /// The climb along ``points`` or, until the requested climb is received, along the previous
  /// points. Nil if the climb is unknown.
  fileprivate(set) var climb: TerrainClimb?
  /// Whether ``climb`` was computed from the current ``points``.
  fileprivate(set) var isCurrent = false
  /// Whether the terrain model could not be read for this line or an earlier version of it. The
  /// error is shown only once, because the message would otherwise hide the line's length after
  /// every new point.
  fileprivate(set) var hasFailed = false
}
