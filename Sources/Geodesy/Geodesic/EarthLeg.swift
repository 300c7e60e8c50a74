import Foundation

/// The line on the ellipsoid between two points, for telling how far others are from it.
///
/// It is the section of the ellipsoid with the plane through both ends that is upright in their
/// middle. Between neighbours that is the geodesic to within micrometres; at 100 km it leaves it by
/// centimetres, at 1000 km by tens of metres.
struct EarthLeg {
  /// Turns the straight way between two points into that over the ground.
  private static let radius = 6_371_008.8

  let start: EarthVector
  let end: EarthVector
  /// At a right angle to the plane, of unit length; zero where the ends are one or opposite.
  private let side: EarthVector
  /// Forward along the ground at the start and at the end.
  private let ahead: EarthVector
  private let arrival: EarthVector

  init(_ start: EarthVector, _ end: EarthVector) {
    self.start = start
    self.end = end
    let upright = (start + end).upward.cross(end - start)
    let length = upright.length
    side = length > 0 ? upright / length : EarthVector()
    ahead = side.cross(start.upward)
    arrival = side.cross(end.upward)
  }

  /// Grows with the distance of a point from the line: the square of a straight way, in m².
  func measure(_ point: EarthVector) -> Double {
    let fromStart = point - start
    guard ahead.dot(fromStart) > 0 else { return fromStart.lengthSquared }
    let fromEnd = point - end
    guard arrival.dot(fromEnd) < 0 else { return fromEnd.lengthSquared }
    let aside = side.dot(fromStart)
    let square = aside * aside
    let cosine = max(0, 1 - square / (Self.radius * Self.radius)).squareRoot()
    return 2 * square / (1 + cosine)
  }

  /// Which part of the line is behind the place nearest to a point, 0…1.
  func fraction(nearestTo point: EarthVector) -> Double {
    let forward = ahead.dot(point - start)
    let backward = -arrival.dot(point - end)
    guard forward > 0 else { return 0 }
    guard backward > 0 else { return 1 }
    return forward / (forward + backward)
  }

  /// Metres over the ground of a ``measure(_:)``.
  static func metres(_ measure: Double) -> Double {
    2 * radius * asin(min(1, measure.squareRoot() / (2 * radius)))
  }
}

extension Geodesic {
  /// How far a place is from the line between two others, in metres: to the nearer end where none of
  /// the line is nearer.
  ///
  /// To within a millimetre for lines of kilometres; a line of 100 km is taken for one that is
  /// centimetres aside.
  public static func distanceMetres(
    from place: Coordinate, toLineFrom start: Coordinate, to end: Coordinate
  ) -> Double {
    let leg = EarthLeg(EarthVector(start), EarthVector(end))
    return EarthLeg.metres(leg.measure(EarthVector(place)))
  }
}

extension EarthVector {
  fileprivate init(_ coordinate: Coordinate) {
    self.init(surfaceAtLatitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}
