import Foundation

extension TrackDetail {
  /// The bounding box of all points. Nil if the track has no points, or if it has levels of detail,
  /// whose chunks have their own boxes.
  ///
  /// The box is computed from the overview, which contains all points of a track without levels.
  package var undividedBox: Box? {
    guard levels.isEmpty, let south = overview.latitudes.min(),
      let north = overview.latitudes.max(),
      let west = overview.longitudes.min(), let east = overview.longitudes.max()
    else { return nil }
    return Box(south: south, west: west, north: north, east: east)
  }
}

extension TrackDetail.Box {
  /// Creates the smallest box that contains the given points. Fails if the array is empty.
  init?(_ points: [DetailPoint]) {
    guard let first = points.first else { return nil }
    var (south, north) = (first.latitude, first.latitude)
    var (west, east) = (first.longitude, first.longitude)
    for point in points {
      south = min(south, point.latitude)
      north = max(north, point.latitude)
      west = min(west, point.longitude)
      east = max(east, point.longitude)
    }
    let steps = DetailPoint.stepsPerDegree
    self.init(
      south: Double(south) / steps, west: Double(west) / steps, north: Double(north) / steps,
      east: Double(east) / steps)
  }

  /// Creates a box from its edges in degrees.
  package init(edges south: Double, _ north: Double, _ west: Double, _ east: Double) {
    self.init(south: south, west: west, north: north, east: east)
  }

  /// The box, shifted by a multiple of 360° so that the western edge is at least -180° and less
  /// than 180°. The eastern edge may be beyond 180°.
  ///
  /// All edges remain whole steps of 10⁻⁷ degrees, so equal boxes stay equal.
  package var normalized: Self {
    let perDegree = DetailPoint.stepsPerDegree
    let (westSteps, eastSteps) = ((west * perDegree).rounded(), (east * perDegree).rounded())
    let turn = 360 * perDegree
    let shift = ((westSteps + turn / 2) / turn).rounded(.down) * turn
    var box = self
    box.west = (westSteps - shift) / perDegree
    box.east = (eastSteps - shift) / perDegree
    return box
  }

  /// Returns a lower bound, in metres, for the geodesic distance from a position to the part of a
  /// track in this box. The box must contain all points of the part, rounded to 10⁻⁷ degrees.
  package func leastMetres(from position: Coordinate) -> Double {
    let step = 1 / DetailPoint.stepsPerDegree
    let wider = Self(
      south: max(south - step, -90), west: west - step, north: min(north + step, 90),
      east: east + step)
    return EarthBox(wider).leastMetres(from: position)
  }
}

/// A condition that a box meets if it overlaps both a latitude range and a longitude range.
///
/// If the limits of a range are reversed, a box meets the condition only if it contains both
/// limits.
package struct BoxCondition: Equatable, Sendable {
  package var southAtMost: Double
  package var northAtLeast: Double
  package var westAtMost: Double
  package var eastAtLeast: Double

  /// The minimum width, in degrees, of a box that counts as wide. A search finds wide boxes at all
  /// latitudes between the searched region and the equator.
  private static let wide = 2.0
  /// An upper bound, in degrees, for the amount by which a geodesic's latitudes exceed those of its
  /// ends, if the longitudes of the ends differ by less than ``wide``.
  ///
  /// On a sphere, the tangent of the highest latitude is at most 1 / cos(*d* / 2) times the tangent
  /// of the higher end's latitude, where *d* is the difference in longitude. For *d* = 2.01°, which
  /// allows for the ellipsoid, the latitudes differ by at most 0.0045°.
  private static let bulge = 0.005
  /// A margin for rounding errors in boxes and computations, in degrees.
  private static let margin = 1e-6

  /// Returns conditions that find the parts of a track within a given distance of a position. The
  /// normalized box of each such part meets at least one of the conditions; other boxes may also
  /// meet a condition. The result is nil if the distance is very large, or if a pole is within the
  /// distance, because every box may then contain such a part.
  ///
  /// A box contains the points of a part, but a geodesic between two points can leave the box
  /// towards the pole. The boxes of long geodesics are wide, so wide boxes meet a condition at all
  /// latitudes from which a geodesic can reach the region.
  package static func near(_ position: Coordinate, withinMetres metres: Double) -> [Self]? {
    let degrees = 180 / Double.pi
    let height = metres / EarthBox.leastRadius * degrees + margin
    let highest = abs(position.latitude) + height
    // A parallel is longer than on a sphere with the equatorial radius.
    let parallel = Ellipsoid.equatorialRadius * cos(highest / degrees)
    guard highest < 90, parallel > 0 else { return nil }
    let halfWidth = metres / parallel * degrees + margin
    guard halfWidth < 180 else { return nil }
    let (south, north) = (position.latitude - height, position.latitude + height)
    let longitude = position.longitude.remainder(dividingBy: 360)
    let (west, east) = (longitude - halfWidth, longitude + halfWidth)
    let narrow = Self(
      southAtMost: north + bulge, northAtLeast: south - bulge, westAtMost: east, eastAtLeast: west)
    // A geodesic leaves the latitudes of its ends only on the side of the nearer pole. A wide box
    // that overlaps the longitudes of the region extends beyond them by half of its least width to
    // the west, or else to the east.
    let wideToWest = Self(
      southAtMost: max(north, 0) + margin, northAtLeast: min(south, 0) - margin,
      westAtMost: east - wide / 2, eastAtLeast: west)
    var wideToEast = wideToWest
    wideToEast.westAtMost = east
    wideToEast.eastAtLeast = east + wide / 2
    // The western edge of a normalized box is at least -180°.
    return [narrow, wideToWest, wideToEast].flatMap { condition in
      [-360.0, 0, 360].map { condition.shifted(byDegrees: $0) }.filter { $0.westAtMost >= -180 }
    }
  }

  private func shifted(byDegrees degrees: Double) -> Self {
    var shifted = self
    shifted.westAtMost += degrees
    shifted.eastAtLeast += degrees
    return shifted
  }
}
