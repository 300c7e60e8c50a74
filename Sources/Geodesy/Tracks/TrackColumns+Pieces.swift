/// Where a track is cut.
enum TrackCut {
  /// At a place, which both pieces keep.
  case at(TrackPlace)
  /// Between a point and the one before it: the way from one to the other is in neither piece.
  case before(Int)

  fileprivate var place: TrackPlace {
    switch self {
    case .at(let place): place
    case .before(let index): TrackPlace(index)
    }
  }
}

extension TrackColumns {
  /// The pieces of a track cut at places, each of which is the end of one and the start of the next.
  ///
  /// At a break nothing is shared: there the next piece begins with the next segment. Cuts at the
  /// ends of the track, and places it does not have, are passed over, so that no piece is a lone
  /// point which the track does not have as a segment.
  /// - Complexity: O(cuts · log cuts + segments).
  public func pieces(cutAt places: [TrackPlace]) -> [TrackSpan] {
    pieces(places.map { .at($0) })
  }

  /// The pieces of a track cut between points: each index begins a piece.
  ///
  /// - Complexity: O(cuts · log cuts + segments).
  public func pieces(cutBefore indices: [Int]) -> [TrackSpan] {
    pieces(indices.map { .before($0) })
  }

  func pieces(_ cuts: [TrackCut]) -> [TrackSpan] {
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

  /// Whether both pieces keep the place: not at the ends of a segment.
  private func isShared(_ cut: TrackCut, _ firstPoints: Set<Int>) -> Bool {
    guard case .at(let place) = cut else { return false }
    return !place.isPoint
      || !firstPoints.contains(place.index) && !firstPoints.contains(place.index + 1)
  }

  private func nextPiece(_ cut: TrackCut, _ firstPoints: Set<Int>) -> Int {
    guard case .at(let place) = cut, !firstPoints.contains(place.index) else {
      return cut.place.index
    }
    return place.index + 1
  }
}
