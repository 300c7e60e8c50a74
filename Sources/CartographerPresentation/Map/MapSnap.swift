import CartographerCore
import Geodesy
import TerminalUI

/// The item to which a new or moved point snaps, and the resulting position of the point.
package struct MapSnap: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    case place, start, end
    /// The first point of the path being drawn. A point that snaps to it closes the path.
    case drawnStart
    /// A position on the line of a path: between two points, or near a point that is not in memory.
    case line
    /// A point of a path, given by its index. The path's points are in memory.
    case point(Int)
  }

  /// The item to which the point snaps, or nil for the path being drawn.
  package let id: ItemID?
  package let part: Part
  package var coordinate: Coordinate

  package init(id: ItemID?, part: Part, coordinate: Coordinate) {
    self.id = id
    self.part = part
    self.coordinate = coordinate
  }
}

extension MapPicker {
  /// The maximum distance between a point and the position to which it snaps, in columns and rows.
  private static let snapCells = 2.0

  /// Returns the place, path end or position on a path to which a point snaps. Returns nil if none
  /// exists within two cells. Places take precedence over path ends, and path ends over other
  /// positions.
  ///
  /// - Parameter item: The edited place or path, to which the point does not snap.
  /// - Parameter ownEnd: The end of the edited path to which the point can snap, if any.
  ///   Snapping to this end closes the path.
  /// - Parameter drawnStart: The drawn path's first point, if a point there would close the path.
  /// - Complexity: O(*n* + *p*) for *n* items and *p* points of the paths in view.
  package func snap(
    at coordinate: Coordinate, except item: ItemID? = nil, ownEnd: MapSnap.Part? = nil,
    drawnStart: Coordinate? = nil
  ) -> MapSnap? {
    guard coordinate.isValid else { return nil }
    let target = WebMercator.projectBeyondSquare(coordinate)
    return snapPlace(at: target, except: item)
      ?? drawnStart.flatMap { start in
        squaredDots(WebMercator.projectBeyondSquare(start), from: target).map { _ in
          MapSnap(id: nil, part: .drawnStart, coordinate: start)
        }
      }
      ?? snapEnd(at: target, except: item, ownEnd: ownEnd) ?? snapLine(at: target, except: item)
  }

  /// Returns the squared distance, in dots, between a world point and a target. Returns nil if the
  /// distance exceeds ``snapCells``.
  private func squaredDots(_ point: WorldPoint, from target: WorldPoint) -> Double? {
    let (dot, middle) = (
      viewport.dot(at: point, in: size), viewport.dot(at: target, in: size)
    )
    let (across, down) = (dot.x - middle.x, dot.y - middle.y)
    guard abs(across) <= Self.snapCells * Double(DotCanvas.dotsPerColumn),
      abs(down) <= Self.snapCells * Double(DotCanvas.dotsPerRow)
    else { return nil }
    return across * across + down * down
  }

  private func snapPlace(at target: WorldPoint, except item: ItemID?) -> MapSnap? {
    var best: (place: MapPlace, dots: Double)?
    let near =
      viewport.polar == nil
      ? scene.places.indices(touching: snapBox(around: target)) : Array(scene.places.indices)
    for place in near.lazy.map({ scene.places[$0] }) where place.id != item {
      guard let dots = squaredDots(place.point, from: target) else { continue }
      if let best, (best.dots, best.place.id) <= (dots, place.id) { continue }
      best = (place, dots)
    }
    return best.map { MapSnap(id: $0.place.id, part: .place, coordinate: $0.place.coordinate) }
  }

  private func snapEnd(
    at target: WorldPoint, except item: ItemID?, ownEnd: MapSnap.Part?
  ) -> MapSnap? {
    var best: (path: ItemID, snap: MapSnap, dots: Double)?
    for path in pathsNear(target) {
      for (part, coordinate) in path.ends where path.id != item || part == ownEnd {
        let point = WebMercator.projectBeyondSquare(coordinate)
        guard let dots = squaredDots(point, from: target) else { continue }
        if let best, (best.dots, best.path) <= (dots, path.id) { continue }
        best = (path.id, MapSnap(id: path.id, part: part, coordinate: coordinate), dots)
      }
    }
    return best?.snap
  }

  private func snapLine(at target: WorldPoint, except item: ItemID?) -> MapSnap? {
    let paths = pathsNear(target).filter { $0.id != item }
    guard
      let (path, hit) = nearest(
        of: paths, to: target, within: snapRadius / viewport.dotsPerWorld),
      squaredDots(hit.position, from: target) != nil
    else { return nil }
    if let shape = path.wholeShape, hit.point < shape.count {
      let point = shape.point(at: hit.point)
      let (dot, line) = (
        viewport.dot(at: point, in: size), viewport.dot(at: hit.position, in: size)
      )
      // If the nearest position is within a cell of a path point, the user means that point.
      if abs(dot.x - line.x) <= Double(DotCanvas.dotsPerColumn),
        abs(dot.y - line.y) <= Double(DotCanvas.dotsPerRow)
      {
        return MapSnap(
          id: path.id, part: .point(hit.point), coordinate: WebMercator.unproject(point))
      }
    }
    return MapSnap(id: path.id, part: .line, coordinate: WebMercator.unproject(hit.position))
  }

  /// The maximum horizontal or vertical distance between a point and the position to which it
  /// snaps, in dots.
  private var snapRadius: Double { Self.snapCells * Double(DotCanvas.dotsPerRow) }

  /// Returns the paths whose bounding boxes are near a world point.
  private func pathsNear(_ target: WorldPoint) -> [MapPath] {
    scene.paths.indices(touching: snapBox(around: target)).map { scene.paths[$0] }
  }

  /// Returns the box around a world point in which a Web Mercator view searches for snap targets.
  private func snapBox(around target: WorldPoint) -> WorldBounds {
    WorldBounds(target).enlarged(by: snapRadius / viewport.dotsPerWorld)
  }
}

extension MapPath {
  /// The coordinates of the path's first and last points, or an empty array for a path without
  /// points.
  fileprivate var ends: [(part: MapSnap.Part, coordinate: Coordinate)] {
    if let start = outline?.start, let end = outline?.end { return [(.start, start), (.end, end)] }
    let shape = overview.shape
    guard shape.count > 0 else { return [] }
    return [
      (.start, WebMercator.unproject(shape.point(at: 0))),
      (.end, WebMercator.unproject(shape.point(at: shape.count - 1))),
    ]
  }
}
