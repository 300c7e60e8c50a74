import Foundation
import Geodesy

extension AppState {
  /// Leaves the mode for moving a place, and returns the focus to the previously focused pane.
  mutating func endMovingPlace(_ grab: GrabState) {
    leaveMode()
    panes.focus(grab.focusBefore ?? .list)
  }

  /// Moves the grabbed place or point by an entered distance and direction, such as `200n` or
  /// `1.5km ne`.
  mutating func carry(by text: String) -> [Effect] {
    guard case .grab(let grab) = mode else { return [] }
    guard let step = MoveStep(text) else {
      return openCommandPrompt(
        "move-by \(text)", problem: "Enter a distance and a direction, such as 200m ne or 1.5km s.")
    }
    return carry(
      to: Geodesic.destination(
        from: grab.position, bearingDegrees: step.bearingDegrees,
        distanceMetres: step.metres), isExact: true)
  }
}

/// A distance and a compass direction, as in `200n` or `1.5km ne`.
struct MoveStep: Equatable {
  let metres: Double
  let bearingDegrees: Double

  private static let winds = [
    "n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw",
    "nnw",
  ]

  /// Parses an entered distance and direction. Fails if either is missing or not valid. A distance
  /// without a unit is in metres.
  init?(_ text: String) {
    let text = text.lowercased().trimmingCharacters(in: .whitespaces)
    // The longest direction comes first, because `nne` also ends with `ne` and `e`.
    let steps = Self.winds.enumerated().sorted { $0.element.count > $1.element.count }
    for (position, wind) in steps where text.hasSuffix(wind) {
      let distance = text.dropLast(wind.count).trimmingCharacters(in: .whitespaces)
      guard let metres = try? Quantity.metres(distance), metres >= 0 else { continue }
      self.metres = metres
      bearingDegrees = Double(position) * 22.5
      return
    }
    return nil
  }
}
