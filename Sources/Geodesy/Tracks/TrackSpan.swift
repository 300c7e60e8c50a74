/// A continuous part of a track, from one position to another, including both positions.
public struct TrackSpan: Hashable, Sendable {
  public var start: TrackPlace
  /// The end of the span, at or after its start.
  public var end: TrackPlace

  public init(_ start: TrackPlace, _ end: TrackPlace) {
    self.start = start
    self.end = end
  }

  /// Creates the span for a non-empty range of points.
  init(_ range: Range<Int>) {
    self.init(TrackPlace(range.lowerBound), TrackPlace(range.upperBound - 1))
  }

  /// The indices of the track's points in the span. The range is empty if the span lies between two
  /// points.
  public var points: Range<Int> {
    let first = start.isPoint ? start.index : start.index + 1
    return first..<max(first, end.index + 1)
  }

  /// The positions of the span's points, plus each end of the span that lies between two points.
  var places: [TrackPlace] {
    var places: [TrackPlace] = []
    places.reserveCapacity(points.count + 2)
    if !start.isPoint { places.append(start) }
    for index in points { places.append(TrackPlace(index)) }
    if !end.isPoint, end != start { places.append(end) }
    return places
  }
}
