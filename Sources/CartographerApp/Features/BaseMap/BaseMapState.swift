import BaseMap
import CartographerPresentation
import Geodesy
import TerminalUI

/// The base-map data that has been read for the map pane.
package struct BaseMapState: Sendable, Equatable {
  /// A request to read the base-map blocks that overlap an area, at a given scale.
  package struct Request: Sendable, Hashable {
    package let scale: BaseMapLayer.Scale
    package let bounds: GeoBounds
    /// Whether the request also needs the names of towns and countries.
    package let needsTowns: Bool
  }

  /// Whether a base map is installed.
  private(set) var isInstalled = false
  private(set) var scene = BaseMapScene()
  /// The most recent request whose data has been read. Nil if no data has been read yet.
  private var answered: Request?
  private var asked: Request?
  /// Whether the hint about adding details with the user's own maps has been shown.
  private var hasMentionedOwnMaps = false

  /// The zoom level beyond which the base map shows no further details.
  private static let mostDetailedZoom = 11.0

  mutating func begin(isInstalled: Bool) { self.isInstalled = isInstalled }

  /// Returns true the first time in a session that the zoom level exceeds the base map's most
  /// detailed level.
  mutating func isFirstBeyondDetails(_ zoom: Double) -> Bool {
    guard isInstalled, !hasMentionedOwnMaps, zoom > Self.mostDetailedZoom else { return false }
    hasMentionedOwnMaps = true
    return true
  }

  /// Returns a request for the base-map blocks needed to draw a view. Returns nil if the blocks
  /// have been read or a request is pending. The requested area is larger than the view, so that
  /// small map movements need no new request.
  mutating func request(for viewport: MapViewport, in size: Size) -> Request? {
    guard isInstalled, asked == nil, !size.isEmpty else { return nil }
    let scale = BaseMapScene.scale(for: viewport)
    let needed = BaseMapScene.bounds(of: viewport, in: size)
    if let answered, answered.scale == scale, answered.bounds.containsBox(needed) { return nil }
    let wide = Size(columns: size.columns * 2, rows: size.rows * 2)
    let request = Request(
      scale: scale, bounds: BaseMapScene.bounds(of: viewport, in: wide),
      needsTowns: scene.towns == nil)
    asked = request
    return request
  }

  mutating func receive(_ pieces: [BaseMapPiece], _ towns: BaseMapTowns?) {
    if let asked { scene.receive(pieces, of: asked.bounds) }
    answered = asked
    asked = nil
    scene.towns = towns ?? scene.towns
  }

  /// Disables the base map after a read error.
  mutating func giveUp() {
    isInstalled = false
    asked = nil
  }

  // MARK: Towns

  /// Returns the town whose name accompanies a short Plus Code. Returns nil if the code is
  /// accompanied by coordinates or by an unknown name.
  func town(near short: ShortPlusCode) -> BaseMapTowns.Named? {
    guard (try? CoordinateParser.parse(short.locality)) == nil else { return nil }
    return scene.towns?.town(named: short.locality)
  }
}

extension AppState {
  mutating func failBaseMap(_ failure: EditorFailure) -> [Effect] {
    map.giveUpBaseMap()
    return fail(failure)
  }

  /// Shows a hint, once per session, that the user's own maps can add details. The hint appears
  /// only if the zoom level exceeds the base map's most detailed level and the user has not
  /// specified other maps.
  mutating func mentionOwnMaps() {
    guard map.tiles.sources.isEmpty, settings.terrainFolder == nil, !settings.mapLayers.isEmpty,
      map.isFirstBeyondBaseMap()
    else { return }
    messages.show(
      "The base map has no finer detail; restart with --map FILE to add your own maps",
      hint: "\(key("help")) shows more")
  }

  /// Shows or hides one of the map layers drawn below the library's items. If `layer` is nil, hides
  /// all map layers if the coasts are shown, and shows all map layers otherwise.
  mutating func toggleMapLayer(
    _ layer: BaseMapScene.Layer?, _ contents: String, by command: String
  ) -> [Effect] {
    let hasOwnMaps = !map.tiles.sources.isEmpty || settings.terrainFolder != nil
    switch layer {
    case .files:
      guard !map.tiles.sources.layers.isEmpty else {
        return warn("no files are shown as layers; restart with --layer FILE")
      }
    case .roads, .areas, .relief:
      guard hasOwnMaps else {
        return warn(
          "no map files are set; restart with --map FILE, or set maps or tiles in config.toml")
      }
    case nil, .coasts, .rivers, .borders, .names, .sea:
      guard map.base.isInstalled || hasOwnMaps else {
        return warn("the base map is missing or damaged; install the program again")
      }
    }
    preferences.toggleMapLayer(layer)
    let isShown = layer.map(settings.mapLayers.contains) ?? !settings.mapLayers.isEmpty
    return reportVisibility(isShown, contents, by: command)
  }
}
