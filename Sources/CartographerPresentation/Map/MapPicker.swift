import CartographerCore
import Geodesy
import TerminalUI

/// The place or path found at a map cell by a mouse click or the command `pick`.
package enum MapHit: Equatable, Sendable {
  case place(ItemID)
  case path(ItemID, PathHit)

  package var id: ItemID {
    switch self {
    case .place(let id), .path(let id, _): id
    }
  }
}

/// A search for places and paths near a position on the screen.
package struct MapPicker: Sendable {
  let scene: MapScene
  let viewport: MapViewport
  let size: Size

  /// The number of dots by which a path must be nearer than a place in order to be picked. Places
  /// have this advantage because they are harder to hit than paths.
  private static let placeAdvantage = 4.0

  package init(_ scene: MapScene, viewport: MapViewport, size: Size) {
    self.scene = scene
    self.viewport = viewport
    self.size = size
  }

  /// Returns the item nearest to the middle of a cell. Returns nil if no item is within
  /// `radiusDots`.
  package func nearest(to cell: Point, radiusDots: Double = 8) -> MapHit? {
    let place = nearestPlace(to: cell, radiusDots: radiusDots)
    let path = nearestPath(to: cell, radiusDots: radiusDots)
    guard let place else { return path.map { .path($0.id, $0.hit) } }
    guard let path else { return .place(place.id) }
    let pathDots = path.hit.distanceWorldUnits * viewport.dotsPerWorld
    return place.dots - Self.placeAdvantage <= pathDots
      ? .place(place.id) : .path(path.id, path.hit)
  }

  /// Returns the leg of the selected path that is nearest to the centre of a cell, and the leg's
  /// nearer end point. Returns nil if no path is selected, if the path's points are not in memory,
  /// or if no leg is within `radiusDots`.
  package func nearestPointOfSelectedPath(to cell: Point, radiusDots: Double = 8) -> PathHit? {
    scene.selectedPath?.wholeShape?.nearest(
      to: target(cell), within: radiusDots / viewport.dotsPerWorld)
  }

  /// Returns the ID of the place nearest to the middle of a cell, and the place's distance in dots.
  /// Returns nil if no place is within `radiusDots`.
  package func nearestPlace(
    to cell: Point, radiusDots: Double = 8
  ) -> (id: ItemID, dots: Double)? {
    let x = (Double(cell.column) + 0.5) * Double(DotCanvas.dotsPerColumn)
    let y = (Double(cell.row) + 0.5) * Double(DotCanvas.dotsPerRow)
    var best: (id: ItemID, dots: Double)?
    for index in indices(of: scene.places, within: radiusDots, of: cell) {
      // Copying whole places would take longer than measuring the distances.
      let dot = viewport.dot(at: scene.places.items[index].point, in: size)
      let dots = ((dot.x - x) * (dot.x - x) + (dot.y - y) * (dot.y - y)).squareRoot()
      guard dots <= radiusDots else { continue }
      let id = scene.places.id(at: index)
      if let known = best, known.dots <= dots {
        // Of places in the same position, the selected one is found, or else the one with the
        // smallest ID.
        let isFirst =
          id == scene.selected || known.id != scene.selected && id < known.id
        guard known.dots == dots, isFirst else { continue }
      }
      best = (id, dots)
    }
    return best
  }

  /// Returns the path nearest to the middle of a cell. Returns nil if no path is within
  /// `radiusDots`. Ties go to the selected path.
  package func nearestPath(
    to cell: Point, radiusDots: Double = 8
  ) -> (id: ItemID, hit: PathHit)? {
    let near = indices(of: scene.paths, within: radiusDots, of: cell).map { scene.paths[$0] }
    let selectedFirst =
      near.filter { $0.id == scene.selected } + near.filter { $0.id != scene.selected }
    return nearest(
      of: selectedFirst, to: target(cell), within: radiusDots / viewport.dotsPerWorld
    ).map { ($0.path.id, $0.hit) }
  }

  /// Returns the path nearest to a target point. Returns nil if no path is within the limit, in
  /// world units. If several paths are equally near, the first one is returned.
  func nearest(
    of paths: [MapPath], to target: WorldPoint, within limit: Double
  ) -> (path: MapPath, hit: PathHit)? {
    var limit = limit
    var best: (path: MapPath, hit: PathHit)?
    for path in paths {
      for piece in scene.pieces(of: path) {
        guard let hit = piece.nearest(to: target, within: limit) else { continue }
        if let known = best, known.hit.distanceWorldUnits <= hit.distanceWorldUnits { continue }
        best = (path, hit)
        limit = hit.distanceWorldUnits
      }
    }
    return best
  }

  /// Returns the IDs of the places in an area and of the paths that have points in the area.
  ///
  /// `unknown` contains the paths that cannot be tested until some of their chunks have been read,
  /// each with the keys of these chunks.
  package func items(in area: MapArea) -> (found: [ItemID], unknown: [ItemID: [Int64]]) {
    let box = area.bounds
    var found = scene.places.indices(touching: box).map { scene.places[$0] }
      .filter { area.contains($0.point) }.map(\.id)
    var unknown: [ItemID: [Int64]] = [:]
    for index in scene.paths.indices(touching: box) {
      let path = scene.paths[index]
      if area.polar == nil && path.bounds.map(box.encloses) == true
        || scene.pieces(of: path).contains(where: { $0.shape.hasPoint(in: area) })
      {
        found.append(path.id)
      } else if let chunks = path.outline?.levels.last?.chunks {
        let near = chunks.filter { box.touches($0.bounds) }.map(\.key)
        if !near.isEmpty { unknown[path.id] = near }
      }
    }
    return (found, unknown)
  }

  /// Returns the indices of the items whose bounding boxes are within the given distance of a
  /// cell's centre. In a polar view, all items are returned.
  private func indices<Item>(
    of items: MapItems<Item>, within dots: Double, of cell: Point
  ) -> [Int] {
    guard viewport.polar == nil else { return Array(items.indices) }
    // A cell's diagonal, for rounding at the edges of the world.
    let margin = (dots + 5) / viewport.dotsPerWorld
    return items.indices(touching: WorldBounds(target(cell)).enlarged(by: margin))
  }

  private func target(_ cell: Point) -> WorldPoint {
    WebMercator.projectBeyondSquare(viewport.coordinate(at: cell, in: size))
  }
}
