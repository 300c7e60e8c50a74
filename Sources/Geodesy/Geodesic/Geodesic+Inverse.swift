import Foundation

extension Geodesic {
  /// The shortest line between two coordinates.
  ///
  /// Where several are shortest, one of them: between points of the equator that are nearly
  /// opposite, the one over the north. Bearings at a pole are those of the given longitude; of
  /// coinciding points 0.
  public static func inverse(from start: Coordinate, to end: Coordinate) -> GeodesicLine {
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
    let problem = InverseProblem(
      startLatitude: start.latitude, endLatitude: end.latitude, east: east)
    return problem.line
  }
}
