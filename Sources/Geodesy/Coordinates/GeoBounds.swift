/// A box between two parallels and two meridians, in degrees.
///
/// It runs eastward from `west` to `east`; where `west` is greater than `east` it crosses the
/// 180° meridian.
public struct GeoBounds: Hashable, Sendable, Codable {
  public var south: Double
  public var west: Double
  public var north: Double
  public var east: Double

  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// The smallest box around `coordinates`: of all boxes, the one that spans the fewest degrees
  /// of longitude, so that Fiji is one small box and not a belt round the earth.
  ///
  /// Coordinates that are not valid are passed over; nil when none is left. The box may exceed
  /// the smallest by less than a degree where it spans over 180°.
  /// - Complexity: O(*n*).
  public init?(_ coordinates: some Sequence<Coordinate>) {
    var extent = CoordinateExtent()
    for coordinate in coordinates {
      extent.include(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    guard let bounds = extent.bounds else { return nil }
    self = bounds
  }

  /// Whether the box crosses the 180° meridian.
  public var crossesAntimeridian: Bool { west > east }

  /// How many degrees of longitude the box spans, 0…360.
  public var widthDegrees: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// The middle in degrees, which is not the middle in metres.
  public var center: Coordinate {
    Coordinate(
      latitude: (south + north) / 2, longitude: Self.wrapped(west + widthDegrees / 2))
  }

  /// Whether the coordinate is in the box or on its edge.
  ///
  /// −180° and 180° are one meridian.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.isValid, (south...north).contains(coordinate.latitude) else { return false }
    return containsMeridian(coordinate.longitude)
  }

  /// The smallest box around both.
  public func union(_ other: GeoBounds) -> GeoBounds {
    let sides = Self.joined(self, other)
    return GeoBounds(
      south: min(south, other.south), west: sides.west, north: max(north, other.north),
      east: sides.east)
  }
}

extension GeoBounds {
  private func containsMeridian(_ longitude: Double) -> Bool {
    let isInside =
      crossesAntimeridian
      ? longitude >= west || longitude <= east : (west...east).contains(longitude)
    return isInside || (abs(longitude) == 180 && (abs(west) == 180 || abs(east) == 180))
  }

  private func spans(_ other: GeoBounds) -> Bool {
    eastward(from: west, to: other.west) + other.widthDegrees <= widthDegrees
  }

  private static func joined(
    _ first: GeoBounds, _ second: GeoBounds
  ) -> (west: Double, east: Double) {
    if first.spans(second) { return (first.west, first.east) }
    if second.spans(first) { return (second.west, second.east) }
    let reach = { (from: GeoBounds, to: GeoBounds) in
      eastward(from: from.west, to: to.west) + to.widthDegrees
    }
    let ahead = reach(first, second)
    let behind = reach(second, first)
    guard min(ahead, behind) < 360 else { return (-180, 180) }
    let isAhead =
      ahead == behind ? first.west <= second.west : ahead < behind
    return isAhead ? (first.west, second.east) : (second.west, first.east)
  }

  /// A longitude in −180…180.
  static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }
}

/// Degrees to travel eastward from one meridian to another, 0..<360.
private func eastward(from west: Double, to east: Double) -> Double {
  let degrees = east - west
  return degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
}
