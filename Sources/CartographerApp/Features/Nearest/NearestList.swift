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
    // Of two towns with one name, the region at the end of the row must stay visible.
    let inside = screen.popup(
      columns: min(max(62, columns), 76), rows: rows.count, title: screen.text(title))
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { rows[$0] }
    list.draw(into: &screen.surface, in: inside)
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
    overlays.push(
      NearestList(title: "Nearest to \(origin)", found: found.map { MapTarget($0) }))
    return []
  }

  mutating func receiveTowns(named name: String, _ towns: [Gazetteer.Match]) -> [Effect] {
    map.endTownSearch()
    return showTowns(named: name, towns)
  }

  /// Moves the map to the item, country or town with the given name. If there are several, lists
  /// them.
  private mutating func showTowns(named name: String, _ towns: [Gazetteer.Match]) -> [Effect] {
    let found = NameRequest(name, in: self)
      .search(among: towns, map.base.scene.towns?.countries ?? [])
    if let target = found.target { return goTo(target) }
    guard !found.choices.isEmpty else {
      if (try? parseCoordinate(name)) != nil { return goTo(coordinates: name) }
      return warnOfUnknown(name)
    }
    if found.isDoubtful {
      input.dropDeferred()
      _ = warnOfUnknown(name)
    }
    overlays.push(FoundPicker(title: found.title, found: found.choices))
    return []
  }

  private mutating func warnOfUnknown(_ name: String) -> [Effect] {
    warn(
      """
      there is no town, country or item named “\(name)”; the map knows only \
      \(BaseMapTowns.scope), but you can type coordinates, such as 45.9 6.9
      """)
  }

  /// Closes the list, selects the chosen item in the list pane, and centres the map on the nearest
  /// point of the item.
  fileprivate mutating func goTo(_ nearest: NearestList) -> [Effect] {
    guard let found = nearest.selected else { return [] }
    overlays.close()
    return goTo(found)
  }

  /// Moves the map to an item, a country or a town. While browsing, also selects the item.
  mutating func goTo(_ found: MapTarget) -> [Effect] {
    guard let id = found.id else {
      map.show(MapViewport(centre: found.coordinate, zoom: max(map.viewport.zoom, found.zoom)))
      if mode == .browse { panes.focus(.map) }
      return say("\(found.name), \(found.detail)")
    }
    guard index.isTrashed(id) == false else { return warn("\(found.name) no longer exists") }
    map.show(map.viewport.centred(on: found.coordinate))
    guard mode == .browse else { return [] }
    reveal(id)
    let place = WebMercator.projectBeyondSquare(found.coordinate)
    if list.selected == id, id.kind == .path {
      map.keepPick(of: id, at: place)
      refinePick()
    }
    return []
  }
}
