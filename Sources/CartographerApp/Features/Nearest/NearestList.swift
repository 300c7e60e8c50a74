import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The list of the items nearest to a position.
struct NearestList: ListOverlay {
  static let commands: [Command] = [
    command("go-to-nearest", "Go to the item", hint: "go there", keys: [.nearest: "enter"]) {
      list, state in state.goTo(list)
    },
    closeCommand("close-nearest", "Close the list", hint: "close", keys: [.nearest: "esc"]),
  ]

  /// The name of the place, path or position from which the distances to the listed items are
  /// measured.
  let origin: String
  /// The items found, nearest first.
  let found: [Nearby]
  var cursor = ListCursor()

  var context: CommandContext { .nearest }
  var modeName: String { "NEAREST" }
  var leaveCommand: String { "close-nearest" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("go-to-nearest"),
      PopupHint("close-nearest"),
    ]
  }

  init(origin: String, found: [Nearby]) {
    self.origin = origin
    self.found = found
  }

  var selected: Nearby? {
    found.indices.contains(cursor.selected) ? found[cursor.selected] : nil
  }

  func rowCount(in state: AppState) -> Int { found.count }

  func draw(on screen: inout Screen) {
    let units = screen.state.settings.units
    let words = screen.words
    let lengths = found.map { words.text(units.length(metres: $0.metres)) }
    let width = (lengths.map(\.width).max() ?? 0) + 2
    let inside = screen.popup(
      columns: 62, rows: found.count, title: words.text("Nearest to \(origin)"))
    let list = ListView(count: found.count, cursor: cursor, isFocused: true) {
      let gap = DisplayText.empty.padded(to: width - 2 - lengths[$0].width)
      let bearing = words.text(Bearing.text(found[$0].bearingDegrees))
      return ListRow(
        gap + lengths[$0] + "  " + bearing.padded(to: 9) + words.text(found[$0].name),
        detail: words.text(found[$0].id.kind.noun))
    }
    list.draw(into: &screen.surface, in: inside)
    screen.surface.cursor = inside.origin
  }
}

extension AppState {
  /// Requests the items nearest to the selected item or to the crosshair.
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
    overlays.push(NearestList(origin: origin, found: found))
    return []
  }

  /// Closes the list, selects the chosen item in the list pane and centres the map on the item's
  /// nearest point.
  fileprivate mutating func goTo(_ nearest: NearestList) -> [Effect] {
    guard let found = nearest.selected else { return [] }
    overlays.close()
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
