/// A place on a track: one of its points, or somewhere on the way to the next.
public struct TrackPlace: Hashable, Comparable, Sendable {
  /// The point, or the one before the place.
  public var index: Int
  /// The part of the way to the next point of the same segment that is behind, 0..<1.
  public var fraction: Double

  public init(_ index: Int, fraction: Double = 0) {
    self.index = index
    self.fraction = fraction
  }

  /// Whether it is a point of the track and nothing has to be interpolated.
  public var isPoint: Bool { fraction == 0 }

  public static func < (first: TrackPlace, second: TrackPlace) -> Bool {
    first.index == second.index ? first.fraction < second.fraction : first.index < second.index
  }
}
