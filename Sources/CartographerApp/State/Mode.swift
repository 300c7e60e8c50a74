import CartographerCore
import Geodesy

/// The mode that decides what keys do when no overlay is open. The status row shows the mode's
/// name.
package enum Mode: Sendable, Equatable {
  case browse
  /// Selecting a box on the map, from a corner to the crosshair.
  case boxSelect(corner: Coordinate)
  /// Drawing a new path point by point.
  case draw(DrawState)
  case pathEdit(PathEditState)
  /// Previewing an operation on paths before it is applied.
  case trial(TrialState)
  case grab(GrabState)
  /// Showing a group's itinerary instead of the list.
  case itinerary(ItineraryState)

  /// The state of the path being edited, or of the path to which the mode returns; else nil.
  package var edit: PathEditState? {
    switch self {
    case .pathEdit(let edit): return edit
    case .trial(let trial): return trial.origin
    case .grab(let grab):
      guard case .point(let edit, _) = grab.subject else { return nil }
      return edit
    case .browse, .boxSelect, .draw, .itinerary: return nil
    }
  }

  /// Changes the state of the path being edited, or of the path to which the mode returns.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) {
    switch self {
    case .pathEdit(var edit):
      change(&edit)
      self = .pathEdit(edit)
    case .trial(var trial):
      guard var origin = trial.origin else { return }
      change(&origin)
      trial.origin = origin
      self = .trial(trial)
    case .grab(var grab):
      guard case .point(var edit, let key) = grab.subject else { return }
      change(&edit)
      grab.subject = .point(edit, key: key)
      self = .grab(grab)
    case .browse, .boxSelect, .draw, .itinerary: break
    }
  }
}

/// A path being drawn at the crosshair.
package struct DrawState: Sendable, Equatable {
  package var points: [Coordinate] = []
  package init(points: [Coordinate] = []) {
    self.points = points
  }

  package var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0 + Geodesic.distanceMetres(from: $1.0, to: $1.1)
    }
  }
}

/// The state of editing a path: its selected point, range and marks.
package struct PathEditState: Sendable, Equatable {
  package var path: ItemID
  package var point: Int
  /// The other end of a range of points, or nil without a range.
  package var anchor: Int?
  /// The indexes of the marked points.
  package var marks: Set<Int>

  package init(path: ItemID, point: Int = 0, anchor: Int? = nil, marks: Set<Int> = []) {
    self.path = path
    self.point = point
    self.anchor = anchor
    self.marks = marks
  }

  /// The range from the anchor to the selected point; only the selected point without an anchor.
  package var range: ClosedRange<Int> {
    let other = anchor ?? point
    return min(point, other)...max(point, other)
  }

  /// The points that commands act on, ascending: the range if there is one, else the marked points,
  /// else the selected point.
  package var targets: [Int] {
    marks.isEmpty || anchor != nil ? Array(range) : marks.sorted()
  }

  /// Clamps the cursor and the range to a path with the given number of points.
  mutating func clamp(to count: Int) {
    let last = max(count - 1, 0)
    point = min(max(point, 0), last)
    anchor = count == 0 ? nil : anchor.map { min($0, last) }
  }

  /// Whether points are marked or a range is open.
  var hasMarks: Bool { !marks.isEmpty || anchor != nil }

  /// Removes the marks and ends the range.
  mutating func removeMarks() {
    marks = []
    anchor = nil
  }

  package func isMarked(_ point: Int) -> Bool {
    marks.contains(point) || (anchor != nil && range.contains(point))
  }
}

/// A place or a point held by the crosshair until it is dropped.
package struct GrabState: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case place(ItemID)
    case point(PathEditState, key: Int64)
  }

  package var subject: Subject
  package var origin: Coordinate
  package var position: Coordinate

  package init(subject: Subject, origin: Coordinate) {
    self.subject = subject
    self.origin = origin
    position = origin
  }
}
