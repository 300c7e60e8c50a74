import CartographerCore
import Geodesy

/// The editor's mode, which determines each key's command while no popup is open. The status row
/// shows the mode's name.
package enum Mode: Sendable, Equatable {
  case browse
  /// Selecting a box on the map, between a corner and the crosshair.
  case boxSelect(corner: Coordinate)
  /// Drawing a new path point by point.
  case draw(DrawState)
  /// Measuring the length of a line on the map.
  case measure(DrawState)
  case pathEdit(PathEditState)
  /// Previewing an operation on paths before it is applied.
  case preview(OpenOperation)
  case grab(GrabState)
  /// Showing a group's itinerary in place of the list.
  case itinerary(ItineraryState)

  /// The path-editing state, which is kept during an operation's preview and while a point is
  /// moved. Nil if no path is being edited.
  package var edit: PathEditState? {
    switch self {
    case .pathEdit(let edit): return edit
    case .preview(let operation): return operation.origin
    case .grab(let grab): return grab.edit
    case .browse, .boxSelect, .draw, .measure, .itinerary: return nil
    }
  }

  /// Whether a path's points are being edited. Also true while a point is being moved.
  package var isPathEdit: Bool {
    switch self {
    case .pathEdit: true
    case .grab(let grab):
      if case .point = grab.subject { true } else { false }
    case .browse, .boxSelect, .draw, .measure, .preview, .itinerary: false
    }
  }

  /// The points of the path being drawn or of the line being measured. Nil if no path is being
  /// drawn and no line is being measured.
  package var line: DrawState? {
    switch self {
    case .draw(let line), .measure(let line): line
    case .browse, .boxSelect, .pathEdit, .preview, .grab, .itinerary: nil
    }
  }

  /// The path being drawn. Nil if no path is being drawn.
  package var drawing: DrawState? {
    if case .draw(let drawing) = self { drawing } else { nil }
  }

  /// Changes the path-editing state, which is kept during an operation's preview and while a point
  /// is moved.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) {
    switch self {
    case .pathEdit(var edit):
      change(&edit)
      self = .pathEdit(edit)
    case .preview(var operation):
      operation.changeOrigin(change)
      self = .preview(operation)
    case .grab(var grab):
      grab.changeEdit(change)
      self = .grab(grab)
    case .browse, .boxSelect, .draw, .measure, .itinerary: break
    }
  }
}
