import BaseMap
import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// Moves the map to the given coordinates, or searches for a town or an item with the given name.
  /// Text without digits is treated as a name, even if the text is also a valid geohash.
  mutating func goTo(_ text: String) -> [Effect] {
    let hasLetters = text.contains(where: \.isLetter)
    let isName = hasLetters && !text.contains(where: \.isNumber)
    guard isName || hasLetters && (try? parseCoordinate(text)) == nil else {
      return goTo(coordinates: text)
    }
    map.beginTownSearch()
    return [.ask(.towns(named: text, near: map.viewport.centreCoordinate))]
  }

  mutating func goTo(coordinates text: String) -> [Effect] {
    do throws(CoordinateParseError) {
      let coordinate = try parseCoordinate(text)
      map.show(
        MapViewport(centre: coordinate, zoom: max(map.viewport.zoom, 8)), typed: coordinate)
      panes.focus(.map)
      return coordinateRemark(on: text).map { say($0) } ?? []
    } catch {
      return warn(error.briefMessage)
    }
  }

  mutating func receiveTowns(named name: String, _ towns: [Gazetteer.Match]) -> [Effect] {
    map.endTownSearch()
    return showTowns(named: name, towns)
  }

  /// Moves the map to the item, country or town with the given name. If several names match, lists
  /// all matches.
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

  /// Moves the map to an item, a country or a town. In browse mode, also selects the item.
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
