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
  /// always runs on.
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
      try appendPoints(
        of: id, to: ids[0], isRoute: kind == .route, gap)
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
    let last = try lastPoint(of: id)
    var next = (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep
    var segments = try SegmentList(target, used: try columns(of: id).segments)
    let added = try SegmentList(source, used: try columns(of: other).segments)
    let rebind = try rebinding(from: source, to: target)
    let rows = PointRows(context)
    let end = try last.flatMap { try points(of: $0) }
    var isFirst = true
    var isRunningOn = false
    try rows.forEachPiece(of: other) { piece in
      var points = piece.rebinding(rebind)
      if isFirst {
        isFirst = false
        let isTold = end?.ends(with: points) ?? false
        let isNext =
          isRoute
          || gap != .break && last?.segment == segments.count - 1
            && points.segments[0] == 0
        isRunningOn =
          isNext && (isTold && (isRoute || segments.runsOn(with: added, rebind)) || gap == .line)
        if isTold, isRunningOn { points = points.selecting(Array(1..<points.count)) }
      }
      guard !points.isEmpty else { return }
      let shift = segments.count - (isRunningOn ? 1 : 0)
      points = points.selecting(
        Array(0..<points.count), segments: points.segments.map { isRoute ? 0 : $0 + shift })
      try rows.append(points, to: context.identifier(id), firstIndex: next)
      next += points.count * Waypoint.indexStep
    }
    guard !isRoute else { return }
    segments.append(added, isRunningOn: isRunningOn, rebind)
    try segments.store(in: target, used: try columns(of: id).segments)
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

  /// Whether the last of these points and the first of others are one, with all that is known of it.
  fileprivate func ends(with others: GeoPoints) -> Bool {
    guard !isEmpty, !others.isEmpty else { return false }
    let last = count - 1
    func isSame(_ one: Double, _ other: Double) -> Bool {
      one == other || one.isNaN && other.isNaN
    }
    func sensor(_ points: GeoPoints, _ sensor: Int, _ index: Int) -> Double {
      points.sensors[sensor].isEmpty ? .nan : points.sensors[sensor][index]
    }
    return latitudes[last] == others.latitudes[0] && longitudes[last] == others.longitudes[0]
      && isSame(elevations[last], others.elevations[0]) && isSame(times[last], others.times[0])
      && sensors.indices.allSatisfy { isSame(sensor(self, $0, last), sensor(others, $0, 0)) }
      && (formats.last?.rawValue ?? 0) == (others.formats.first?.rawValue ?? 0)
      && fields[last] == others.fields[0] && kept[last] == others.kept[0]
  }
}
