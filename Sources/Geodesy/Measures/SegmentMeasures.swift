import Foundation

/// What one unbroken stretch of a track amounts to.
public struct SegmentMeasures: Equatable, Sendable {
  public var points: Int
  /// Geodesic, on WGS 84.
  public var lengthMetres: Double
  /// The earliest time of any point; nil when none has one.
  public var timeFirst: Date?
  /// The latest time of any point.
  public var timeLast: Date?

  public init(points: Int, lengthMetres: Double, timeFirst: Date? = nil, timeLast: Date? = nil) {
    self.points = points
    self.lengthMetres = lengthMetres
    self.timeFirst = timeFirst
    self.timeLast = timeLast
  }
}
