/// A position on a track: one of its points, or a position on the leg to the next point.
public struct TrackPlace: Hashable, Comparable, Sendable {
  /// The index of the track point at the position or, between two points, of the point before the
  /// position.
  public var index: Int
  /// The distance between the indexed point and the position, as a fraction (0..<1) of the leg to
  /// the next point in the segment.
  public var fraction: Double

  public init(_ index: Int, fraction: Double = 0) {
    self.index = index
    self.fraction = fraction
  }

  /// Whether the position is a track point, so that no interpolation is needed.
  public var isPoint: Bool { fraction == 0 }

  public static func < (first: TrackPlace, second: TrackPlace) -> Bool {
    first.index == second.index ? first.fraction < second.fraction : first.index < second.index
  }
}
