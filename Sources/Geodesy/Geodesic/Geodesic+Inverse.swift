import Foundation

extension Geodesic {
  /// Solves the inverse problem: returns the shortest line between two coordinates.
  ///
  /// If there are several shortest lines, the method returns one of them. Between nearly antipodal
  /// points on the equator, it returns the northern line. Bearings at a pole refer to the given
  /// longitude. The bearings for coinciding points are 0.
  public static func inverse(from start: Coordinate, to end: Coordinate) -> GeodesicLine {
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
    let problem = InverseProblem(
      startLatitude: start.latitude, endLatitude: end.latitude, east: east)
    return problem.line
  }
}
