import Foundation

/// A stereographic map of the region around a pole, on which the pole lies at the origin.
///
/// The map has the same units as ``WebMercator``, and both maps have the same scale at
/// ``latitudeLimit``. The formulas apply to a sphere, as in ``WebMercator``. Source: Snyder, “Map
/// projections: a working manual”, USGS Professional Paper 1395 (1987), section 21.
public struct PolarMap: Hashable, Sendable {
  public enum Pole: Sendable {
    case north, south
  }

  /// The latitude, in degrees north or south, at which the map has the same scale as
  /// ``WebMercator``.
  public static let latitudeLimit = 85.0

  public let pole: Pole
  /// The longitude, in degrees, of the meridian that is vertical on the map, with north at the top.
  public let meridian: Double

  /// The scale at the pole.
  private static let poleScale: Double = {
    let half = (90 - latitudeLimit) * .pi / 360
    return cos(half) * cos(half) / cos(latitudeLimit * .pi / 180)
  }()

  public init(_ pole: Pole, meridian: Double) {
    self.pole = pole
    self.meridian = meridian
  }

  /// Projects a coordinate. The y coordinate grows downwards. The opposite pole is projected to a
  /// very distant point.
  public func project(_ coordinate: Coordinate) -> WorldPoint {
    let latitude = pole == .north ? coordinate.latitude : -coordinate.latitude
    let half = min(90 - latitude, 179) * .pi / 360
    let radius = Self.poleScale * tan(half) / .pi
    let angle = (coordinate.longitude - meridian) * .pi / 180
    return WorldPoint(
      x: radius * sin(angle), y: pole == .north ? radius * cos(angle) : -radius * cos(angle))
  }

  /// Returns the coordinate for a projected point. The longitude is between −180° and 180°.
  public func unproject(_ point: WorldPoint) -> Coordinate {
    let radius = (point.x * point.x + point.y * point.y).squareRoot()
    let latitude = 90 - 2 * atan(.pi * radius / Self.poleScale) * 180 / .pi
    let angle = atan2(point.x, pole == .north ? point.y : -point.y) * 180 / .pi
    let longitude = meridian + angle
    return Coordinate(
      latitude: pole == .north ? latitude : -latitude,
      longitude: longitude - 360 * ((longitude + 180) / 360).rounded(.down))
  }

  /// Returns the ground distance, in metres, that one unit of the map represents.
  public func metresPerUnit(atLatitude latitude: Double) -> Double {
    let half = (90 - (pole == .north ? latitude : -latitude)) * .pi / 360
    return 2 * .pi * Ellipsoid.primeVerticalRadius(sinLatitude: sin(latitude * .pi / 180))
      * cos(half) * cos(half) / Self.poleScale
  }
}
