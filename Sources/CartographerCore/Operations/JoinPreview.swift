import Geodesy

/// The preview of joining several paths.
package struct JoinPreview: Sendable {
  /// A path to be joined.
  package struct InputPath: Sendable {
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

  /// The gap between a path and the next nonempty path.
  package struct Seam: Sendable {
    package var id: ItemID
    package var metres: Double
    /// The gap's duration in seconds. Nil if either end has no time. A negative value means that
    /// the next path begins before the end of this path.
    package var seconds: Double?
    /// Whether the path's last point equals the next path's first point. If so, the joined path
    /// contains this point only once.
    package var isOnePoint: Bool

    /// Whether the gap is longer than 1 km. A long gap suggests that the paths do not belong
    /// together or are in the wrong order.
    package var isFar: Bool { metres > 1_000 }
    /// Whether the gap is longer than one hour. Such a gap suggests that the paths were not
    /// recorded together.
    package var isLong: Bool { seconds ?? 0 > 3_600 }
  }

  /// The paths in the order in which they are joined. The joined path has the first path's id and
  /// name.
  package let order: [ItemID]
  package let seams: [Seam]
  /// The pairs of paths whose times overlap, as indexes in the list of paths to be joined.
  package let overlaps: [TrackJoin.Overlap]
  package let columns: TrackColumns
  /// For each path except the first, the index of its first point in the joined path.
  package let joints: [Int]
  package let measures: TrackMeasures

  /// Computes the preview of joining several paths.
  ///
  /// - Parameter goesOn: A closure that returns whether a path continues the preceding path.
  ///   A point shared by a path and its continuation is kept only once. The closure is called only
  ///   if the last point of a path and the first point of the next path have equal column values.
  ///   The default closure always returns true. The actual join also compares the other stored
  ///   fields, and may therefore result in more points and segments.
  /// - Throws: ``LibraryError`` for fewer than two paths, or if a joined route would have a break.
  /// - Complexity: O(*n*), where *n* is the number of points in all paths.
  package init(
    _ paths: [InputPath], order: TrackJoin.Order, gap: TrackJoin.Gap, thresholdMetres: Double = 5,
    goesOn: (_ earlier: ItemID, _ later: ItemID, TrackJoin.Gap) throws -> Bool = { _, _, _ in true }
  ) throws {
    let tracks = paths.map(\.columns)
    let ids = order == .time ? TrackJoin.order(paths.map(\.id), tracks) : paths.map(\.id)
    guard paths.count > 1, let first = paths.first(where: { $0.id == ids[0] }) else {
      throw LibraryError(
        .invalid, "Joining needs at least two paths; specify another path.", ids: ids)
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
  /// Returns the given items, sorted by the start times of their tracks. Tracks without times come
  /// last.
  static func order(_ ids: [ItemID], _ tracks: [TrackColumns]) -> [ItemID] {
    let parts = TrackJoin(tracks, order: .time).parts.map { ids[$0.track] }
    return parts + ids.filter { !parts.contains($0) }
  }
}

extension TrackJoin.Gap {
  /// Returns the gap mode that applies to a kind of path. The mode is always `line` for a route,
  /// which has no segments.
  func onto(_ kind: PathKind) -> TrackJoin.Gap { kind == .route ? .line : self }

  /// Checks that the gap mode is allowed for a kind of path.
  ///
  /// - Throws: ``LibraryError`` if joining would create a break between segments in a route.
  ///   Routes do not have segments.
  func check(onto id: ItemID, _ kind: PathKind, _ name: String) throws {
    guard self == .break, kind == .route else { return }
    throw LibraryError(
      .invalid,
      """
      \(name) is a route, and routes cannot have breaks; join the paths with a line, or convert \
      the route to a track first.
      """, ids: [id])
  }
}

extension Library {
  /// Returns the preview of joining paths, without changing the library.
  ///
  /// - Throws: The errors that ``apply(_:)`` would throw for the same join.
  package nonisolated func preview(
    ofJoining ids: [ItemID], order: TrackJoin.Order, gap: TrackJoin.Gap
  ) async throws -> JoinPreview {
    let known = try await Dictionary(
      uniqueKeysWithValues: snapshot(of: ids).paths.map { ($0.id, $0) })
    var paths: [JoinPreview.InputPath] = []
    for id in ids.unique {
      guard let path = known[id], let geometry = try await geometries(of: [id]).first else {
        throw LibraryError.missing(id)
      }
      if path.trashed != nil { throw LibraryError.inTrash(id, path.name) }
      paths.append(
        JoinPreview.InputPath(id: id, name: path.name, kind: path.kind, columns: geometry.columns))
    }
    let session = EditSession(container, clock: clock)
    return try JoinPreview(paths, order: order, gap: gap) { earlier, later, gap in
      try LibraryError.translating { try session.goesOn(earlier, with: later, gap) }
    }
  }
}
