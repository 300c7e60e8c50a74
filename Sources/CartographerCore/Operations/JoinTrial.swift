import Geodesy

/// What joining paths would make.
package struct JoinTrial: Sendable {
  /// In the order they would follow each other; the first keeps its id and name.
  package let order: [ItemID]
  /// Between each and the next.
  package let seams: [TrackJoin.Seam]
  /// Paths recorded at the same time, by their places in what was asked for.
  package let overlaps: [TrackJoin.Overlap]
  package let measures: TrackMeasures
}

extension TrackJoin {
  /// Items in the order of the beginnings of their tracks; those without times last.
  static func order(_ ids: [ItemID], _ tracks: [TrackColumns]) -> [ItemID] {
    let parts = TrackJoin(tracks, order: .time).parts.map { ids[$0.track] }
    return parts + ids.filter { !parts.contains($0) }
  }
}

extension Library {
  /// What joining paths would make; nothing is changed.
  ///
  /// - Throws: As ``apply(_:)`` of the join would.
  package nonisolated func trial(
    ofJoining ids: [ItemID], order: TrackJoin.Order, gap: TrackJoin.Gap?
  ) async throws -> JoinTrial {
    let ids = ids.unique
    guard ids.count > 1 else {
      throw LibraryError(.invalid, "Joining needs two paths or more; name another.", ids: ids)
    }
    var tracks: [TrackColumns] = []
    for id in ids {
      guard let geometry = try await geometries(of: [id]).first else {
        throw LibraryError.missing(id)
      }
      tracks.append(geometry.columns)
    }
    let join = TrackJoin(tracks, order: order, gap: gap ?? .segment)
    return JoinTrial(
      order: order == .time ? TrackJoin.order(ids, tracks) : ids, seams: join.seams,
      overlaps: join.overlaps, measures: TrackMeasures(join.columns(of: tracks)))
  }
}
