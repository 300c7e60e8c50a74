import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  mutating func showNearest() -> [Effect] {
    let spot = focus == .map ? nil : selected.flatMap(spot)
    return [
      .ask(
        .nearest(
          spot?.coordinate ?? map.viewport.centreCoordinate, name: spot?.name ?? "the crosshair",
          except: spot.flatMap { _ in selected }))
    ]
  }

  mutating func showNearest(to origin: String, _ found: [Nearby]) -> [Effect] {
    guard !found.isEmpty else { return warn("there is nothing near \(origin)") }
    overlays.append(.nearest(NearestState(origin: origin, found: found)))
    return []
  }

  mutating func press(_ stroke: KeyStroke, in nearest: NearestState) -> [Effect] {
    var nearest = nearest
    switch stroke.notation {
    case "esc", "q":
      overlays.removeLast()
      return []
    case "enter":
      guard let chosen = nearest.selected else { return [] }
      overlays.removeLast()
      return goTo(chosen)
    default: move(&nearest.cursor, by: stroke, count: nearest.found.count)
    }
    replaceOverlay(.nearest(nearest))
    return []
  }

  /// Selects a found item and centres the map on its nearest point.
  private mutating func goTo(_ found: Nearby) -> [Effect] {
    guard index.isTrashed(found.id) == false else {
      return warn("\(found.name) no longer exists")
    }
    map.show(map.viewport.centred(on: found.coordinate))
    guard mode == .browse else { return [] }
    reveal(found.id)
    let place = WebMercator.project(found.coordinate)
    if list.selected == found.id,
      let hit = paths[found.id]?.shape.nearest(to: place, within: 1)
    {
      pathEditing.moveCursor(to: hit.point)
    }
    return []
  }
}
