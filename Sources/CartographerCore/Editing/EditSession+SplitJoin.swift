import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Splits a path into two paths at a point.
  ///
  /// Both parts contain the split point, unless the path is split at a break between segments. The
  /// first part remains the same item; the second part is a new item with the same fields, groups
  /// and itinerary days.
  func split(_ id: ItemID, at key: Int64) throws {
    let path = try path(id)
    _ = try point(key, of: id)
    let columns = try columns(of: id)
    guard key != columns.keys.first, key != columns.keys.last else {
      throw LibraryError(
        .invalid,
        "\(path.name) cannot be split at its first or last point; choose another point.",
        ids: [id])
    }
    let index = columns.keys.firstIndex(of: key) ?? 0
    try makePieces(columns.trackColumns.pieces(cutAt: [TrackPlace(index)]), of: id, columns)
  }

  /// Creates a copy of a path with a new name and without points. Returns the copy's database key.
  func appendCopy(of path: Path, name: String) throws -> Int64 {
    try context.append(
      Path.self, count: 1, copiedColumns(of: path) + [.constant(\.name, name)]
    ).lowerBound
  }

  /// Returns the column values shared by all copies of a path: the values of every column except
  /// the name and the segments.
  func copiedColumns(of path: Path) throws -> [BulkColumn<Path>] {
    [
      try .constant(\.notes, path.notes), try .constant(\.kind, path.kind),
      try .constant(\.symbol, path.symbol), try .constant(\.colour, path.colour),
      try .constant(\.comment, path.comment), try .constant(\.details, path.details),
      try .constant(\.type, path.type), try .constant(\.created, now),
      try .constant(\.source, path.source), try .constant(\.number, path.number),
      try .constant(\.links, path.links), try .constant(\.kept, path.kept),
      try .constant(\.position, path.position),
      .reference(\.importRecord, path.importRecord?.persistentModelID),
    ]
  }

  /// Joins paths: appends copies of all later paths' points to the first path, and moves the later
  /// paths to the trash.
  ///
  /// The segments of joined tracks stay separate. A route has one segment, so a joined route is
  /// continuous. If a path begins with the last point of the previous path, as after a split, the
  /// duplicate point is dropped and the segment continues. The gap mode `break` always begins a new
  /// segment. The gap mode `line` always continues the segment and removes empty segments between
  /// the two paths.
  func join(_ ids: [ItemID], order: TrackJoin.Order, gap: TrackJoin.Gap) throws {
    var ids = ids.unique
    guard ids.count > 1 else {
      throw LibraryError(
        .invalid, "Joining needs at least two paths; specify another path.", ids: ids)
    }
    if order == .time {
      ids = TrackJoin.order(ids, try ids.map { try columns(of: $0).trackColumns })
    }
    let paths = try ids.map(path)
    try ids.forEach(requireInUse)
    let kind = PathKind(rawValue: paths[0].kind) ?? .track
    try gap.check(onto: ids[0], kind, paths[0].name)
    noteTitle(ChangeTitle(.join, "\(Numbers.counted(ids.count, "path")) as \(paths[0].name)"))
    var whole = try JoinedPath(ids[0], in: self)
    for id in ids.dropFirst() {
      try append(id, to: &whole, isRoute: kind == .route, gap.onto(kind))
    }
    if kind != .route { try whole.segments.store(in: paths[0], used: whole.segmentsUsed) }
    try enter([ids[0]], into: paths.dropFirst().flatMap { $0.groups.map(\.itemID) }.unique)
    try removeStops(of: Array(ids.dropFirst()), joinedTo: ids[0])
    // Last, because each query above writes the unsaved changes to the store and rolls them back.
    for (id, path) in zip(ids, paths).dropFirst() {
      path.trashed = now
      deleted.append(id)
    }
    paths[0].touch()
    noteChange(ids[0])
  }

  /// Appends a path's points to the path being joined.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the appended path.
  ///   The running time does not depend on the number of points in the path being joined.
  private func append(
    _ other: ItemID, to whole: inout JoinedPath, isRoute: Bool, _ gap: TrackJoin.Gap
  ) throws {
    let (source, target) = (try path(other), try path(whole.id))
    let rebind = try rebinding(from: source, to: target)
    var added = try SegmentList(source, used: try columns(of: other).segments)
    let first = try pathEnd(of: other, .forward)
    let isContinued = whole.goesOn(with: first, added, gap, rebind)
    let isRunningOn = isContinued || gap == .line && whole.last != nil && first != nil
    var lead = 0
    if gap == .line, !isRoute {
      lead = first?.segment ?? added.count
      let bare = Set((whole.last.map { $0.segment + 1 } ?? 0)..<whole.segments.count)
      let markup = whole.segments.markup(of: bare) + added.markup(of: Set(0..<lead))
      _ = whole.segments.remove(bare)
      _ = added.remove(Set(0..<lead))
      let lost = markup + (isRunningOn && whole.segments.contradicts(added, rebind) ? 1 : 0)
      if lost > 0 {
        notes.append(
          """
          \(target.name) lost the preserved markup of \(lost) \
          \(lost == 1 ? "segment" : "segments"), since the paths were joined by a line.
          """)
      }
    }
    let shift = whole.segments.count - (isRunningOn ? 1 : 0) - lead
    var skipped = isContinued ? 1 : 0
    let rows = PointRows(context)
    try rows.forEachPiece(of: other) { piece in
      let points = piece.rebinding(rebind).selecting(
        Array(skipped..<piece.count),
        segments: piece.segments[skipped...].map { isRoute ? 0 : $0 + shift })
      skipped = 0
      guard !points.isEmpty else { return }
      try rows.append(points, to: context.identifier(whole.id), firstIndex: whole.nextIndex)
      whole.noteAppended(points)
    }
    if !isRoute { whole.segments.append(added, isRunningOn: isRunningOn, rebind) }
  }

  /// Returns whether path `other` continues the last segment of path `id`, given that the last
  /// point of `id` equals the first point of `other`.
  ///
  /// - Parameter gap: The rule that decides where a new segment begins.
  ///   With the rule `shared`, two segments are merged only if their preserved markup is equal and
  ///   no empty segment lies between them.
  func goesOn(_ id: ItemID, with other: ItemID, _ gap: TrackJoin.Gap) throws -> Bool {
    let source = try path(other)
    return try JoinedPath(id, in: self).goesOn(
      with: pathEnd(of: other, .forward),
      SegmentList(source, used: try columns(of: other).segments), gap,
      rebinding(from: source, to: path(id)))
  }

  /// Returns a path's first or last point with all stored fields. The result is nil for a path
  /// without points.
  func pathEnd(of id: ItemID, _ order: SortOrder) throws -> PathEnd? {
    guard let point = try endPoint(of: id, order), let points = try points(of: point) else {
      return nil
    }
    return PathEnd(points: points, index: point.index, segment: point.segment)
  }

  /// Returns a collection that contains only the given point, with all its stored fields. The
  /// result is nil if the point is not in the store.
  private func points(of point: Waypoint) throws -> GeoPoints? {
    let identifier = point.persistentModelID
    var found: GeoPoints?
    try PointRows(context).forEachPiece(where: #Predicate { $0.persistentModelID == identifier }) {
      _, points in
      found = points
    }
    return found
  }

  /// Returns a function that rewrites one path's preserved markup to use another path's namespace
  /// prefixes.
  private func rebinding(from source: Path, to target: Path) throws -> (String) -> String {
    if source.importRecord === target.importRecord { return { $0 } }
    let items = StoredItems(context)
    guard let from = try source.importRecord.flatMap(items.header(of:)) else { return { $0 } }
    let to = try target.importRecord.flatMap(items.header(of:))
    return { PreservedMarkup.rebound($0, from: from, to: to) }
  }
}
