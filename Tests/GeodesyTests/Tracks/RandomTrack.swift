import Geodesy
import TestSupport

/// The starts of random tracks: in the Alps, at the 180° meridian and near both poles.
let trackStarts = [
  Coordinate(latitude: 46, longitude: 7), Coordinate(latitude: -17, longitude: 179.9995),
  Coordinate(latitude: 89.9995, longitude: 20), Coordinate(latitude: -89.999, longitude: -140),
]

extension TrackColumns {
  /// Returns a random track with elevations and times: legs of up to 40 m and 1 to 20 s, in up to
  /// the given number of segments.
  static func wandering(
    _ count: Int, from start: Coordinate = trackStarts[0], segments: Int = 1,
    _ random: inout SplitMix64
  ) -> TrackColumns {
    var columns = TrackColumns(segmentStarts: [])
    var (coordinate, heading, elevation, time) = (start, 30.0, 1000.0, 700_000_000.0)
    let breaks = Set((1..<max(segments, 1)).map { _ in Int.random(in: 0...count, using: &random) })
    columns.segmentStarts = ([0] + breaks.sorted())
    for index in 0..<count {
      columns.latitudes.append(coordinate.latitude)
      columns.longitudes.append(coordinate.longitude)
      columns.elevations.append(elevation)
      columns.times.append(time)
      heading += .random(in: -40...40, using: &random)
      elevation += .random(in: -3...3.5, using: &random)
      time += .random(in: 1...20, using: &random)
      let step = breaks.contains(index + 1) ? 500 : Double.random(in: 0.5...40, using: &random)
      coordinate = Geodesic.destination(
        from: coordinate, bearingDegrees: heading, distanceMetres: step)
    }
    return columns
  }

  var length: Double { TrackMeasures(self).lengthMetres }

  /// Returns a straight track eastward along the equator, with points `step` metres and `seconds`
  /// seconds apart.
  static func line(
    _ count: Int, step: Double = 10, seconds: Double = 10, elevations: [Double]? = nil,
    segmentStarts: [Int] = [0]
  ) -> TrackColumns {
    let degrees = step / (6_378_137 * .pi / 180)
    return TrackColumns(
      latitudes: Array(repeating: 0, count: count),
      longitudes: (0..<count).map { Double($0) * degrees },
      elevations: elevations ?? Array(repeating: .nan, count: count),
      times: (0..<count).map { Double($0) * seconds }, segmentStarts: segmentStarts)
  }
}
