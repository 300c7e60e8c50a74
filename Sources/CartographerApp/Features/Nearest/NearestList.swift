import BaseMap
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// A list of items or towns with their distances, such as the items nearest to a position.
struct NearestList: ListOverlay {
  static let commands: [Command] = [
    command("go-to-nearest", "Go to the item", hint: "go there", keys: [.nearest: "enter"]) {
      list, state in state.goTo(list)
    },
    closeCommand("close-nearest", "Close the list", hint: "close", keys: [.nearest: "esc"]),
  ]

  /// A row of the list: an item or a town.
  struct Entry: Equatable {
    /// The item, or nil for a town.
    var id: ItemID?
    let name: String
    /// The text at the end of the row: an item's kind, or a town's country, preceded by the region
    /// if the list has another town with the same name in this country.
    let detail: String
    let coordinate: Coordinate
    let metres: Double
    let bearingDegrees: Double
    /// The minimum zoom level of the map after it has moved to the item or town.
    var zoom = 8.0
  }

  let title: String
  /// The list's name in the status row: `NEAREST`, or `PLACES` for the results of a search by name.
  let modeName: String
  let found: [Entry]
  private(set) var cursor = ListCursor()

  var context: CommandContext { .nearest }
  var leaveCommand: String { "close-nearest" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("go-to-nearest"),
      PopupHint("close-nearest"),
    ]
  }

  init(title: String, modeName: String = "NEAREST", found: [Entry]) {
    self.title = title
    self.modeName = modeName
    self.found = found
  }

  var selected: Entry? {
    found.indices.contains(cursor.selected) ? found[cursor.selected] : nil
  }

  func rowCount(in state: AppState) -> Int { found.count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  func draw(on screen: inout Screen) {
    let units = screen.state.settings.units
    let words = screen.words
    let lengths = found.map { words.text(units.length(metres: $0.metres)) }
    let width = (lengths.map(\.width).max() ?? 0) + 2
    // Of two towns with one name, the region at the end of the row must stay visible.
    let widest = found.map { words.text($0.name).width + words.text($0.detail).width }.max() ?? 0
    let inside = screen.popup(
      columns: min(max(62, width + widest + 16), 76), rows: found.count, title: words.text(title))
    let list = ListView(count: found.count, cursor: cursor, isFocused: true) {
      let gap = DisplayText.empty.padded(to: width - 2 - lengths[$0].width)
      let bearing = words.text(
        Bearing.text(found[$0].bearingDegrees, overMetres: found[$0].metres) ?? "")
      return ListRow(
        gap + lengths[$0] + "  " + bearing.padded(to: 9) + words.text(found[$0].name),
        detail: words.text(found[$0].detail))
    }
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
      NearestList(title: "Nearest to \(origin)", found: found.map(NearestList.Entry.init)))
    return []
  }

  mutating func receiveTowns(named name: String, _ towns: [Gazetteer.Match]) -> [Effect] {
    map.endTownSearch()
    return showTowns(named: name, towns) + replayDeferredKeys()
  }

  /// Goes to the item or town with the given name. If there are several, lists the candidates.
  ///
  /// Towns whose names only resemble the text are ignored if a word of an item's name begins with
  /// the text.
  private mutating func showTowns(named name: String, _ towns: [Gazetteer.Match]) -> [Effect] {
    let centre = map.viewport.centreCoordinate
    let wanted = SearchFolding.folded(name)
    let ids =
      index.snapshot.places.filter { $0.trashed == nil }.map(\.id)
      + index.snapshot.paths.filter { $0.trashed == nil }.map(\.id)
    let items = ids.compactMap { id -> NearestList.Entry? in
      guard let spot = spot(id), SearchFolding.folded(spot.name).contains(wanted) else {
        return nil
      }
      return NearestList.Entry(id, spot.name, at: spot.coordinate, from: centre)
    }
    .sorted { $0.metres < $1.metres }
    let countries = (map.base.scene.towns?.countries ?? [])
      .filter { SearchFolding.folded($0.name) == wanted }
    // An item is more likely meant than a town that only resembles the text, but not more likely than a town with
    // exactly this name.
    let hasNamedTown = !countries.isEmpty || towns.contains(where: \.isExact)
    let own = hasNamedTown ? [] : items.filter { Self.hasWord(beginning: wanted, in: $0.name) }
    let entries =
      !own.isEmpty
      ? items
      : items + countries.map { NearestList.Entry($0, from: centre) }
        + NearestList.Entry.entries(for: towns, from: centre)
    let exact = items.filter { SearchFolding.folded($0.name) == wanted }
    let hasOneName = items.isEmpty && countries.count + towns.count(where: \.isExact) == 1
    // A name that only begins or contains the typed letters may be another town than the user means: “Tasch”
    // begins “Taschkent”.
    let isLoose =
      entries.count == 1 && countries.isEmpty && own.isEmpty
      && !Self.hasWords(name, in: items.first?.name ?? towns.first?.spelling ?? "")
    guard entries.count > 1 || isLoose, exact.count != 1, !hasOneName else {
      guard let only = exact.first ?? entries.first else {
        if (try? parseCoordinate(name)) != nil { return goTo(coordinates: name) }
        return warnOfUnknown(name)
      }
      return goTo(only)
    }
    let isNamed =
      !exact.isEmpty || !countries.isEmpty || towns.contains(where: \.isExact)
    // The user's own items were found as intended if their names contain the text.
    let isUnknown = !isNamed && items.isEmpty
    if isLoose || isUnknown {
      input.dropDeferred()
      _ = warnOfUnknown(name)
    }
    overlays.push(
      NearestList(
        title: isNamed
          ? "Places named “\(name)”"
          : isUnknown
            ? "“\(name)” is unknown; similar names" : "Places with names like “\(name)”",
        modeName: "PLACES", found: entries))
    return []
  }

  private mutating func warnOfUnknown(_ name: String) -> [Effect] {
    warn(
      """
      there is no town, country or item named “\(name)”; the map knows only \
      \(BaseMapTowns.scope), but you can type coordinates, such as 45.9 6.9
      """)
  }

  /// Returns whether a text occurs in a name as whole words. Abbreviations such as `St` equal their
  /// long forms.
  private static func hasWords(_ text: String, in name: String) -> Bool {
    func isInWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber } ?? false
    }
    let (text, name) = (TownName.comparable(text), TownName.comparable(name))
    return name.ranges(of: text).contains {
      !isInWord(name[..<$0.lowerBound].last) && !isInWord(name[$0.upperBound...].first)
    }
  }

  /// Returns whether a word of a name begins with a text that was folded for searching.
  private static func hasWord(beginning text: String, in name: String) -> Bool {
    let name = SearchFolding.folded(name)
    return name.ranges(of: text).contains { range in
      name[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber } ?? true
    }
  }

  /// Closes the list, selects the chosen item in the list pane, and centres the map on the nearest
  /// point of the item.
  fileprivate mutating func goTo(_ nearest: NearestList) -> [Effect] {
    guard let found = nearest.selected else { return [] }
    overlays.close()
    return goTo(found)
  }

  private mutating func goTo(_ found: NearestList.Entry) -> [Effect] {
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

extension NearestList.Entry {
  init(_ nearby: Nearby) {
    self.init(
      id: nearby.id, name: nearby.name, detail: nearby.id.kind.noun, coordinate: nearby.coordinate,
      metres: nearby.metres, bearingDegrees: nearby.bearingDegrees)
  }

  init(_ id: ItemID, _ name: String, at coordinate: Coordinate, from origin: Coordinate) {
    let line = Geodesic.inverse(from: origin, to: coordinate)
    self.init(
      id: id, name: name, detail: id.kind.noun, coordinate: coordinate,
      metres: line.distanceMetres, bearingDegrees: line.initialBearingDegrees)
  }

  init(_ country: BaseMapFile.CountryLabel, from origin: Coordinate) {
    let line = Geodesic.inverse(from: origin, to: country.coordinate)
    self.init(
      id: nil, name: country.name, detail: "country", coordinate: country.coordinate,
      metres: line.distanceMetres, bearingDegrees: line.initialBearingDegrees, zoom: 4)
  }

  /// Returns a row for each town.
  static func entries(
    for towns: [Gazetteer.Match], from origin: Coordinate
  ) -> [NearestList.Entry] {
    let counts = Dictionary(towns.map { ($0.town.title, 1) }, uniquingKeysWith: +)
    return towns.map { match in
      let isUnique = counts[match.town.title] == 1
      return NearestList.Entry(
        match, detail: isUnique ? match.town.country : match.town.area, from: origin)
    }
  }

  private init(_ match: Gazetteer.Match, detail: String, from origin: Coordinate) {
    let line = Geodesic.inverse(from: origin, to: match.town.coordinate)
    let other = match.spelling == match.town.name ? "" : " (\(match.spelling))"
    self.init(
      id: nil, name: match.town.name + other, detail: detail,
      coordinate: match.town.coordinate, metres: line.distanceMetres,
      bearingDegrees: line.initialBearingDegrees)
  }
}
