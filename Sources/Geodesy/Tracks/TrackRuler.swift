/// A ruler along a track, which measures distances from the track's start and finds the positions
/// at given distances.
public struct TrackRuler: Sendable {
  /// The distance of each point from the track's start, measured along the track in metres. Gaps
  /// between segments are not counted.
  public let metres: [Double]
  private let firstPoints: Set<Int>

  /// Creates a ruler by computing each point's distance from the track's start.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  public init(_ columns: TrackColumns) {
    metres = TrackMeasures.cumulativeMetres(columns)
    firstPoints = Set(columns.segmentStarts)
  }

  /// The track's length in metres.
  public var length: Double { metres.last ?? 0 }

  /// Returns a position's distance from the track's start, measured along the track in metres.
  public func metres(at place: TrackPlace) -> Double {
    let start = metres[place.index]
    return place.isPoint ? start : start + (metres[place.index + 1] - start) * place.fraction
  }

  /// Returns the position at the given distance from the track's start, measured along the track.
  /// If several points have that distance, the method returns the first of them, except at a gap
  /// between segments, where it returns the point after the gap.
  ///
  /// - Parameter distance: The distance in metres, clamped to the length of the track.
  /// - Returns: The position, or nil if the track has no points.
  /// - Complexity: O(log *n*), where *n* is the number of points.
  public func place(atMetres distance: Double) -> TrackPlace? {
    guard let last = metres.indices.last else { return nil }
    let index = metres.firstIndexSorted { $0 >= distance }
    guard index <= last else { return TrackPlace(last) }
    guard metres[index] > distance, index > 0 else {
      var start = index
      while start < last, firstPoints.contains(start + 1), metres[start + 1] == metres[start],
        index > 0
      {
        start += 1
      }
      return TrackPlace(start)
    }
    let leg = metres[index] - metres[index - 1]
    let fraction = (distance - metres[index - 1]) / leg
    return fraction < 1 ? TrackPlace(index - 1, fraction: fraction) : TrackPlace(index)
  }
}
