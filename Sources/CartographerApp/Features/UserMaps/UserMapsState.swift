import CartographerPresentation
import TerminalUI

/// The user's own map files, and the tiles that have been read from them for the map pane.
package struct UserMapsState: Sendable, Equatable {
  /// A request to read the tiles that a view needs.
  package struct Request: Sendable, Hashable {
    package let window: MapTileWindow
    /// The folder with terrain tiles for contours and shading. Nil if the request needs no terrain.
    package let relief: String?
  }

  /// The map and layer files that the user specified.
  private(set) var sources = UserMaps.Sources()
  private(set) var scene = MapTilesScene()
  /// The most recent request that has been answered. Nil if no request has been answered yet.
  private var answered: Request?
  private var asked: Request?

  /// Whether the map files have been read, so that their credits and problems are known.
  var isRead: Bool { answered != nil }

  mutating func begin(_ sources: UserMaps.Sources) { self.sources = sources }

  /// Returns a request for the tiles needed to draw a view. Returns nil if the tiles have been read
  /// or requested. A newer request replaces a pending one. The old tiles are drawn until the newer
  /// request is answered.
  mutating func request(
    for viewport: MapViewport, in size: Size, relief: String?
  ) -> Request? {
    guard !sources.isEmpty || relief != nil, !size.isEmpty else { return nil }
    let request = Request(window: MapTileWindow(viewport, in: size), relief: relief)
    for known in [asked, answered].compactMap(\.self)
    where known.relief == relief && known.window.contains(request.window) {
      return nil
    }
    asked = request
    return request
  }

  /// Stores the tiles read for a request. Tiles for an outdated request are ignored.
  mutating func receive(_ scene: MapTilesScene, for request: Request) {
    guard request == asked else { return }
    answered = request
    asked = nil
    self.scene = scene
  }
}

extension AppState {
  mutating func receiveUserMaps(
    _ scene: MapTilesScene, for request: UserMapsState.Request, problems: [String]
  ) -> [Effect] {
    let isUnplaced = map.isUnplaced && map.tiles.scene.isEmpty
    map.receiveUserMaps(scene, for: request)
    // With an empty library, the map begins where the user's own maps are.
    if isUnplaced, let bounds = scene.bounds, library.isEmpty {
      map.show(.fitting(bounds, in: layout.mapSize, maximumZoom: 14))
    }
    if !problems.isEmpty {
      overlays.enqueue(MessageBox(title: "Problems with your maps", lines: problems))
    }
    return []
  }
}
