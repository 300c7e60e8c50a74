/// A track parted in what is wanted and the rest; together they are the whole.
public struct TrackCrop: Equatable, Sendable {
  public var inside: [TrackSpan]
  public var outside: [TrackSpan]

  public init(inside: [TrackSpan] = [], outside: [TrackSpan] = []) {
    self.inside = inside
    self.outside = outside
  }
}

extension TrackColumns {
  /// The points of a range of indices, and the others; the legs between are in neither.
  ///
  /// - Parameter range: What is beyond the track counts for nothing.
  public func crop(points range: Range<Int>) -> TrackCrop {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return TrackCrop(outside: span.map { [$0] } ?? []) }
    let rest = [0..<range.lowerBound, range.upperBound..<count].filter { !$0.isEmpty }
    return TrackCrop(inside: [TrackSpan(range)], outside: rest.map { TrackSpan($0) })
  }

  /// What lies between two distances from the start, to the very metre: both parts keep the places
  /// at its ends.
  ///
  /// - Parameter range: Metres.
  /// - Complexity: O(*n*).
  public func crop(metres range: ClosedRange<Double>) -> TrackCrop {
    let ruler = TrackRuler(self)
    guard range.lowerBound <= ruler.length, range.upperBound >= 0,
      let start = ruler.place(atMetres: range.lowerBound), let whole = span
    else { return TrackCrop(outside: span.map { [$0] } ?? []) }
    let end =
      range.upperBound >= ruler.length
      ? whole.end : max(ruler.place(atMetres: range.upperBound) ?? whole.end, start)
    guard start < end else {
      return TrackCrop(inside: [TrackSpan(start, end)], outside: pieces(cutAt: [start]))
    }
    let parts = pieces(cutAt: [start, end])
    let isInside = { (part: TrackSpan) in part.start >= start && part.end <= end }
    return TrackCrop(inside: parts.filter(isInside), outside: parts.filter { !isInside($0) })
  }
}
