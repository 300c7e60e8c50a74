/// The projection of the British National Grid (OSGB36): a transverse Mercator projection combined
/// with a seven-parameter transformation.
///
/// Source: Ordnance Survey, “A guide to coordinate systems in Great Britain” (2020), section 6.6
/// and annex A. The transformation is within about 5 m of surveyed positions; the grid OSTN15,
/// which is exact, is not included.
package enum BritishProjection {
  private static let projection = TransverseMercator(
    .airy1830, centralMeridian: -2, scale: 0.999_601_271_7)
  /// The projected distance of the grid's origin from the equator, in metres. The origin is 400 km
  /// west of the central meridian and 100 km north of latitude 49°.
  private static let northOfEquator =
    projection.project(Coordinate(latitude: 49, longitude: -2)).north + 100_000
  private static let datum = HelmertTransform(
    spheroid: .airy1830, shift: EarthVector(446.448, -125.157, 542.06),
    scaleMillionths: -20.4894, rotationSeconds: EarthVector(0.1502, 0.247, 0.8421))

  /// Returns the easting and northing of a WGS 84 position, in metres.
  package static func project(_ position: Coordinate) -> (easting: Double, northing: Double) {
    project(onAiry: datum.fromWGS84(position))
  }

  /// Returns the easting and northing, in metres, of a position in the OSGB36 datum.
  package static func project(onAiry position: Coordinate) -> (easting: Double, northing: Double) {
    let (east, north) = projection.project(position)
    return (east + 400_000, north - northOfEquator)
  }

  /// Returns the WGS 84 position with the given easting and northing, in metres.
  package static func position(easting: Double, northing: Double) -> Coordinate {
    datum.toWGS84(
      projection.position(east: easting - 400_000, north: northing + northOfEquator))
  }
}
