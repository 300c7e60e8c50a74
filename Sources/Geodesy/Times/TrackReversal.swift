/// What becomes of the times of a track that is turned round.
public enum ReversedTimes: String, CaseIterable, Sendable {
  /// The way back takes as long and begins when the way there did: each leg keeps its duration, and
  /// times still run forward.
  case mirrored
  /// None are left, since nobody went that way then.
  case stripped
}

extension TrackSelection {
  /// The points of a track from its last to its first, in their segments.
  ///
  /// - Complexity: O(*n*).
  public init(reversing columns: TrackColumns) {
    self.init(
      places: (0..<columns.count).reversed().map { TrackPlace($0) },
      segmentStarts: columns.segments.reversed().map { columns.count - $0.upperBound })
  }
}

extension TrackColumns {
  /// The track from its last point to its first, segments too.
  ///
  /// - Complexity: O(*n*).
  public func reversed(times mode: ReversedTimes = .mirrored) -> TrackColumns {
    var result = TrackSelection(reversing: self).columns(of: self)
    switch mode {
    case .stripped: result.times = Array(repeating: .nan, count: count)
    case .mirrored:
      let first = times.reduce(Double.infinity) { $1 < $0 ? $1 : $0 }
      let last = times.reduce(-Double.infinity) { $1 > $0 ? $1 : $0 }
      result.times = result.times.map { first + (last - $0) }
    }
    return result
  }
}
