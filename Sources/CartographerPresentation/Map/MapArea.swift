import Geodesy

/// The part of the world that lies in a rectangle on the screen, such as a box selection.
///
/// In a polar view, the rectangle's edges are neither meridians nor parallels.
package struct MapArea: Sendable, Equatable {
  /// A rectangle on the plane of a polar projection.
  struct PolarBox: Sendable, Equatable {
    let map: PolarMap
    let box: WorldBounds
  }

  /// A box on the Web Mercator plane that contains the area. In Web Mercator, this box is the area
  /// itself.
  package let bounds: WorldBounds
  /// The rectangle in a polar view, or nil for an area in Web Mercator.
  let polar: PolarBox?

  package init(_ bounds: WorldBounds) {
    self.bounds = bounds
    polar = nil
  }

  /// Creates the area of a rectangle on the plane of a polar projection.
  ///
  /// - Parameter centreX: The x coordinate of the middle of ``bounds``.
  ///   Used only if the area contains all longitudes.
  init(_ box: WorldBounds, on map: PolarMap, centreX: Double) {
    polar = PolarBox(map: map, box: box)
    bounds = map.worldBounds(
      from: WorldPoint(x: box.minX, y: box.minY), to: WorldPoint(x: box.maxX, y: box.maxY),
      centreX: centreX)
  }

  /// Returns whether the area contains a point. The point must lie within ``bounds``.
  func contains(_ point: @autoclosure () -> WorldPoint) -> Bool {
    guard let polar else { return true }
    let at = polar.map.project(WebMercator.unproject(point()))
    return at.x >= polar.box.minX && at.x <= polar.box.maxX && at.y >= polar.box.minY
      && at.y <= polar.box.maxY
  }
}
