import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension EditSession {
  /// Cuts a path in two that share a point: the first keeps the item, the second is a new one with
  /// the same fields and groups.
  func split(_ id: ItemID, at key: Int64) throws {
    let path = try path(id)
    let point = try point(key, of: id)
    let columns = try columns(of: id)
    guard key != columns.keys.first, key != columns.keys.last else {
      throw LibraryError(
        .invalid,
        "\(path.name) cannot be split at its end; choose a point between the first and the last.",
        ids: [id])
    }
    let second = ItemID(.path, try appendCopy(of: path, name: "\(path.name) (2)"))
    let (from, to) = (context.identifier(id), context.identifier(second))
    let (index, segment) = (point.index, point.segment)
    try context.update(
      Waypoint.self, [.set(\.path, to: to)],
      where: #Predicate { $0.path?.persistentModelID == from && $0.index > index })
    let shared = context.identifier(of: Waypoint.self, key: key)
    let rows = PointRows(context)
    try rows.forEachPiece(where: #Predicate { $0.persistentModelID == shared }) { _, points in
      try rows.append(points, to: to, firstIndex: index)
    }
    try splitSegments(of: path, columns, at: segment, second)
    let groups = path.groups.map { ItemID(.group, $0.persistentModelID.primaryKey) }
    _ = try link([second], to: groups)
    path.touch()
    noteChange(id)
    created.append(second)
    noteTitle("Split \(path.name)")
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

  /// Shares the segments out; the one that is cut is in both halves, with what is kept of it.
  private func splitSegments(
    of path: Path, _ columns: PathColumns, at segment: Int, _ second: ItemID
  ) throws {
    var segments = try SegmentList(path, used: columns.segments)
    let rest = segments.split(at: segment)
    if segment > 0 { try renumberSegments(of: second) { $0 - segment } }
    try segments.store(in: path, used: [Int64(segment)])
    try rest.store(in: try self.path(second), used: columns.segments.map { $0 - Int64(segment) })
  }

  /// Appends copies of the other paths' points to the first; the others go to the trash.
  ///
  /// The segments of a track stay apart. A route has one segment, so a joined route runs on.
  func join(_ ids: [ItemID]) throws {
    let ids = ids.unique
    guard ids.count > 1 else {
      throw LibraryError(.invalid, "Joining needs two paths or more; name another.", ids: ids)
    }
    let paths = try ids.map(path)
    noteTitle("Join \(ids.count) paths as \(paths[0].name)")
    var groups: [ItemID] = []
    for (id, path) in zip(ids, paths).dropFirst() {
      try appendPoints(of: id, to: ids[0], isRoute: paths[0].kind == PathKind.route.rawValue)
      groups += path.groups.map { ItemID(.group, $0.persistentModelID.primaryKey) }
      path.trashed = now
      deleted.append(id)
    }
    _ = try link([ids[0]], to: groups.unique)
    paths[0].touch()
    noteChange(ids[0])
  }

  private func appendPoints(of other: ItemID, to id: ItemID, isRoute: Bool) throws {
    let (source, target) = (try path(other), try path(id))
    let last = try lastPoint(of: id)
    var next = (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep
    var segments = try SegmentList(target, used: try columns(of: id).segments)
    let added = try SegmentList(source, used: try columns(of: other).segments)
    let first = segments.count
    let rebind = try rebinding(from: source, to: target)
    let rows = PointRows(context)
    try rows.forEachPiece(of: other) { points in
      let moved = GeoPoints(
        latitudes: points.latitudes, longitudes: points.longitudes, elevations: points.elevations,
        times: points.times, segments: points.segments.map { isRoute ? 0 : $0 + first },
        sensors: points.sensors, formats: points.formats, fields: points.fields,
        kept: points.kept.mapValues(rebind))
      try rows.append(moved, to: context.identifier(id), firstIndex: next)
      next += points.count * Waypoint.indexStep
    }
    guard !isRoute else { return }
    segments.append(added, rebind)
    try segments.store(in: target, used: try columns(of: id).segments)
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
