import Foundation

extension Geodesic {
  /// Where the geodesic leads that starts with this bearing and has this length.
  ///
  /// - Parameters:
  ///   - bearingDegrees: Clockwise from north; any number of turns.
  ///   - distanceMetres: Negative goes backward; beyond half round the earth goes on.
  /// - Returns: A coordinate with its longitude in −180…180.
  public static func destination(
    from start: Coordinate, bearingDegrees: Double, distanceMetres: Double
  ) -> Coordinate {
    let reduced = ReducedLatitude(degrees: start.latitude)
    let (sinBearing, cosBearing) = sineAndCosine(degrees: bearingDegrees)
    let sinAzimuth0 = sinBearing * reduced.cosine
    let series = GeodesicSeries(sinAzimuth0: sinAzimuth0)
    let from = GeodesicSeries.Arc(sine: reduced.sine, cosine: cosBearing * reduced.cosine)
    let to = series.arc(from: from, metres: distanceMetres)
    let cosAzimuth0 = hypot(cosBearing, sinBearing * reduced.sine)
    let along = cosAzimuth0 * to.cosine
    let latitude = ReducedLatitude.degrees(
      sine: cosAzimuth0 * to.sine, cosine: hypot(sinAzimuth0, along))
    // On the auxiliary sphere the longitude turns with σ; whole turns fall away in the end.
    let turn =
      atan2(sinAzimuth0 * to.sine, to.cosine) - atan2(sinAzimuth0 * from.sine, from.cosine)
    let east = turn - series.longitudeDefect(from: from, to: to)
    let longitude = (start.longitude + east * 180 / .pi).remainder(dividingBy: 360)
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
