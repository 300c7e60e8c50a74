import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
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

  /// Exits the mode for moving a place, and returns the focus to the previously focused pane.
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
