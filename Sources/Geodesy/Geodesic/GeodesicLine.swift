/// The shortest line between two coordinates, given by its length and by its bearings at both ends.
public struct GeodesicLine: Hashable, Sendable {
  public var distanceMetres: Double
  /// The line's bearing at its start, in degrees clockwise from north, 0..<360.
  public var initialBearingDegrees: Double
  /// The line's bearing at its end, in the direction of travel, in degrees clockwise from north,
  /// 0..<360.
  public var finalBearingDegrees: Double

  public init(
    distanceMetres: Double, initialBearingDegrees: Double, finalBearingDegrees: Double
  ) {
    self.distanceMetres = distanceMetres
    self.initialBearingDegrees = initialBearingDegrees
    self.finalBearingDegrees = finalBearingDegrees
  }
}
