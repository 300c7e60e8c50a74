/// The position of a cut in a track.
enum TrackCut {
  /// A cut at a position, which both pieces contain.
  case at(TrackPlace)
  /// A cut between a point and the previous one; the leg between them is in neither piece.
  case before(Int)

  fileprivate var place: TrackPlace {
    switch self {
    case .at(let place): place
    case .before(let index): TrackPlace(index)
    }
  }
}

extension TrackColumns {
  /// Returns the pieces of a track cut at positions, each of which ends one piece and starts the
  /// next.
  ///
  /// A cut at a gap between segments is shared by no pieces: the next piece begins with the next
  /// segment. Cuts at the ends of the track, and positions outside it, are ignored, so that no
  /// piece is a single point unless the track has it as a segment.
  /// - Complexity: O(cuts · log cuts + segments).
  public func pieces(cutAt places: [TrackPlace]) -> [TrackSpan] {
    pieces(places.map { .at($0) })
  }

  /// Returns the pieces of a track cut between points; each index begins a piece.
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

  /// Returns whether both pieces contain the position of a cut; false at the ends of a segment.
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
