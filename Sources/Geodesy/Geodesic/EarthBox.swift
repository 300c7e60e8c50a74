/// The smallest box, in Earth-centred coordinates, that contains a path's points. The distance to
/// the box is a lower bound for the distance to the path, so distant paths need not be measured.
struct EarthBox: Sendable {
  /// The smallest radius of curvature on the WGS 84 ellipsoid, in metres, rounded down.
  static let leastRadius = 6_335_000.0

  private var low = EarthVector(repeating: .infinity)
  private var high = EarthVector(repeating: -.infinity)

  /// Creates the box that contains all positions in a bounding box given in degrees. The longitudes
  /// are unwrapped.
  init(_ box: TrackDetail.Box) {
    // The coordinates of a position have their extremes at the edges of the box, at the equator,
    // and at the multiples of 90° of longitude.
    var longitudes = [box.west, box.east]
    longitudes += stride(
      from: (box.west / 90).rounded(.up) * 90, through: min(box.east, box.west + 360), by: 90)
    var latitudes = [box.south, box.north]
    if box.south < 0, box.north > 0 { latitudes.append(0) }
    for latitude in latitudes {
      for longitude in longitudes {
        let point = EarthVector(surfaceAtLatitude: latitude, longitude: longitude)
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
  }

  /// Returns a lower bound, in metres, for the geodesic distance from a position to the nearest
  /// position on the path.
  ///
  /// This lower bound is valid because a geodesic is never shorter than the straight line between
  /// its ends. A geodesic of length *L* between two points of the box rises above their chord by
  /// less than (*L* / 2)², divided by the radius of curvature.
  func leastMetres(from position: Coordinate) -> Double {
    let origin = EarthVector(
      surfaceAtLatitude: position.latitude, longitude: position.longitude)
    let radius = (high - low).length / 2
    let rise = min(2 * radius * radius / Self.leastRadius, 2 * Self.leastRadius)
    return max(((low + high) / 2 - origin).length - radius - rise - Geodesic.roundingMetres, 0)
  }
}

extension Geodesic {
  /// An upper bound for the rounding error of Earth-centred positions, in metres.
  fileprivate static let roundingMetres = 1e-6

  /// Returns the straight-line distances from one position to several others, in metres. A
  /// straight-line distance is a lower bound for the geodesic distance.
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
