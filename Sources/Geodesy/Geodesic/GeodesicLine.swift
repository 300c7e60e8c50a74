/// The shortest line between two coordinates: how long, and where it heads at either end.
public struct GeodesicLine: Hashable, Sendable {
  public var distanceMetres: Double
  /// The bearing at the start, clockwise from north, 0..<360.
  public var initialBearingDegrees: Double
  /// The bearing on arrival, in the direction of travel, 0..<360.
  public var finalBearingDegrees: Double

  public init(
    distanceMetres: Double, initialBearingDegrees: Double, finalBearingDegrees: Double
  ) {
    self.distanceMetres = distanceMetres
    self.initialBearingDegrees = initialBearingDegrees
    self.finalBearingDegrees = finalBearingDegrees
  }
}
