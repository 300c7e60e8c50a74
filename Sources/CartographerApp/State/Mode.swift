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
    case .grab(let grab): return grab.edit
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
      trial.changeOrigin(change)
      self = .trial(trial)
    case .grab(var grab):
      grab.changeEdit(change)
      self = .grab(grab)
    case .browse, .boxSelect, .draw, .itinerary: break
    }
  }
}
