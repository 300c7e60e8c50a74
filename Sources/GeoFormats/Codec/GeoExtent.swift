import Geodesy

/// The ranges of a file's positions, elevations and times. NaN values are ignored.
struct GeoExtent {
  private var south = Double.infinity
  private var north = -Double.infinity
  private var west = Double.infinity
  private var east = -Double.infinity
  private var lowest = Double.infinity
  private var highest = -Double.infinity
  private var earliest = Double.infinity
  private var latest = -Double.infinity

  /// The bounding box in degrees. Nil if the file contains no positions.
  var bounds: GeoBounds? {
    south <= north ? GeoBounds(south: south, west: west, north: north, east: east) : nil
  }

  /// The range of track point elevations, in metres. Nil if no track point has an elevation.
  var elevations: ClosedRange<Double>? { lowest <= highest ? lowest...highest : nil }

  /// The range of track point times, in seconds since 2001-01-01T00:00:00Z. Nil if no track point
  /// has a time.
  var times: ClosedRange<Double>? { earliest <= latest ? earliest...latest : nil }

  @inline(__always)
  mutating func add(latitude: Double, longitude: Double) {
    if latitude < south { south = latitude }
    if latitude > north { north = latitude }
    if longitude < west { west = longitude }
    if longitude > east { east = longitude }
  }

  @inline(__always)
  mutating func add(elevation: Double, time: Double) {
    if elevation < lowest { lowest = elevation }
    if elevation > highest { highest = elevation }
    if time < earliest { earliest = time }
    if time > latest { latest = time }
  }
}
