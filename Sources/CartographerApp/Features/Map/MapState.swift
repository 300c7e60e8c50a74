import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The state of the map pane: its view and its contents.
package struct MapState: Sendable, Equatable {
  package private(set) var viewport = MapViewport.world
  /// Whether the view is refitted whenever the map's contents change. False after the user has
  /// moved the map.
  package private(set) var followsContents = true
  /// The items to draw, without the selection; rebuilt when the library changes.
  package private(set) var contents = MapScene()
  /// The label positions after the user's last key press or mouse action. The next frame reuses the
  /// positions, so that labels do not jump.
  package private(set) var labels = MapLabelMemory()
  /// The cached lines of the paths in recent views.
  let lines = MapLineMemory()
  /// The mouse pointer's last cell while the map is being dragged. Nil if the map is not being
  /// dragged.
  private(set) var dragged: Point?
  /// The cell in which the mouse button was pressed. Nil if the mouse has moved since. Releasing
  /// the button in this cell counts as a click.
  private(set) var pressed: Point?

  private(set) var base = BaseMapState()
  /// The path geometry in memory, as chunks at several levels of detail.
  private var detail = LevelOfDetailState()
  private(set) var heat = HeatState()
  private(set) var colouring = ColouringState()
  /// The path that the user picked before all its points were in memory, and the picked position.
  /// Nil if there is no such path.
  private(set) var pick: Pick?
  /// The search for stored path points in a box on the map. Nil if no search is running.
  private(set) var boxSearch: BoxSearch?

  /// The coordinates that the user last entered to move the map, and the centre of the view at that
  /// time.
  private var typed: TypedPosition?

  /// Whether the editor is searching for a town to which the map will move.
  private(set) var isSearchingTown = false

  private struct TypedPosition: Equatable {
    let coordinate: Coordinate
    let centre: WorldPoint
  }

  /// A search for the items in a box on the map, with the action to perform on these items.
  struct BoxSearch: Sendable, Equatable {
    let box: MapArea
    let use: BoxUse
  }

  /// The action to perform on the items found in a box: marking them, or restricting the list to
  /// them.
  enum BoxUse: Sendable, Equatable {
    case mark
    /// Restricting the list to the found items. In the list's filter, `word` represents the box.
    case narrow(word: String)
  }

  /// A path that the user picked on the map, and the picked position.
  struct Pick: Sendable, Equatable {
    let path: ItemID
    let target: WorldPoint
  }
  private(set) var tiles = UserMapsState()

  /// Whether the map is empty and still shows its initial view, centred on 0°/0°.
  var isUnplaced: Bool { followsContents && contents.bounds() == nil }

  // MARK: View

  /// Shows a view chosen by the user. The view is then no longer refitted when the map's contents
  /// change.
  mutating func show(_ viewport: MapViewport) {
    self.viewport = viewport
    followsContents = false
  }

  /// Shows a view around coordinates that the user entered.
  mutating func show(_ viewport: MapViewport, typed coordinate: Coordinate) {
    show(viewport)
    typed = TypedPosition(coordinate: coordinate, centre: viewport.centre)
  }

  /// The coordinates that the user entered to move the map. Nil if the map has been moved since.
  var typedPosition: Coordinate? { typed?.centre == viewport.centre ? typed?.coordinate : nil }

  /// Restores a saved map view and the saved value of ``followsContents``.
  mutating func restore(_ viewport: MapViewport, followsContents: Bool) {
    self.viewport = viewport
    self.followsContents = followsContents
  }

  /// Moves the view until a coordinate is visible, without changing ``followsContents``.
  mutating func reveal(_ coordinate: Coordinate, in size: Size) {
    viewport = viewport.revealing(coordinate, in: size)
  }

  /// Fits the view to the map's entire contents. Returns false if the map is empty.
  @discardableResult
  private mutating func fitContents(in size: Size) -> Bool {
    guard let bounds = contents.bounds() else { return false }
    viewport = .fitting(
      bounds, extent: { contents.extent(on: $0) }, in: size, maximumZoom: 14)
    return true
  }

  /// Fits the view to the map's entire contents, and refits it whenever the contents change.
  /// Returns false if the map is still empty.
  @discardableResult
  mutating func followContents(in size: Size) -> Bool {
    followsContents = true
    return fitContents(in: size)
  }

  /// Refits the view to the map's entire contents if ``followsContents`` is true.
  mutating func refit(in size: Size) {
    if followsContents { fitContents(in: size) }
  }

  // MARK: Contents

  /// Replaces the map's paths and places.
  ///
  /// - Parameter places: The new places. If nil, the current places are kept.
  mutating func setContents(paths: [MapPath], places: [MapPlace]?) {
    lines.removeAll()
    contents.paths = MapItems(paths)
    if let places { contents.places = MapItems(places) }
    detail.outdatePlan()
  }

  /// Updates the changed paths on the map, and replaces the places.
  ///
  /// - Parameter paths: The IDs of the changed paths, each with the path as drawn on the map.
  ///   The drawn path is nil if the path is no longer on the map.
  /// - Parameter places: The new places. If nil, the current places are kept.
  mutating func updateContents(paths: [(ItemID, MapPath?)], places: [MapPlace]?) {
    // Without other references, the paths are changed in place.
    lines.removeAll()
    contents.paths.update(paths)
    if let places { contents.places = MapItems(places) }
    detail.outdatePlan()
  }

  /// Discards the label positions, so that the next frame recomputes them. Called after places
  /// change.
  mutating func restartLabels() { labels.restart() }

  /// Sets the group colours or day colours in which items are drawn. If both are nil, items are
  /// drawn in their own colours.
  mutating func colour(by groups: GroupColours?, _ days: DayColours?) {
    contents.groupColours = groups
    contents.dayColours = days
  }

  // MARK: Detail

  /// Updates the path geometry to draw from the chunks in memory, at the view's level of detail,
  /// and requests missing chunks.
  mutating func requestDetail(in size: Size) -> [Effect] {
    guard let plan = detail.plan(contents.paths, viewport, in: size) else { return [] }
    contents.pieces = plan.pieces
    heat.outdate()
    return detail.request(plan.missing)
  }

  mutating func countPasses(of listed: [ItemID]?, in size: Size) {
    heat.count(contents, viewport, in: size, listed: listed)
  }

  mutating func announceColouring() { colouring.announce() }

  mutating func colour(
    _ path: PathData?, _ series: PathSeries?, by quantity: PathColour?, _ units: UnitSystem
  ) {
    colouring.update(path, series, quantity, units)
  }

  mutating func endColouringAnnouncement() { colouring.endAnnouncement() }

  mutating func receiveDetail(_ pieces: [Int64: MapPiece], of request: [Int64]) -> [Effect] {
    detail.receive(pieces, of: request)
    return []
  }

  /// Cancels the box search and the pending chunk requests after a failure.
  mutating func cancelRequests() {
    detail.cancelRequest()
    boxSearch = nil
  }

  // MARK: Picking

  mutating func keepPick(of path: ItemID, at target: WorldPoint) {
    pick = Pick(path: path, target: target)
  }

  mutating func endPick() { pick = nil }

  mutating func begin(_ search: BoxSearch) { boxSearch = search }

  mutating func beginTownSearch() { isSearchingTown = true }

  mutating func endTownSearch() { isSearchingTown = false }

  mutating func endBoxSearch() { boxSearch = nil }

  mutating func keepLabels(_ labels: MapLabelMemory) { self.labels = labels }

  // MARK: Base map

  mutating func beginBaseMap(isInstalled: Bool) { base.begin(isInstalled: isInstalled) }

  /// Requests the base-map data for the current view. Does nothing if the data has already been
  /// read or requested, or if all map layers are hidden.
  mutating func requestBaseMap(in size: Size, _ settings: Settings) -> [Effect] {
    guard !settings.mapLayers.isEmpty, let request = base.request(for: viewport, in: size) else {
      return []
    }
    return [.readBaseMap(request)]
  }

  mutating func receiveBaseMap(_ pieces: [BaseMapPiece], _ towns: BaseMapTowns?) -> [Effect] {
    base.receive(pieces, towns)
    return []
  }

  mutating func isFirstBeyondBaseMap() -> Bool { base.isFirstBeyondDetails(viewport.zoom) }

  mutating func giveUpBaseMap() { base.giveUp() }

  // MARK: The user's own maps

  mutating func beginUserMaps(_ sources: UserMaps.Sources) { tiles.begin(sources) }

  /// Requests tiles from the user's own maps for the current view. Does nothing if the tiles have
  /// been read or requested.
  mutating func requestUserMaps(in size: Size, _ settings: Settings) -> [Effect] {
    // `:about` lists the credits even if all layers are hidden.
    guard !settings.mapLayers.isEmpty || !tiles.isRead,
      let request = tiles.request(for: viewport, in: size, relief: settings.reliefFolder)
    else { return [] }
    return [.readUserMaps(request)]
  }

  mutating func receiveUserMaps(_ scene: MapTilesScene, for request: UserMapsState.Request) {
    tiles.receive(scene, for: request)
  }

  // MARK: Mouse

  mutating func press(_ cell: Point?) {
    dragged = cell
    pressed = cell
  }

  /// Clears the record of the pressed mouse button, so that releasing the button is not treated as
  /// a click.
  mutating func endPress() { pressed = nil }

  mutating func drag(to cell: Point) {
    if cell != dragged { pressed = nil }
    dragged = cell
  }

  /// Ends a press or drag of the mouse on the map. Returns whether the mouse button was pressed and
  /// released in the same cell, which counts as a click.
  mutating func release(at cell: Point?) -> Bool {
    defer {
      dragged = nil
      pressed = nil
    }
    return pressed != nil && pressed == cell
  }
}
