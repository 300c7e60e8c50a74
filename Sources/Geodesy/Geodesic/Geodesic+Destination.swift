import Foundation

extension Geodesic {
  /// Solves the direct problem: returns the end point of the geodesic with the given start, initial
  /// bearing and length.
  ///
  /// - Parameter bearingDegrees: The bearing in degrees clockwise from north.
  ///   The bearing can be negative or exceed 360.
  /// - Parameter distanceMetres: The length of the geodesic in metres.
  ///   A negative length is measured backward, and a length over half the circumference continues
  ///   around the Earth.
  /// - Returns: The coordinate, with its longitude in −180…180.
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
    // On the auxiliary sphere the longitude increases with σ; whole turns cancel out at the end.
    let turn =
      atan2(sinAzimuth0 * to.sine, to.cosine) - atan2(sinAzimuth0 * from.sine, from.cosine)
    let east = turn - series.longitudeDefect(from: from, to: to)
    let longitude = (start.longitude + east * 180 / .pi).remainder(dividingBy: 360)
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
