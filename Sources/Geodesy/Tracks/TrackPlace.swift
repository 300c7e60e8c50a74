/// A position on a track: one of its points, or a position on the leg to the next point.
public struct TrackPlace: Hashable, Comparable, Sendable {
  /// The index of the track's point at the position, or of the last point before the position.
  public var index: Int
  /// The position's distance along the leg from the indexed point to the next point of the same segment, as a
  /// fraction in 0..<1.
  public var fraction: Double

  public init(_ index: Int, fraction: Double = 0) {
    self.index = index
    self.fraction = fraction
  }

  /// Whether the position is a point of the track, where no interpolation is needed.
  public var isPoint: Bool { fraction == 0 }

  public static func < (first: TrackPlace, second: TrackPlace) -> Bool {
    first.index == second.index ? first.fraction < second.fraction : first.index < second.index
  }
}
