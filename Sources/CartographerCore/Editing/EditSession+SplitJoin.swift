import CartographerModel
import Foundation
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
    let index = point.index
    try context.update(
      Waypoint.self, [.set(\.path, to: to)],
      where: #Predicate { $0.path?.persistentModelID == from && $0.index > index })
    try context.append(
      Waypoint.self, count: 1,
      [
        .constant(\.latitude, point.latitude), .constant(\.longitude, point.longitude),
        .constant(\.elevation, point.elevation), .constant(\.timestamp, point.timestamp),
        .constant(\.index, index), .constant(\.segment, point.segment), .reference(\.path, to),
      ])
    try closeSegments(second)
    let groups = path.groups.map { ItemID(.group, $0.persistentModelID.primaryKey) }
    _ = try link([second], to: groups)
    path.touch()
    noteChange(id)
    created.append(second)
    noteTitle("Split \(path.name)")
  }

  /// A new path without points that has all the fields of another.
  private func appendCopy(of path: Path, name: String) throws -> Int64 {
    try context.append(
      Path.self, count: 1,
      [
        .constant(\.name, name), .constant(\.notes, path.notes), .constant(\.kind, path.kind),
        .constant(\.symbol, path.symbol), .constant(\.colour, path.colour),
        .constant(\.comment, path.comment), .constant(\.details, path.details),
        .constant(\.type, path.type), .constant(\.created, creationTime()),
      ]
    ).lowerBound
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
    let columns = try columns(of: other)
    guard columns.count > 0 else { return }
    let last = try lastPoint(of: id)
    let start = (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep
    let firstSegment = Int64(last.map { $0.segment + 1 } ?? 0)
    let lowest = columns.segments.min() ?? 0
    let segments =
      isRoute
      ? [Int64](repeating: 0, count: columns.count)
      : columns.segments.map { $0 - lowest + firstSegment }
    try context.append(
      Waypoint.self, count: columns.count,
      [
        .values(\.latitude, columns.latitudes), .values(\.longitude, columns.longitudes),
        .values(\.elevation, nanAsNil: columns.elevations),
        .values(\.timestamp, nanAsNil: columns.times),
        .counting(\.index, from: start, by: Waypoint.indexStep), .values(\.segment, segments),
        .reference(\.path, context.identifier(id)),
      ])
  }
}
