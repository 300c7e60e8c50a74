/// A stretch of a track, from one place to another, both of which belong to it.
public struct TrackSpan: Hashable, Sendable {
  public var start: TrackPlace
  /// Not before the start.
  public var end: TrackPlace

  public init(_ start: TrackPlace, _ end: TrackPlace) {
    self.start = start
    self.end = end
  }

  /// The points of a range of indices, which must not be empty.
  init(_ range: Range<Int>) {
    self.init(TrackPlace(range.lowerBound), TrackPlace(range.upperBound - 1))
  }

  /// The indices of the track's own points in it; empty where it lies between two.
  public var points: Range<Int> {
    let first = start.isPoint ? start.index : start.index + 1
    return first..<max(first, end.index + 1)
  }

  /// The places that make a track of it: its points, and its ends where those are none.
  var places: [TrackPlace] {
    var places: [TrackPlace] = []
    places.reserveCapacity(points.count + 2)
    if !start.isPoint { places.append(start) }
    for index in points { places.append(TrackPlace(index)) }
    if !end.isPoint, end != start { places.append(end) }
    return places
  }
}
