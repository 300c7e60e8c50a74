import Foundation

/// The measurements of one track segment.
public struct SegmentMeasures: Equatable, Sendable {
  public var points: Int
  /// The geodesic length on WGS 84, in metres.
  public var lengthMetres: Double
  /// The earliest point time in the segment. Nil if no point has a time.
  public var timeFirst: Date?
  /// The latest point time in the segment. Nil if no point has a time.
  public var timeLast: Date?

  public init(points: Int, lengthMetres: Double, timeFirst: Date? = nil, timeLast: Date? = nil) {
    self.points = points
    self.lengthMetres = lengthMetres
    self.timeFirst = timeFirst
    self.timeLast = timeLast
  }
}
