import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The maximum number of changed items that are replaced one by one on the map. For more items,
  /// collecting all paths again is faster.
  private static let mostSingleChanges = 64

  /// Rebuilds the map's contents from the library and the open group.
  ///
  /// - Parameter changed: The changed items and the members of changed groups.
  ///   Nil if the changed items are unknown.
  /// - Complexity: O(*c* log *n* + *n*) for *c* changed paths and *n* paths in total.
  ///   If a place changed, the time also grows with the number of places.
  mutating func rebuildMap(changed: Set<ItemID>? = nil) {
    let groups = settings.pathColour == .group ? groupColours : nil
    let days = settings.pathColour == .day ? dayColours : nil
    // A change of the itinerary can change the colours of paths that did not change themselves.
    let changed = days == map.contents.dayColours ? changed : nil
    map.colour(by: groups, days)
    let changesPlaces = changed?.contains { $0.kind == .location } ?? true
    // The group colours of all places can change if a single path is added to another group.
    let places = changesPlaces || groups != nil ? placesOfMap(colouredBy: groups) : nil
    if let changed, changed.count <= Self.mostSingleChanges {
      let paths = changed.filter { $0.kind == .path }
      map.updateContents(paths: paths.map { ($0, index.path($0).flatMap(mapPath)) }, places: places)
    } else {
      map.setContents(paths: allPathsOfMap, places: places)
    }
    if changesPlaces { map.restartLabels() }
    map.refit(in: layout.mapSize)
  }

  /// Updates the path geometry drawn on the map for the current view, and requests geometry that is
  /// not in memory.
  mutating func askForDetail() -> [Effect] {
    let effects = map.requestDetail(in: layout.mapSize)
    updateHeatMap()
    return effects
  }

  /// Returns the places on the map, sorted by row key.
  ///
  /// - Parameter groups: The group colours in which to draw the places.
  ///   If nil, the places are drawn in their own colours.
  private func placesOfMap(colouredBy groups: GroupColours?) -> [MapPlace] {
    let places =
      list.scope == nil
      ? index.mapPlaces
      : index.mapPlaces.compactMap { shown in
        guard let place = index.place(shown.id), list.isShown(trashed: nil, groups: place.groups)
        else {
          return nil
        }
        return MapPlace(
          id: place.id, coordinate: place.coordinate, label: shown.label,
          colour: mapColour(place.colour, place.groups), symbol: shown.symbol)
      }
    guard let groups else { return places }
    return places.map { $0.drawn(in: groups.role(of: index.place($0.id)?.groups ?? [])) }
  }

  /// The paths on the map, sorted by row key.
  private var allPathsOfMap: [MapPath] {
    var paths: [MapPath] = []
    paths.reserveCapacity(index.snapshot.paths.count)
    for path in index.snapshot.paths {
      if let path = mapPath(path) { paths.append(path) }
    }
    return paths
  }

  /// The colours of the groups that contain the items on the map.
  private var groupColours: GroupColours {
    let paths = index.snapshot.paths.lazy.filter {
      list.isShown(trashed: $0.trashed, groups: $0.groups)
    }
    .map(\.groups)
    let places = index.snapshot.places.lazy.filter {
      list.isShown(trashed: $0.trashed, groups: $0.groups)
    }
    .map(\.groups)
    return GroupColours(of: Array(paths) + Array(places), index.groups, scope: list.scope)
  }

  /// The colours of the days in the open group's itinerary. Nil if no group is open, or if no path
  /// on the map is in the itinerary.
  private var dayColours: DayColours? {
    guard let group = list.scope.flatMap({ index.group($0) }) else { return nil }
    let plan = ItineraryPlan(
      of: group, place: { index.place($0) }, path: { index.path($0) }, stretch: { _ in nil })
    return DayColours(plan) { id in
      index.path(id).map { list.isShown(trashed: $0.trashed, groups: $0.groups) } ?? false
    }
  }

  /// Returns a path as drawn on the map. Returns nil if the path is not shown.
  private func mapPath(_ path: PathSnapshot) -> MapPath? {
    if let role = map.contents.dayColours?.role(of: path.id) {
      return mapPathInOwnColour(path)?.drawn(in: role)
    }
    guard let groups = map.contents.groupColours else { return mapPathInOwnColour(path) }
    return mapPathInOwnColour(path)?.drawn(in: groups.role(of: path.groups))
  }

  private func mapPathInOwnColour(_ path: PathSnapshot) -> MapPath? {
    guard list.isShown(trashed: path.trashed, groups: path.groups) else { return nil }
    let colour = mapColour(path.colour, path.groups)
    let outline = index.outlines[path.id]
    if let data = library.paths[path.id],
      outline == nil || data.pointDigest == outline?.pointDigest
    {
      return MapPath(id: path.id, shape: data.shape, colour: colour, isTrack: path.kind == .track)
    }
    return outline.map {
      MapPath(id: path.id, outline: $0, colour: colour, isTrack: path.kind == .track)
    }
  }

  private func mapColour(_ own: String?, _ groups: [ItemID]) -> String? {
    if let scope = list.scope { return index.group(scope)?.colour ?? own }
    return own ?? index.groupsInUse(groups).lazy.compactMap(\.colour).first
  }

  /// Whether the map shows the graticule. The map of an empty library shows the graticule until the
  /// user hides it.
  var showsGraticule: Bool {
    settings.showsGraticule || library.isEmpty && !preferences.hasChosenGraticule
  }

  /// The map scene to draw, including the selection and the edited item.
  package var mapScene: MapScene {
    var scene = map.contents
    scene.selected = selected
    scene.marked = list.range.isEmpty ? list.marks : list.marks.union(list.range)
    if let group = shownGroup {
      scene.marked.formUnion(index.members(of: group.id))
      scene.markedRole =
        group.colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom) ?? .marked
    }
    scene.showsGraticule = showsGraticule
    scene.units = settings.units
    scene.heat = settings.showsHeatMap ? map.heat.map : nil
    scene.colouring = settings.showsHeatMap ? nil : map.colouring.colouring
    scene.showsStepsAsCharacters = settings.glyphs == .ascii || !settings.hasColours
    if map.base.isInstalled, !settings.mapLayers.isEmpty {
      scene.base = map.base.scene
      scene.base?.shown = settings.mapLayers
    }
    if !map.tiles.scene.isEmpty, !settings.mapLayers.isEmpty {
      scene.tiles = map.tiles.scene
      scene.tiles?.shown = settings.mapLayers
    }
    scene.pointCursor = pathEditing.pointCursor
    if focus == .map || isPlacing { scene.crosshair = map.viewport.centreCoordinate }
    scene.clustersPlaces = true
    scene.snap = snapTarget?.coordinate
    if settings.showsPathMarks {
      scene.pathMarks = selectedPath.map { MapPathMarks(distancesMetres: $0.profile.places) }
    }
    switch mode {
    case .browse: break
    case .boxSelect(let corner): scene.boxSelection = map.box(from: corner, in: layout)
    case .draw(let drawing):
      scene.selected = nil
      scene.colouring = nil
      scene.emphasised = []
      let line = drawing.points + [scene.snap ?? map.viewport.centreCoordinate]
      scene.crosshair = map.viewport.centreCoordinate
      // The label shows the length that a point here would add; the status row shows the total
      // length. A sign before the length would look like a climb.
      let leg = DrawState(points: line.suffix(2)).lengthMetres
      scene.ruler = MapRuler(
        points: line,
        label: drawing.points.isEmpty
          ? .empty : DisplayText("leg \(settings.units.length(metres: leg))"))
    case .measure(let line):
      scene.crosshair = map.viewport.centreCoordinate
      scene.ruler = line.ruler(
        to: scene.snap ?? map.viewport.centreCoordinate, in: settings.units)
    case .pathEdit(let edit):
      scene.pointCursor = edit.point
      scene.pointRange =
        edit.anchor == nil ? nil : edit.range.lowerBound..<edit.range.upperBound + 1
      scene.markedPoints = edit.marks
      scene.showsHandles = true
      scene.emphasised = [edit.path]
      scene.crosshair = map.viewport.centreCoordinate
    case .preview(let operation): operation.show(in: &scene)
    case .grab(let grab): grab.show(in: &scene, path: paths[grab.item])
    case .itinerary: scene.stops = mapStops
    }
    return scene
  }

  /// The group selected in the groups column or the group list. The group's members are highlighted
  /// on the map. Nil if no group is selected or the selected group is open.
  private var shownGroup: GroupSnapshot? {
    if isInGroupColumn { return columnGroup?.id == list.scope ? nil : columnGroup }
    guard mode == .browse, list.scope == nil, list.tab == .groups else { return nil }
    return list.selected.flatMap { index.group($0) }
  }

  /// Whether the form for a new place is open. The place's default position is the crosshair.
  private var isPlacing: Bool {
    overlays.top(as: FormState.self)?.purpose == .newPlace
  }

  // MARK: Moving the view

  mutating func zoomMap(by levels: Double, at cell: Point? = nil) -> [Effect] {
    var viewport = map.viewport.zoomed(by: levels, keeping: cell, in: layout.mapSize)
    if cell == nil, let (edit, path) = pointEdit, edit.point < path.count {
      viewport = viewport.revealing(path.coordinate(at: edit.point), in: layout.mapSize)
    }
    map.show(viewport)
    if levels > 0 { mentionOwnMaps() }
    return []
  }

  mutating func fitAll() -> [Effect] {
    map.followContents(in: layout.mapSize) ? [] : warn("there is nothing on the map yet")
  }

  mutating func fitSelection() -> [Effect] {
    var ids = Set(targets)
    for group in targets where group.kind == .group {
      ids.formUnion(index.members(of: group))
    }
    return map.fit(ids, in: layout.mapSize) ? [] : warn("the selection has no points on the map")
  }

  /// The position of the edited point, the selected place or the selected path. A path's position
  /// is its highlighted point or, if no point is highlighted, the centre of its bounding box.
  private var selectedCoordinate: Coordinate? {
    if let (edit, path) = pointEdit, edit.point < path.count {
      return path.coordinate(at: edit.point)
    }
    guard let id = selected else { return nil }
    if let place = index.place(id) { return place.coordinate }
    if let path = paths[id], let point = pathEditing.pointCursor, point < path.count {
      return path.coordinate(at: point)
    }
    return map.contents.bounds(of: [id]).map { WebMercator.unproject($0.centre) }
  }

  mutating func centreMap() -> [Effect] {
    guard let coordinate = selectedCoordinate else { return warn("nothing is selected") }
    map.show(map.viewport.centred(on: coordinate))
    return []
  }

  /// Centres the map on the selection if the selection is outside the view.
  mutating func revealOnMap() {
    guard let coordinate = selectedCoordinate, !map.followsContents else { return }
    if map.viewport.visibleCell(at: coordinate, in: layout.mapSize) == nil {
      map.show(map.viewport.centred(on: coordinate))
    }
  }

  /// Moves the map to the list's selected item if the item is outside the view. Items in the trash
  /// are not on the map.
  mutating func followSelection() {
    guard mode == .browse, let id = list.selected, index.isTrashed(id) == false else { return }
    map.bringIntoView(
      index.outlines[id]?.bounds
        ?? index.place(id).map { WorldBounds(WebMercator.projectBeyondSquare($0.coordinate)) },
      in: layout.mapSize, settings)
  }

  mutating func describeMap() -> [Effect] {
    [.ask(.description(pictureRequest, ViewDescription.Focus(mapScene, map.viewport)))]
  }
}
