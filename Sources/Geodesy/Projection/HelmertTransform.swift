import Foundation

/// A transformation from a national datum to WGS 84, which consists of three translations, three
/// small rotations (“position vector” convention) and a change of scale.
///
/// Source: Ordnance Survey, “A guide to coordinate systems in Great Britain” (2020), section 6.2.
/// Heights are taken as 0 on both ellipsoids. ``toWGS84(_:)`` is the exact inverse of
/// ``fromWGS84(_:)``: applying one after the other moves a position by less than a micrometre.
struct HelmertTransform: Sendable {
  /// The ellipsoid of the national datum.
  let spheroid: Spheroid
  /// The translations along the axes, in metres.
  let shift: EarthVector
  /// The change of scale, in millionths.
  var scaleMillionths = 0.0
  /// The rotations about the axes, in seconds of arc.
  var rotationSeconds = EarthVector.zero

  /// Converts a position from the national datum to WGS 84.
  func toWGS84(_ position: Coordinate) -> Coordinate {
    let vector = spheroid.vector(of: position)
    let turned = vector + rotation.cross(vector)
    var result = Spheroid.wgs84.coordinate(of: turned * scale + shift)
    // The heights and the approximate rotation make a difference of up to 2 mm on the way back.
    let again = fromWGS84(result)
    result.latitude += position.latitude - again.latitude
    result.longitude += position.longitude - again.longitude
    return result
  }

  /// Converts a position from WGS 84 to the national datum.
  func fromWGS84(_ position: Coordinate) -> Coordinate {
    let vector = (Spheroid.wgs84.vector(of: position) - shift) / scale
    return spheroid.coordinate(of: vector - rotation.cross(vector))
  }

  private var scale: Double { 1 + scaleMillionths / 1e6 }
  private var rotation: EarthVector { rotationSeconds * (.pi / 648_000) }
}

extension Spheroid {
  /// Returns the Earth-centred position of a coordinate on the ellipsoid's surface. Source:
  /// Ordnance Survey (2020), annex B, equations (B1) to (B5).
  func vector(of position: Coordinate) -> EarthVector {
    let normal = EarthVector(
      normalAtLatitude: position.latitude, longitude: position.longitude)
    let across =
      equatorialRadius / (1 - eccentricitySquared * normal.z * normal.z).squareRoot()
    return EarthVector(
      normal.x * across, normal.y * across, normal.z * across * (1 - eccentricitySquared))
  }

  /// Returns the geographic position of a point near the surface. The error is below a micrometre.
  /// Source: Bowring, “The accuracy of geodetic latitude and height equations”, Survey Review 28
  /// (1985) 202–206.
  func coordinate(of vector: EarthVector) -> Coordinate {
    let across = hypot(vector.x, vector.y)
    let reduced = atan2(vector.z * equatorialRadius, across * polarRadius)
    let (sine, cosine) = (sin(reduced), cos(reduced))
    let second = eccentricitySquared / (1 - eccentricitySquared)
    let latitude = atan2(
      vector.z + second * polarRadius * sine * sine * sine,
      across - eccentricitySquared * equatorialRadius * cosine * cosine * cosine)
    return Coordinate(
      latitude: latitude * 180 / .pi, longitude: atan2(vector.y, vector.x) * 180 / .pi)
  }
}
