/// A bounding box between two parallels and two meridians, in degrees.
///
/// The box extends from `west` eastward to `east` and crosses the 180° meridian if `west` is
/// greater than `east`.
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

  /// Creates the bounding box around the given coordinates that spans the fewest degrees of
  /// longitude. For example, Fiji gets a small box, not a belt around the Earth.
  ///
  /// Invalid coordinates are ignored. The initializer fails if no coordinate is valid. A box that
  /// spans more than 180° can be wider than the smallest box by less than one degree.
  /// - Complexity: O(*n*), where *n* is the number of coordinates.
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

  /// The box's width in degrees of longitude, 0…360.
  public var widthDegrees: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// The coordinate at the middle latitude and the middle longitude of the box, which is not
  /// necessarily halfway between the edges in metres.
  public var center: Coordinate {
    Coordinate(
      latitude: (south + north) / 2, longitude: Self.wrapped(west + widthDegrees / 2))
  }

  /// Returns whether a coordinate is in the box or on its edge.
  ///
  /// The test treats the meridians −180° and 180° as the same meridian.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.isValid, (south...north).contains(coordinate.latitude) else { return false }
    return containsMeridian(coordinate.longitude)
  }

  /// Returns the smallest box that contains both this box and the given box.
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

  /// Returns a longitude in −360…360, normalised to −180…180.
  package static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }
}

/// Returns the eastward angle from one meridian to another, in degrees, 0..<360.
private func eastward(from west: Double, to east: Double) -> Double {
  let degrees = east - west
  return degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
}
