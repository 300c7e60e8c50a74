/// A track divided into a selected part and the remaining part.
public struct TrackCrop: Equatable, Sendable {
  public var inside: [TrackSpan]
  public var outside: [TrackSpan]

  public init(inside: [TrackSpan] = [], outside: [TrackSpan] = []) {
    self.inside = inside
    self.outside = outside
  }
}

extension TrackColumns {
  /// Divides the track into a range of points and the remaining points. A leg that connects the two
  /// parts belongs to neither part.
  ///
  /// - Parameter range: The index range of the points, which is clamped to the track.
  public func crop(points range: Range<Int>) -> TrackCrop {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return TrackCrop(outside: span.map { [$0] } ?? []) }
    let rest = [0..<range.lowerBound, range.upperBound..<count].filter { !$0.isEmpty }
    return TrackCrop(inside: [TrackSpan(range)], outside: rest.map { TrackSpan($0) })
  }

  /// Divides the track at two distances from its start. A cut may lie between two points. Both
  /// parts contain the positions at the cuts.
  ///
  /// - Parameter range: The distances from the start, in metres.
  /// - Complexity: O(*n*), where *n* is the number of points.
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

/// A builder that assembles a ``TrackCrop`` from the positions at which the track is cut.
struct CropParts {
  private(set) var crop = TrackCrop()
  private var start: TrackPlace
  private var isInside: Bool

  init(start: TrackPlace, isInside: Bool) {
    self.start = start
    self.isInside = isInside
  }

  mutating func cut(_ end: TrackPlace, _ next: TrackPlace) {
    close(end)
    start = next
    isInside.toggle()
  }

  mutating func close(_ end: TrackPlace) {
    if isInside {
      crop.inside.append(TrackSpan(start, end))
    } else {
      crop.outside.append(TrackSpan(start, end))
    }
  }
}
