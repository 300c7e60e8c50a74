import CartographerCore
import Geodesy
import TerminalUI

/// The place or path that a mouse click or the command `pick` found at a map cell.
package enum MapHit: Equatable, Sendable {
  case place(ItemID)
  case path(ItemID, PathHit)

  package var id: ItemID {
    switch self {
    case .place(let id), .path(let id, _): id
    }
  }
}

/// A search for the places and paths at a position on the screen.
package struct MapPicker: Sendable {
  private let scene: MapScene
  private let viewport: MapViewport
  private let size: Size

  /// The number of dots by which a place can be farther away than a path and still be picked,
  /// because places are harder to hit.
  private static let placeAdvantage = 4.0

  package init(_ scene: MapScene, viewport: MapViewport, size: Size) {
    self.scene = scene
    self.viewport = viewport
    self.size = size
  }

  /// Returns the item nearest to the middle of a cell, or nil if no item is within `radiusDots`.
  package func nearest(to cell: Point, radiusDots: Double = 8) -> MapHit? {
    let place = nearestPlace(to: cell, radiusDots: radiusDots)
    let path = nearestPath(to: cell, radiusDots: radiusDots)
    guard let place else { return path.map { .path($0.id, $0.hit) } }
    guard let path else { return .place(place.id) }
    let pathDots = path.hit.distanceWorldUnits * viewport.dotsPerWorld
    return place.dots - Self.placeAdvantage <= pathDots
      ? .place(place.id) : .path(path.id, path.hit)
  }

  /// Returns the selected path's leg nearest to the middle of a cell, with the leg's nearer end
  /// point; nil if no leg is within `radiusDots` or no path is selected.
  package func nearestPointOfSelectedPath(to cell: Point, radiusDots: Double = 8) -> PathHit? {
    scene.selectedPath?.shape.nearest(
      to: target(cell), within: radiusDots / viewport.dotsPerWorld)
  }

  /// Returns the ID of the place nearest to the middle of a cell and the place's distance in dots,
  /// or nil if no place is within `radiusDots`.
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

  /// Returns the path nearest to the middle of a cell, or nil if no path is within `radiusDots`;
  /// ties go to the selected path.
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

  /// Returns the IDs of the places in a box and of the paths with at least one point in the box.
  package func items(in box: WorldBounds) -> [ItemID] {
    scene.places.filter { box.contains($0.point) }.map(\.id)
      + scene.paths.filter { $0.shape.hasPoint(in: box) }.map(\.id)
  }

  private func target(_ cell: Point) -> WorldPoint {
    WebMercator.project(viewport.coordinate(at: cell, in: size))
  }
}
