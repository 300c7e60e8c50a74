import BaseMap
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// A list of the items nearest to a position, with their distances.
struct NearestList: ListOverlay {
  static let commands: [Command] = [
    command("go-to-nearest", "Go to the item", hint: "go there", keys: [.nearest: "enter"]) {
      list, state in state.goTo(list)
    },
    closeCommand("close-nearest", "Close the list", hint: "close", keys: [.nearest: "esc"]),
  ]

  let title: String
  let found: [MapTarget]
  private(set) var cursor = ListCursor()

  var context: CommandContext { .nearest }
  var modeName: String { "NEAREST" }
  var leaveCommand: String { "close-nearest" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("go-to-nearest"),
      PopupHint("close-nearest"),
    ]
  }

  init(title: String, found: [MapTarget]) {
    self.title = title
    self.found = found
  }

  var selected: MapTarget? { cursor.row(of: found) }

  func rowCount(in state: AppState) -> Int { found.count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  func draw(on screen: inout Screen) {
    let (rows, columns) = MapTarget.rows(found, screen.state.settings.units, screen.words)
    // For two towns with the same name, the region at the end of the row must stay visible.
    let inside = screen.popup(
      columns: min(max(62, columns), 76), rows: rows.count, title: screen.text(title))
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { rows[$0] }
    list.draw(into: &screen.surface, in: inside)
  }
}

extension AppState {
  /// Requests the items nearest to the selected item or to the crosshair.
  mutating func showNearest() -> [Effect] {
    let spot = focus == .map ? nil : selected.flatMap(index.spot)
    return [
      .ask(
        .nearest(
          spot?.coordinate ?? map.viewport.centreCoordinate, name: spot?.name ?? "the crosshair",
          except: spot.flatMap { _ in selected }))
    ]
  }

  mutating func showNearest(to origin: String, _ found: [Nearby]) -> [Effect] {
    guard !found.isEmpty else { return warn("there is nothing near \(origin)") }
    overlays.push(
      NearestList(title: "Nearest to \(origin)", found: found.map { MapTarget($0) }))
    return []
  }

  /// Closes the list, selects the chosen item in the list pane, and centres the map on the nearest
  /// point of the item.
  fileprivate mutating func goTo(_ nearest: NearestList) -> [Effect] {
    guard let found = nearest.selected else { return [] }
    overlays.close()
    return goTo(found)
  }
}
