/// A position at which a track is cut into pieces.
enum CutPosition {
  /// A cut at a position that belongs to both pieces.
  case at(TrackPlace)
  /// A cut between a point and the previous point. The leg between the two points is in neither
  /// piece.
  case before(Int)

  fileprivate var place: TrackPlace {
    switch self {
    case .at(let place): place
    case .before(let index): TrackPlace(index)
    }
  }
}

extension TrackColumns {
  /// Cuts the track at the given positions and returns the pieces. Each cut is the end of one piece
  /// and the start of the next.
  ///
  /// At a gap between segments, the two pieces do not share a position. Instead, the second piece
  /// begins with the next segment. Cuts at the ends of the track and cuts outside the track are
  /// ignored. A piece is therefore a single point only if a segment of the track consists of that
  /// point.
  /// - Complexity: O(*c* log *c* + *s*) for *c* cuts and *s* segments.
  public func pieces(cutAt places: [TrackPlace]) -> [TrackSpan] {
    pieces(places.map { .at($0) })
  }

  /// Cuts the track before the points at the given indices and returns the pieces. Each piece
  /// begins with one of these points.
  ///
  /// - Complexity: O(*c* log *c* + *s*) for *c* cuts and *s* segments.
  public func pieces(cutBefore indices: [Int]) -> [TrackSpan] {
    pieces(indices.map { .before($0) })
  }

  func pieces(_ cuts: [CutPosition]) -> [TrackSpan] {
    guard let whole = span else { return [] }
    let firstPoints = Set(segmentStarts)
    var pieces: [TrackSpan] = []
    var start = whole.start
    for cut in cuts.sorted(by: { $0.place < $1.place }) {
      let place = cut.place
      guard place > start, place < whole.end || !isShared(cut, firstPoints) else { continue }
      guard place.index < count else { continue }
      if isShared(cut, firstPoints) {
        guard place.isPoint || !firstPoints.contains(place.index + 1) else { continue }
        pieces.append(TrackSpan(start, place))
        start = place
      } else {
        let next = nextPiece(cut, firstPoints)
        guard next < count, TrackPlace(next - 1) >= start else { continue }
        pieces.append(TrackSpan(start, TrackPlace(next - 1)))
        start = TrackPlace(next)
      }
    }
    pieces.append(TrackSpan(start, whole.end))
    return pieces
  }

  /// Returns whether the pieces before and after a cut both contain the cut's position. At the ends
  /// of a segment, the pieces do not share the position.
  private func isShared(_ cut: CutPosition, _ firstPoints: Set<Int>) -> Bool {
    guard case .at(let place) = cut else { return false }
    return !place.isPoint
      || !firstPoints.contains(place.index) && !firstPoints.contains(place.index + 1)
  }

  private func nextPiece(_ cut: CutPosition, _ firstPoints: Set<Int>) -> Int {
    guard case .at(let place) = cut, !firstPoints.contains(place.index) else {
      return cut.place.index
    }
    return place.index + 1
  }
}
