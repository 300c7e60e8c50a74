import Geodesy

/// A box on the Web Mercator plane, in world units, that may cross the antimeridian.
///
/// If the box crosses ±180°, x continues below 0 or above 1. Two boxes that differ by whole world
/// widths stand for the same area.
package struct WorldBounds: Equatable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package init(_ point: WorldPoint) {
    self.init(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
  }

  /// Creates the box by projecting a geographic box, which crosses the antimeridian if `west >
  /// east`.
  package init(_ bounds: GeoBounds) {
    let northWest = WebMercator.project(
      Coordinate(latitude: bounds.north, longitude: bounds.west))
    let southEast = WebMercator.project(
      Coordinate(latitude: bounds.south, longitude: bounds.east))
    let wrapped = bounds.west > bounds.east ? 1.0 : 0
    self.init(
      minX: northWest.x, minY: northWest.y, maxX: southEast.x + wrapped, maxY: southEast.y)
  }

  /// Creates the smallest box that contains points on a projection plane. Returns nil if there are
  /// no points. Copies of the world are not taken into account, so points on the plane of any
  /// projection can be used.
  package init?(enclosing points: some Sequence<WorldPoint>) {
    var box: WorldBounds?
    for point in points {
      guard var grown = box else {
        box = WorldBounds(point)
        continue
      }
      grown.minX = min(grown.minX, point.x)
      grown.minY = min(grown.minY, point.y)
      grown.maxX = max(grown.maxX, point.x)
      grown.maxY = max(grown.maxY, point.y)
      box = grown
    }
    guard let box else { return nil }
    self = box
  }

  /// Returns the box with each edge moved outwards by a distance in world widths.
  func enlarged(by distance: Double) -> WorldBounds {
    WorldBounds(
      minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var centre: WorldPoint { WorldPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  package func intersects(_ other: WorldBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Returns whether a point lies in the box, or in a copy of the box shifted by whole world
  /// widths.
  package func contains(_ point: WorldPoint) -> Bool {
    guard point.y >= minY, point.y <= maxY else { return false }
    let turns = ((minX + maxX) / 2 - point.x).rounded()
    return point.x + turns >= minX && point.x + turns <= maxX
  }

  /// Returns the smallest box that contains this box and another box.
  ///
  /// The other box is first shifted by whole world widths so that it is as near as possible to this
  /// box.
  package func union(_ other: WorldBounds) -> WorldBounds {
    let turns = (centre.x - other.centre.x).rounded()
    return WorldBounds(
      minX: min(minX, other.minX + turns), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX + turns), maxY: max(maxY, other.maxY))
  }
}
