import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// A picker that finds the items and points at a position on the map.
  var mapPicker: MapPicker {
    MapPicker(mapScene, viewport: map.viewport, size: layout.mapSize)
  }

  mutating func pickNearest() -> [Effect] {
    let centre = layout.mapCentre
    if itinerary != nil { return pickStop(at: centre, radiusDots: 24) ?? warn("no stop is near") }
    if let places = cluster(at: centre, radiusDots: 24) { return openCluster(places) }
    let before = mode == .browse ? list.selected : nil
    let effects = pick(at: centre, radiusDots: 24)
    let isPickedAgain = before != nil && list.selected == before && toast == nil
    return isPickedAgain ? open() : effects
  }

  mutating func pick(at cell: Point, radiusDots: Double) -> [Effect] {
    guard let hit = mapPicker.nearest(to: cell, radiusDots: radiusDots) else {
      return warn("nothing is near")
    }
    reveal(hit.id)
    if case .path(let id, let place) = hit {
      pathEditing.moveCursor(to: place.point)
      let position = map.viewport.coordinate(at: cell, in: layout.mapSize)
      map.keepPick(of: id, at: WebMercator.projectBeyondSquare(position))
      refinePick()
    }
    return []
  }

  /// Returns the places represented by the cluster mark at or near a cell. Returns nil if no
  /// cluster mark is near.
  func cluster(at cell: Point, radiusDots: Double) -> [ItemID]? {
    mapPicker.cluster(at: cell, radiusDots: radiusDots)
  }

  /// Zooms in until a cluster's places are drawn separately. If the places have the same position,
  /// lists the places instead.
  mutating func openCluster(_ ids: [ItemID]) -> [Effect] {
    let size = layout.mapSize
    guard let box = map.contents.bounds(of: Set(ids)) else { return [] }
    let closest = MapViewport(centre: box.centre, zoom: MapViewport.zoomRange.upperBound)
    if max(box.width, box.height) * closest.dotsPerWorld < Double(size.columns) / 4 {
      let centre = map.viewport.centreCoordinate
      let places = ids.compactMap(index.place)
        .sorted { index.nameRank($0.id) < index.nameRank($1.id) }
      let count = Numbers.counted(places.count, "place")
      overlays.push(
        FoundPicker(
          title: "\(count) at the same position",
          found: places.map { MapTarget($0.id, $0.title, at: $0.coordinate, from: centre) })
      )
      return []
    }
    map.show(.fitting(box, in: size, maximumZoom: closest.zoom))
    let count = Numbers.counted(ids.count, "place")
    return say("Zoomed in to \(count)")
  }

  /// Once the picked path's points are in memory, highlights the point nearest to the picked
  /// position.
  mutating func refinePick() {
    guard let pick = map.pick, let path = selectedPath, path.id == pick.path else { return }
    map.endPick()
    guard let hit = path.shape.nearest(to: pick.target, within: 1) else { return }
    pathEditing.moveCursor(to: hit.point)
  }

  mutating func startBox() -> [Effect] {
    enterBoxSelection(corner: map.viewport.centreCoordinate)
    return []
  }

  /// Ends the box selection, and marks the items in the box or restricts the list to them.
  mutating func finishBox(_ use: MapState.BoxUse) -> [Effect] {
    guard case .boxSelect(let corner) = mode else { return [] }
    let box = map.box(from: corner, in: layout)
    leaveMode()
    return search(box, for: use)
  }

  /// Restricts the list to the items in the map's view.
  mutating func narrowToView() -> [Effect] {
    search(map.viewport.visibleArea(in: layout.mapSize), for: .narrow(word: "in:view"))
  }

  private mutating func search(_ box: MapArea, for use: MapState.BoxUse) -> [Effect] {
    var scene = map.contents
    scene.selected = nil
    let picker = MapPicker(scene, viewport: map.viewport, size: layout.mapSize)
    let (found, unknown) = picker.items(in: box)
    guard unknown.isEmpty else {
      map.begin(MapState.BoxSearch(box: box, use: use))
      return [.searchBox(box, found, unknown)]
    }
    return self.use(found, for: use)
  }

  /// Marks or lists the items found in a box on the map. Called when the search of the stored path
  /// points has ended.
  mutating func receiveBox(_ found: [ItemID], in box: MapArea) -> [Effect] {
    guard let search = map.boxSearch, search.box == box else { return [] }
    map.endBoxSearch()
    return use(found.filter { index.isTrashed($0) == false }, for: search.use)
  }

  private mutating func use(_ found: [ItemID], for use: MapState.BoxUse) -> [Effect] {
    switch use {
    case .mark: return markBox(found)
    case .narrow(let word): return narrow(to: found, word)
    }
  }

  private mutating func narrow(to found: [ItemID], _ word: String) -> [Effect] {
    let area = word.replacing(":", with: " the ")
    guard let first = found.first else { return warn("there are no items \(area)") }
    let isShown = found.contains { ListTab(showing: $0.kind) == list.tab }
    if !isShown { switchTab(ListTab(showing: first.kind) ?? .paths) }
    list.narrow(to: ListState.Area(word: word, items: Set(found)))
    refilter()
    // On the map, the key for going back leaves the map first.
    let keys =
      focus == .list ? key("back") : "\(key(focus == .map ? "leave-map" : "back")) \(key("back"))"
    return say("The list shows \(found.counted) \(area); \(keys) shows all")
  }

  mutating func cancelBoxSearch() -> [Effect] {
    map.endBoxSearch()
    return [.cancelBoxSearch] + say("Cancelled the search for items in the box")
  }

  private mutating func markBox(_ found: [ItemID]) -> [Effect] {
    list.mark(found)
    // At least one mark must be visible in the list; otherwise, commands would ignore the marks.
    if !list.actsOnMarks, let first = found.first { reveal(first) }
    return say(found.isEmpty ? "The box contains no items" : "Marked \(found.counted)")
  }
}
