import CartographerCore
import Geodesy
import TerminalUI

/// What is under a cell, for the mouse and for "pick nearest".
package enum MapHit: Equatable, Sendable {
  case place(ItemID)
  case path(ItemID, PathHit)

  package var id: ItemID {
    switch self {
    case .place(let id), .path(let id, _): id
    }
  }
}

/// Finds items by where they are on the screen.
package struct MapPicker: Sendable {
  private let scene: MapScene
  private let viewport: MapViewport
  private let size: Size

  /// How much nearer a place counts than it is, in dots, as it is smaller than a path.
  private static let placeAdvantage = 4.0

  package init(_ scene: MapScene, viewport: MapViewport, size: Size) {
    self.scene = scene
    self.viewport = viewport
    self.size = size
  }

  /// The item nearest to the middle of a cell, at most `radiusDots` away.
  package func nearest(to cell: Point, radiusDots: Double = 8) -> MapHit? {
    let place = nearestPlace(to: cell, radiusDots: radiusDots)
    let path = nearestPath(to: cell, radiusDots: radiusDots)
    guard let place else { return path.map { .path($0.id, $0.hit) } }
    guard let path else { return .place(place.id) }
    let pathDots = path.hit.distanceWorldUnits * viewport.dotsPerWorld
    return place.dots - Self.placeAdvantage <= pathDots
      ? .place(place.id) : .path(path.id, path.hit)
  }

  /// The point of the selected path nearest to the middle of a cell.
  package func nearestPointOfSelectedPath(to cell: Point, radiusDots: Double = 8) -> PathHit? {
    scene.selectedPath?.shape.nearest(
      to: target(cell), within: radiusDots / viewport.dotsPerWorld)
  }

  /// The place whose marker is nearest.
  package func nearestPlace(
    to cell: Point, radiusDots: Double = 8
  ) -> (id: ItemID, dots: Double)? {
    let x = (Double(cell.column) + 0.5) * Double(DotCanvas.dotsPerColumn)
    let y = (Double(cell.row) + 0.5) * Double(DotCanvas.dotsPerRow)
    var best: (id: ItemID, dots: Double)?
    for place in scene.places {
      let dot = viewport.dot(at: place.point, in: size)
      let dots = ((dot.x - x) * (dot.x - x) + (dot.y - y) * (dot.y - y)).squareRoot()
      guard dots <= radiusDots else { continue }
      if let known = best, (known.dots, known.id) <= (dots, place.id) { continue }
      best = (place.id, dots)
    }
    return best
  }

  /// The path with the nearest leg; the selected one where several are as near.
  package func nearestPath(
    to cell: Point, radiusDots: Double = 8
  ) -> (id: ItemID, hit: PathHit)? {
    let target = target(cell)
    var limit = radiusDots / viewport.dotsPerWorld
    var best: (id: ItemID, hit: PathHit)?
    let selectedFirst =
      scene.paths.filter { $0.id == scene.selected }
      + scene.paths.filter { $0.id != scene.selected }
    for path in selectedFirst {
      guard let hit = path.shape.nearest(to: target, within: limit) else { continue }
      if let known = best, known.hit.distanceWorldUnits <= hit.distanceWorldUnits { continue }
      best = (path.id, hit)
      limit = hit.distanceWorldUnits
    }
    return best
  }

  /// The places in a box and the paths with a point in it.
  package func items(in box: WorldBounds) -> [ItemID] {
    scene.places.filter { box.contains($0.point) }.map(\.id)
      + scene.paths.filter { $0.shape.hasPoint(in: box) }.map(\.id)
  }

  private func target(_ cell: Point) -> WorldPoint {
    WebMercator.project(viewport.coordinate(at: cell, in: size))
  }
}
