import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Cuts a path in two at a point, which both have but at a break: the first keeps the item, the
  /// second is a new one with the same fields and groups.
  func split(_ id: ItemID, at key: Int64) throws {
    let path = try path(id)
    _ = try point(key, of: id)
    let columns = try columns(of: id)
    guard key != columns.keys.first, key != columns.keys.last else {
      throw LibraryError(
        .invalid,
        "\(path.name) cannot be split at its end; choose a point between the first and the last.",
        ids: [id])
    }
    let index = columns.keys.firstIndex(of: key) ?? 0
    try makePieces(columns.trackColumns.pieces(cutAt: [TrackPlace(index)]), of: id, columns)
  }

  /// A new path without points that has all the fields of another.
  func appendCopy(of path: Path, name: String) throws -> Int64 {
    try context.append(
      Path.self, count: 1,
      [
        .constant(\.name, name), .constant(\.notes, path.notes), .constant(\.kind, path.kind),
        .constant(\.symbol, path.symbol), .constant(\.colour, path.colour),
        .constant(\.comment, path.comment), .constant(\.details, path.details),
        .constant(\.type, path.type), .constant(\.created, now),
        .constant(\.source, path.source), .constant(\.number, path.number),
        .constant(\.links, path.links), .constant(\.kept, path.kept),
        .constant(\.position, path.position),
        .reference(\.importRecord, path.importRecord?.persistentModelID),
      ]
    ).lowerBound
  }

  /// Appends copies of the other paths' points to the first; the others go to the trash.
  ///
  /// The segments of a track stay apart. A route has one segment, so a joined route runs on. Where a
  /// path begins with the very point that the one before ends with, as after a split, the point is
  /// there once and the segment runs on, unless a break is asked for; where a line is asked for it
  /// always runs on, and segments without points between the two are gone.
  func join(_ ids: [ItemID], order: TrackJoin.Order, gap: TrackJoin.Gap) throws {
    var ids = ids.unique
    guard ids.count > 1 else {
      throw LibraryError(.invalid, "Joining needs two paths or more; name another.", ids: ids)
    }
    if order == .time {
      ids = TrackJoin.order(ids, try ids.map { try columns(of: $0).trackColumns })
    }
    let paths = try ids.map(path)
    try ids.forEach(requireInUse)
    let kind = PathKind(rawValue: paths[0].kind) ?? .track
    try gap.check(onto: ids[0], kind, paths[0].name)
    noteTitle("Join \(ids.count) paths as \(paths[0].name)")
    var groups: [ItemID] = []
    for (id, path) in zip(ids, paths).dropFirst() {
      try appendPoints(of: id, to: ids[0], isRoute: kind == .route, gap.onto(kind))
      groups += path.groups.map(\.itemID)
      path.trashed = now
      deleted.append(id)
    }
    try enter([ids[0]], into: groups.unique)
    paths[0].touch()
    noteChange(ids[0])
  }

  private func appendPoints(
    of other: ItemID, to id: ItemID, isRoute: Bool, _ gap: TrackJoin.Gap
  ) throws {
    let (source, target) = (try path(other), try path(id))
    let (last, first) = (try endPoint(of: id), try endPoint(of: other, .forward))
    let isContinued = try goesOn(id, with: other, gap)
    let isRunningOn = isContinued || gap == .line && last != nil && first != nil
    var segments = try SegmentList(target, used: try columns(of: id).segments)
    var added = try SegmentList(source, used: try columns(of: other).segments)
    let rebind = try rebinding(from: source, to: target)
    var lead = 0
    if gap == .line, !isRoute {
      lead = first?.segment ?? added.count
      let bare = Set((last.map { $0.segment + 1 } ?? 0)..<segments.count)
      let markup = segments.markup(of: bare) + added.markup(of: Set(0..<lead))
      _ = segments.remove(bare)
      _ = added.remove(Set(0..<lead))
      let lost = markup + (isRunningOn && segments.contradicts(added, rebind) ? 1 : 0)
      if lost > 0 {
        notes.append(
          "\(target.name) lost what the file kept of \(lost) "
            + "\(lost == 1 ? "segment" : "segments"), since it runs on as a line.")
      }
    }
    let shift = segments.count - (isRunningOn ? 1 : 0) - lead
    var next = (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep
    var skipped = isContinued ? 1 : 0
    let rows = PointRows(context)
    try rows.forEachPiece(of: other) { piece in
      let points = piece.rebinding(rebind).selecting(
        Array(skipped..<piece.count),
        segments: piece.segments[skipped...].map { isRoute ? 0 : $0 + shift })
      skipped = 0
      guard !points.isEmpty else { return }
      try rows.append(points, to: context.identifier(id), firstIndex: next)
      next += points.count * Waypoint.indexStep
    }
    guard !isRoute else { return }
    segments.append(added, isRunningOn: isRunningOn, rebind)
    try segments.store(in: target, used: try columns(of: id).segments)
  }

  /// Whether a path begins with the very point that another ends with, so that it goes on from there.
  ///
  /// - Parameter gap: Where a new segment begins unless the point is one, those that meet must have
  ///   the same kept of them, and nothing without points between them.
  func goesOn(_ id: ItemID, with other: ItemID, _ gap: TrackJoin.Gap) throws -> Bool {
    guard gap != .break, let last = try endPoint(of: id),
      let first = try endPoint(of: other, .forward)
    else { return false }
    let (target, source) = (try path(id), try path(other))
    let rebind = try rebinding(from: source, to: target)
    guard let end = try points(of: last), let start = try points(of: first)?.rebinding(rebind),
      end.ends(with: start)
    else { return false }
    guard gap == .shared else { return true }
    let segments = try SegmentList(target, used: try columns(of: id).segments)
    let added = try SegmentList(source, used: try columns(of: other).segments)
    return last.segment == segments.count - 1 && first.segment == 0
      && segments.runsOn(with: added, rebind)
  }

  /// A point with all that the store has of it.
  private func points(of point: Waypoint) throws -> GeoPoints? {
    let identifier = point.persistentModelID
    var found: GeoPoints?
    try PointRows(context).forEachPiece(where: #Predicate { $0.persistentModelID == identifier }) {
      _, points in
      found = points
    }
    return found
  }

  /// What makes the kept texts of one path mean the same in another.
  private func rebinding(from source: Path, to target: Path) throws -> (String) -> String {
    if source.importRecord === target.importRecord { return { $0 } }
    let items = StoredItems(context)
    guard let from = try source.importRecord.flatMap(items.header(of:)) else { return { $0 } }
    let to = try target.importRecord.flatMap(items.header(of:))
    return { KeptMarkup.rebound($0, from: from, to: to) }
  }
}

extension GeoPoints {
  /// The points with other kept texts.
  fileprivate func rebinding(_ rebind: (String) -> String) -> GeoPoints {
    guard !kept.isEmpty else { return self }
    return GeoPoints(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times,
      segments: segments, sensors: sensors, formats: formats, fields: fields,
      kept: kept.mapValues(rebind))
  }

  /// Whether the last of these points and the first of others are one, with all that is known of it
  /// but how its numbers were written.
  fileprivate func ends(with others: GeoPoints) -> Bool {
    guard !isEmpty, !others.isEmpty else { return false }
    let last = count - 1
    func sensor(_ points: GeoPoints, _ sensor: Int, _ index: Int) -> Double {
      points.sensors[sensor].isEmpty ? .nan : points.sensors[sensor][index]
    }
    return latitudes[last] == others.latitudes[0] && longitudes[last] == others.longitudes[0]
      && elevations[last].isSameValue(as: others.elevations[0])
      && times[last].isSameValue(as: others.times[0])
      && sensors.indices.allSatisfy {
        sensor(self, $0, last).isSameValue(as: sensor(others, $0, 0))
      }
      && fields[last] == others.fields[0] && kept[last] == others.kept[0]
  }
}
