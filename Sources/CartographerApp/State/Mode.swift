import CartographerCore
import Geodesy

/// What keys act on, apart from overlays. Each has a name, shown in the status row.
package enum Mode: Sendable, Equatable {
  case browse
  /// A box drawn on the map from a corner to the crosshair.
  case boxSelect(corner: Coordinate)
  /// A new path, point by point.
  case draw(DrawState)
  case pathEdit(PathEditState)
  /// An operation on paths, looked at before it is done.
  case trial(TrialState)
  case grab(GrabState)
  /// A group's itinerary in the place of the list.
  case itinerary(ItineraryState)

  /// Changes the editing of a path that this is, or that it goes back to.
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

/// A path open for editing, with the point the keys act on.
package struct PathEditState: Sendable, Equatable {
  package var path: ItemID
  package var point: Int
  /// The other end of a range of points.
  package var anchor: Int?
  /// Points that are marked.
  package var marks: Set<Int>

  package init(path: ItemID, point: Int = 0, anchor: Int? = nil, marks: Set<Int> = []) {
    self.path = path
    self.point = point
    self.anchor = anchor
    self.marks = marks
  }

  /// The points that are acted on.
  package var range: ClosedRange<Int> {
    let other = anchor ?? point
    return min(point, other)...max(point, other)
  }

  /// The points that verbs act on: those that are marked, else the range, ascending.
  package var targets: [Int] {
    marks.isEmpty || anchor != nil ? Array(range) : marks.sorted()
  }

  /// Keeps the cursor and the range among so many points.
  mutating func clamp(to count: Int) {
    let last = max(count - 1, 0)
    point = min(max(point, 0), last)
    anchor = count == 0 ? nil : anchor.map { min($0, last) }
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
