import GeoFormats
import Geodesy

/// The total geodesic lengths of a file's routes and of its tracks, excluding the gaps between
/// segments. The lengths are computed while the file is read.
struct ImportLengths {
  private(set) var trackMetres = 0.0
  private(set) var routeMetres = 0.0
  private var last: (latitude: Double, longitude: Double, segment: Int)?

  mutating func beginPath() { last = nil }

  mutating func add(_ points: borrowing GeoPoints, kind: GeoPathHeader.Kind) {
    var metres = 0.0
    var last = last
    for index in 0..<points.count {
      let (latitude, longitude) = (points.latitudes[index], points.longitudes[index])
      let segment = points.segments[index]
      if let last, last.segment == segment {
        metres += Geodesic.distanceMetres(
          latitude: last.latitude, longitude: last.longitude, toLatitude: latitude,
          longitude: longitude)
      }
      last = (latitude, longitude, segment)
    }
    self.last = last
    switch kind {
    case .route: routeMetres += metres
    case .track: trackMetres += metres
    }
  }
}
