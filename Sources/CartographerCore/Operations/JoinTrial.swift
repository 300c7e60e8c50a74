import Geodesy

/// What joining paths would make.
package struct JoinTrial: Sendable {
  /// A path that is to be joined.
  package struct Path: Sendable {
    package var id: ItemID
    package var name: String
    package var kind: PathKind
    package var columns: TrackColumns

    package init(id: ItemID, name: String, kind: PathKind, columns: TrackColumns) {
      self.id = id
      self.name = name
      self.kind = kind
      self.columns = columns
    }
  }

  /// What is between a path and the next of those that have points.
  package struct Seam: Sendable {
    package var id: ItemID
    package var metres: Double
    /// Negative where the next begins before the path ends; nil where either end has no time.
    package var seconds: Double?
    /// Whether the end of one is the beginning of the other, and kept once.
    package var isOnePoint: Bool
  }

  /// In the order they would follow each other; the first keeps its id and name.
  package let order: [ItemID]
  package let seams: [Seam]
  /// Paths recorded at the same time, by their places in what was asked for.
  package let overlaps: [TrackJoin.Overlap]
  package let columns: TrackColumns
  /// The points of the whole that the second and each later path begins with.
  package let joints: [Int]
  package let measures: TrackMeasures

  /// - Parameter goesOn: Whether a path whose first point is the last of another, by what columns
  ///   say, is its continuation by all else that is known too. Where that is not asked, there may be
  ///   more points and segments in the end.
  /// - Throws: ``LibraryError`` for fewer than two paths, and a break onto a route.
  /// - Complexity: O(*n*) in the points.
  package init(
    _ paths: [Path], order: TrackJoin.Order, gap: TrackJoin.Gap, thresholdMetres: Double = 5,
    goesOn: (_ earlier: ItemID, _ later: ItemID, TrackJoin.Gap) throws -> Bool = { _, _, _ in true }
  ) throws {
    let tracks = paths.map(\.columns)
    let ids = order == .time ? TrackJoin.order(paths.map(\.id), tracks) : paths.map(\.id)
    guard paths.count > 1, let first = paths.first(where: { $0.id == ids[0] }) else {
      throw LibraryError(.invalid, "Joining needs two paths or more; name another.", ids: ids)
    }
    try gap.check(onto: first.id, first.kind, first.name)
    let isRoute = first.kind == .route
    let join = try TrackJoin(tracks, order: order, gap: gap.onto(first.kind)) { earlier, later in
      try goesOn(paths[earlier].id, paths[later].id, gap.onto(first.kind))
    }
    var columns = join.columns(of: tracks)
    if isRoute { columns.segmentStarts = [0] }
    self.order = ids
    self.columns = columns
    seams = zip(zip(join.parts, join.parts.dropFirst()), join.seams).map { parts, seam in
      Seam(
        id: paths[parts.0.track].id, metres: seam.metres, seconds: seam.seconds,
        isOnePoint: parts.1.points.lowerBound > 0)
    }
    overlaps = join.overlaps
    var total = 0
    joints = join.parts.dropLast().map { part in
      total += part.points.count
      return min(total, max(columns.count - 1, 0))
    }
    measures = TrackMeasures(columns, thresholdMetres: thresholdMetres)
  }
}

extension TrackJoin {
  /// Items in the order of the beginnings of their tracks; those without times last.
  static func order(_ ids: [ItemID], _ tracks: [TrackColumns]) -> [ItemID] {
    let parts = TrackJoin(tracks, order: .time).parts.map { ids[$0.track] }
    return parts + ids.filter { !parts.contains($0) }
  }
}

extension TrackJoin.Gap {
  /// A route has no segments, so there it is a line always.
  func onto(_ kind: PathKind) -> TrackJoin.Gap { kind == .route ? .line : self }

  /// - Throws: ``LibraryError`` for a break in a route, which has no segments.
  func check(onto id: ItemID, _ kind: PathKind, _ name: String) throws {
    guard self == .break, kind == .route else { return }
    throw LibraryError(
      .invalid,
      "\(name) is a route, which runs on without breaks; join with a line, or make it a track first.",
      ids: [id])
  }
}

extension Library {
  /// What joining paths would make; nothing is changed.
  ///
  /// - Throws: As ``apply(_:)`` of the join would.
  package nonisolated func trial(
    ofJoining ids: [ItemID], order: TrackJoin.Order, gap: TrackJoin.Gap
  ) async throws -> JoinTrial {
    let known = try await Dictionary(
      uniqueKeysWithValues: snapshot(of: ids).paths.map { ($0.id, $0) })
    var paths: [JoinTrial.Path] = []
    for id in ids.unique {
      guard let path = known[id], let geometry = try await geometries(of: [id]).first else {
        throw LibraryError.missing(id)
      }
      if path.trashed != nil { throw LibraryError.inTrash(id, path.name) }
      paths.append(
        JoinTrial.Path(id: id, name: path.name, kind: path.kind, columns: geometry.columns))
    }
    let session = EditSession(container, clock: clock)
    return try JoinTrial(paths, order: order, gap: gap) { earlier, later, gap in
      try LibraryError.translating { try session.goesOn(earlier, with: later, gap) }
    }
  }
}
