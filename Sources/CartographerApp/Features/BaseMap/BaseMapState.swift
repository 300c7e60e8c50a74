import BaseMap
import CartographerPresentation
import Geodesy
import TerminalUI

/// The part of the base map that has been read for the map pane.
package struct BaseMapState: Sendable, Equatable {
  /// A request to read the blocks of one scale that touch an area.
  package struct Request: Sendable, Hashable {
    package let scale: BaseMapLayer.Scale
    package let bounds: GeoBounds
    /// Whether the names of towns and countries are needed, too.
    package let needsTowns: Bool
  }

  /// Whether a base map is installed.
  private(set) var isInstalled = false
  private(set) var scene = BaseMapScene()
  /// The last answered request, or nil before the first answer.
  private var answered: Request?
  private var asked: Request?

  mutating func begin(isInstalled: Bool) { self.isInstalled = isInstalled }

  /// Returns a request for the blocks that a view needs, or nil if they have been read or a request is
  /// pending. The requested area is larger than the view, so that not every pan needs a request.
  mutating func request(for viewport: MapViewport, in size: Size) -> Request? {
    guard isInstalled, asked == nil, !size.isEmpty else { return nil }
    let scale = BaseMapScene.scale(for: viewport)
    let needed = BaseMapScene.bounds(of: viewport, in: size)
    if let answered, answered.scale == scale, Self.contains(answered.bounds, needed) { return nil }
    let wide = Size(columns: size.columns * 2, rows: size.rows * 2)
    let request = Request(
      scale: scale, bounds: BaseMapScene.bounds(of: viewport, in: wide),
      needsTowns: scene.towns == nil)
    asked = request
    return request
  }

  mutating func receive(_ pieces: [BaseMapPiece], _ towns: BaseMapTowns?) {
    answered = asked
    asked = nil
    scene.pieces = pieces
    scene.towns = towns ?? scene.towns
  }

  /// Stops using the base map, because it cannot be read.
  mutating func giveUp() {
    isInstalled = false
    asked = nil
  }

  /// Returns whether the first box contains the second one. Each box may cross the antimeridian.
  private static func contains(_ outer: GeoBounds, _ inner: GeoBounds) -> Bool {
    guard outer.south <= inner.south, outer.north >= inner.north else { return false }
    func width(_ box: GeoBounds) -> Double { box.east - box.west + (box.west > box.east ? 360 : 0) }
    if width(outer) >= 360 { return true }
    var offset = inner.west - outer.west
    if offset < 0 { offset += 360 }
    return offset + width(inner) <= width(outer)
  }
}

extension AppState {
  /// Returns the effect that reads the base map for the current view, or an empty array if nothing needs to
  /// be read.
  mutating func askForBaseMap() -> [Effect] {
    guard settings.mapLayers.isEmpty == false,
      let request = map.requestBaseMap(in: layout.mapSize)
    else { return [] }
    return [.readBaseMap(request)]
  }

  mutating func receiveBaseMap(_ pieces: [BaseMapPiece], _ towns: BaseMapTowns?) -> [Effect] {
    map.receiveBaseMap(pieces, towns)
    return []
  }

  mutating func failBaseMap(_ failure: EditorFailure) -> [Effect] {
    map.giveUpBaseMap()
    return fail(failure)
  }

  /// Shows or hides a layer of the base map, or all layers.
  mutating func toggleMapLayer(_ layer: BaseMapScene.Layer?) -> [Effect] {
    guard map.base.isInstalled else {
      return warn("the base map is missing or damaged; install the program again")
    }
    preferences.toggleMapLayer(layer)
    return [saving]
  }
}
