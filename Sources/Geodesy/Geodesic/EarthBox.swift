/// The smallest box, in Earth-centred coordinates, that contains a path's points. The distance to
/// the box is a lower bound for the distance to the path, so distant paths need not be measured.
package struct EarthBox: Sendable {
  /// The smallest radius of curvature on the WGS 84 ellipsoid, in metres, rounded down.
  private static let leastRadius = 6_335_000.0

  private var low = EarthVector(repeating: .infinity)
  private var high = EarthVector(repeating: -.infinity)

  package init() {}

  package mutating func include(latitude: Double, longitude: Double) {
    let point = EarthVector(surfaceAtLatitude: latitude, longitude: longitude)
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  /// Includes all positions of a box in degrees. The longitudes are unwrapped.
  package mutating func include(_ box: TrackDetail.Box) {
    // The coordinates of a position have their extremes at the edges of the box, at the equator, and at the multiples
    // of 90° of longitude.
    var longitudes = [box.west, box.east]
    longitudes += stride(from: (box.west / 90).rounded(.up) * 90, through: box.east, by: 90)
    var latitudes = [box.south, box.north]
    if box.south < 0, box.north > 0 { latitudes.append(0) }
    for latitude in latitudes {
      for longitude in longitudes { include(latitude: latitude, longitude: longitude) }
    }
  }

  /// Returns a lower bound, in metres, for the geodesic distance from a position to the nearest
  /// position on the path.
  ///
  /// This lower bound is valid because a geodesic is never shorter than the straight line between
  /// its ends. A geodesic between two points of the box rises above their chord by less than the
  /// square of half its length divided by the radius of curvature.
  package func leastMetres(from position: Coordinate) -> Double {
    let origin = EarthVector(
      surfaceAtLatitude: position.latitude, longitude: position.longitude)
    let radius = (high - low).length / 2
    let rise = min(2 * radius * radius / Self.leastRadius, 2 * Self.leastRadius)
    return max(((low + high) / 2 - origin).length - radius - rise - Geodesic.roundingMetres, 0)
  }
}

extension TrackDetail {
  /// Returns a lower bound, in metres, for the geodesic distance from a position to the nearest position on the track.
  /// It is infinite for a track without points.
  ///
  /// - Complexity: O(1) for a position outside the track's bounding sphere, otherwise O(*n*), where *n* is the number of
  ///   chunks.
  package func leastMetres(from position: Coordinate) -> Double {
    guard let bounds = measures.bounds else { return .infinity }
    let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
    let whole = Box(south: bounds.south, west: bounds.west, north: bounds.north, east: east)
    let metres = Self.leastMetres(from: position, to: whole)
    guard metres == 0, let chunks = levels.last?.chunks else { return metres }
    // The boxes of the chunks are rounded.
    let step = 1 / DetailPoint.stepsPerDegree
    return chunks.reduce(.infinity) { least, chunk in
      let box = Box(
        south: max(chunk.box.south - step, -90), west: chunk.box.west - step,
        north: min(chunk.box.north + step, 90), east: chunk.box.east + step)
      return least > 0 ? min(least, Self.leastMetres(from: position, to: box)) : 0
    }
  }

  private static func leastMetres(from position: Coordinate, to box: Box) -> Double {
    var earthBox = EarthBox()
    earthBox.include(box)
    return earthBox.leastMetres(from: position)
  }
}

extension Geodesic {
  /// An upper bound for the rounding error of Earth-centred positions, in metres.
  fileprivate static let roundingMetres = 1e-6

  /// Returns the straight-line distances from one position to several others, in metres. They are
  /// lower bounds for the geodesic distances.
  package static func straightMetres(
    from position: Coordinate, toLatitudes latitudes: [Double], longitudes: [Double]
  ) -> [Double] {
    let origin = EarthVector(
      surfaceAtLatitude: position.latitude, longitude: position.longitude)
    return zip(latitudes, longitudes).map {
      max((EarthVector(surfaceAtLatitude: $0, longitude: $1) - origin).length - roundingMetres, 0)
    }
  }
}
