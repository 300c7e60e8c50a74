import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  func addPath(
    name: String, kind: PathKind, points: [Coordinate], elevations: [Double], groups: [ItemID]
  ) throws {
    let name = try checkedName(name)
    guard !points.isEmpty else {
      throw LibraryError(
        .invalid, "A new path needs at least one point; specify the point's position.")
    }
    let stored = try points.map(stored)
    let unknown = [Double](repeating: .nan, count: points.count)
    let key = try context.append(
      Path.self, count: 1,
      [
        .constant(\.name, name), .constant(\.notes, ""), .constant(\.kind, kind.rawValue),
        .constant(\.created, now),
      ]
    ).lowerBound
    let id = ItemID(.path, key)
    try context.append(
      Waypoint.self, count: points.count,
      [
        .values(\.latitude, stored.map(\.latitude)), .values(\.longitude, stored.map(\.longitude)),
        .values(\.elevation, nanAsNil: elevations.count == points.count ? elevations : unknown),
        .counting(\.index, from: 0, by: Waypoint.indexStep), .constant(\.segment, 0),
        .reference(\.path, context.identifier(id)),
      ])
    created.append(id)
    noteTitle(ChangeTitle(.add, "\(kind.rawValue) \(name)"))
    try enter([id], into: groups.unique)
  }

  func editPoints(of id: ItemID, _ edit: PointEdit) throws {
    let path = try path(id)
    noteTitle(edit.title(path: path.name))
    if try make(edit, of: id) {
      path.touch()
      noteChange(id)
    }
  }

  /// Applies an edit to a path's points.
  ///
  /// - Returns: Whether any point changed.
  private func make(_ edit: PointEdit, of id: ItemID) throws -> Bool {
    switch edit {
    case .move(let key, let coordinate): return try place(point(key, of: id), at: coordinate)
    case .moveAll(let origin, let target): return try movePoints(of: id, from: origin, to: target)
    case .insert(let key, let coordinate): try insert(coordinate, before: key, id)
    case .append(let coordinate): try append(coordinate, id)
    case .delete(let keys): try delete(keys.unique, id)
    case .setElevation(let keys, let metres): return try setElevation(metres, of: keys.unique, id)
    case .setTime(let key, let time): return try setTime(time, of: key, id)
    case .reverse: return try reverse(id, times: .mirrored)
    case .reverseWithoutTimes: return try reverse(id, times: .stripped)
    }
    return true
  }

  /// Returns the point of a path that has the given key.
  ///
  /// - Throws: ``LibraryError`` `notFound` if no point of the path has this key.
  func point(_ key: Int64, of id: ItemID) throws -> Waypoint {
    let identifier = context.identifier(of: Waypoint.self, key: key)
    guard let point = try context.model(Waypoint.self, for: identifier),
      point.path?.persistentModelID == context.identifier(id)
    else {
      throw LibraryError(
        .notFound,
        "The point no longer belongs to \(id); reload the path and repeat the change.", ids: [id])
    }
    return point
  }

  /// Moves a point to another position without changing its other fields.
  ///
  /// - Returns: Whether the position changed.
  func place(_ point: Waypoint, at coordinate: Coordinate) throws -> Bool {
    let coordinate = try stored(coordinate)
    guard point.coordinate != coordinate else { return false }
    point.latitude = coordinate.latitude
    point.longitude = coordinate.longitude
    point.forgetForm {
      $0.forget(.latitude)
      $0.forget(.longitude)
    }
    return true
  }

  /// Moves all points of a path that are exactly at the given position.
  ///
  /// - Returns: Whether any point moved.
  private func movePoints(
    of id: ItemID, from origin: Coordinate, to target: Coordinate
  ) throws -> Bool {
    let path = context.identifier(id)
    let (latitude, longitude) = (origin.latitude, origin.longitude)
    let points = try context.fetch(
      FetchDescriptor<Waypoint>(
        predicate: #Predicate {
          $0.path?.persistentModelID == path && $0.latitude == latitude && $0.longitude == longitude
        }))
    return try points.reduce(false) { try place($1, at: target) || $0 }
  }

  private func append(_ coordinate: Coordinate, _ id: ItemID) throws {
    let last = try endPoint(of: id)
    try insert(
      coordinate, index: (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep,
      segment: last?.segment ?? 0, id)
  }

  /// Inserts a point into a path before another point. The new point's order key is between those
  /// of its neighbours.
  ///
  /// If no order key is free between the neighbouring points, all points of the path are assigned
  /// new order keys.
  private func insert(_ coordinate: Coordinate, before key: Int64, _ id: ItemID) throws {
    var next = try point(key, of: id)
    guard let previous = try point(before: next.index, of: id) else {
      try insert(coordinate, index: next.index - Waypoint.indexStep, segment: next.segment, id)
      return
    }
    var index = previous.index + (next.index - previous.index) / 2
    if next.index - previous.index < 2 {
      try renumber(id)
      next = try point(key, of: id)
      index = next.index - Waypoint.indexStep / 2
    }
    try insert(coordinate, index: index, segment: next.segment, id)
  }

  private func insert(
    _ coordinate: Coordinate, index: Int, segment: Int, _ id: ItemID
  ) throws {
    let coordinate = try stored(coordinate)
    try context.append(
      Waypoint.self, count: 1,
      [
        .constant(\.latitude, coordinate.latitude), .constant(\.longitude, coordinate.longitude),
        .constant(\.index, index), .constant(\.segment, segment),
        .reference(\.path, context.identifier(id)),
      ])
  }

  private func delete(_ keys: [Int64], _ id: ItemID) throws {
    let path = context.identifier(id)
    let points = keys.map { context.identifier(of: Waypoint.self, key: $0) }
    let found = try context.fetchCount(
      FetchDescriptor<Waypoint>(
        predicate: #Predicate {
          points.contains($0.persistentModelID) && $0.path?.persistentModelID == path
        }))
    guard found == keys.count, !keys.isEmpty else {
      throw LibraryError(
        .notFound,
        """
        Some of the points no longer belong to \(id), so none were deleted; reload the path and \
        repeat the change.
        """, ids: [id])
    }
    let total = try context.fetchCount(
      FetchDescriptor<Waypoint>(predicate: #Predicate { $0.path?.persistentModelID == path }))
    guard found < total else {
      throw LibraryError(
        .invalid,
        "A path must have at least one point; to delete all points, delete the path itself.",
        ids: [id])
    }
    let before = Set(try columns(of: id).segments)
    try context.delete(
      model: Waypoint.self, where: #Predicate { points.contains($0.persistentModelID) })
    try context.save()
    try removeSegments(before.subtracting(try columns(of: id).segments), of: id)
  }

  /// Reverses the order of a path's points and segments.
  ///
  /// - Returns: Whether the path changed.
  ///   A path with a single point in a single segment changes only if the point's time is removed.
  private func reverse(_ id: ItemID, times: ReversedTimes) throws -> Bool {
    let columns = try columns(of: id)
    guard let first = columns.indexes.first, let last = columns.indexes.last else { return false }
    let path = try path(id)
    var segments = try SegmentList(path, used: columns.segments)
    let lastSegment = segments.count - 1
    let losesTimes = times == .stripped && columns.times.contains { !$0.isNaN }
    guard columns.count > 1 || lastSegment > 0 || losesTimes else { return false }
    segments.reverse()
    let turning = TimeTurning(columns.times, times)
    try rewritePoints(of: id) { point in
      turning.turn(point)
      point.index = Int(first + last) - point.index
      point.segment = lastSegment - point.segment
    }
    try segments.store(in: path, used: columns.segments.map { Int64(lastSegment) - $0 })
    return true
  }

  // MARK: Order

  func columns(of id: ItemID) throws -> PathColumns {
    guard let columns = try PathColumns(of: id, in: context) else {
      throw LibraryError.missing(id)
    }
    return columns
  }

  /// Returns a path's last point or, if the order is `forward`, its first point. Returns nil if the
  /// path has no points.
  func endPoint(of id: ItemID, _ order: SortOrder = .reverse) throws -> Waypoint? {
    let path = context.identifier(id)
    var descriptor = FetchDescriptor<Waypoint>(
      predicate: #Predicate { $0.path?.persistentModelID == path },
      sortBy: [SortDescriptor(\.index, order: order)])
    descriptor.fetchLimit = 1
    return try context.fetch(descriptor).first
  }

  /// Returns the path's point with the highest order key below the given key. The result is nil if
  /// the path has no such point.
  private func point(before index: Int, of id: ItemID) throws -> Waypoint? {
    let path = context.identifier(id)
    var descriptor = FetchDescriptor<Waypoint>(
      predicate: #Predicate { $0.path?.persistentModelID == path && $0.index < index },
      sortBy: [SortDescriptor(\.index, order: .reverse)])
    descriptor.fetchLimit = 1
    return try context.fetch(descriptor).first
  }

  private func renumber(_ id: ItemID) throws {
    let keys = try columns(of: id).keys
    let ranks = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    try rewritePoints(of: id) { point in
      let rank = ranks[point.persistentModelID.primaryKey] ?? 0
      point.index = rank * Waypoint.indexStep
    }
  }

  /// Removes the given segments, which no longer have points, and renumbers the later segments.
  /// Segments that were already empty, such as empty segments imported from a file, are kept.
  private func removeSegments(_ gone: Set<Int64>, of id: ItemID) throws {
    guard !gone.isEmpty else { return }
    let path = try path(id)
    let used = try columns(of: id).segments
    var segments = try SegmentList(path, used: used + gone)
    let numbers = segments.remove(Set(gone.map { Int($0) }))
    try renumberSegments(of: id) { numbers[$0] ?? $0 }
    try segments.store(in: path, used: used.map { Int64(numbers[Int($0)] ?? Int($0)) })
  }

  /// Renumbers the segments of a path. A closure maps each old segment number to the new number.
  func renumberSegments(of id: ItemID, _ number: (Int) -> Int) throws {
    try rewritePoints(of: id) { point in
      let segment = number(point.segment)
      if point.segment != segment { point.segment = segment }
    }
  }

  /// Applies a closure to every point of a path. The points are processed in batches to limit
  /// memory use.
  ///
  /// - Parameter change: The closure to apply to each point.
  ///   The closure must not move a point to another path.
  private func rewritePoints(of id: ItemID, _ change: (Waypoint) -> Void) throws {
    let keys = try columns(of: id).keys
    for start in stride(from: 0, to: keys.count, by: Self.pointsAtOnce) {
      try context.save()
      let page = keys[start..<min(start + Self.pointsAtOnce, keys.count)]
        .map { context.identifier(of: Waypoint.self, key: $0) }
      let points = try context.fetch(
        FetchDescriptor<Waypoint>(predicate: #Predicate { page.contains($0.persistentModelID) }))
      points.forEach(change)
      try context.save()
      try reportProgress(Double(start + page.count) / Double(keys.count))
    }
  }

  private static var pointsAtOnce: Int { 16_384 }
}

/// A calculator for the point times of a reversed path.
private struct TimeTurning {
  private let mode: ReversedTimes
  /// The sum of the earliest and the latest point time, both in seconds since 2001-01-01. The
  /// mirrored time of a point is the sum minus its old time.
  private let sum: Double

  init(_ times: [Double], _ mode: ReversedTimes) {
    self.mode = mode
    let known = times.filter { !$0.isNaN }
    sum = (known.min() ?? 0) + (known.max() ?? 0)
  }

  func turn(_ point: Waypoint) {
    guard let time = point.timestamp else { return }
    let turned =
      mode == .mirrored
      ? Date(stored: ((sum - time.timeIntervalSinceReferenceDate) * 1e6).rounded() / 1e6) : nil
    guard turned != time else { return }
    point.timestamp = turned
    point.forgetForm { $0.forgetTime() }
  }
}

extension PointEdit {
  /// Returns the title of the change that applies the edit to a path.
  package func title(path: String) -> ChangeTitle {
    switch self {
    case .move: ChangeTitle(.move, "a point of \(path)")
    case .moveAll: ChangeTitle(.move, "points of \(path)")
    case .insert: ChangeTitle(.insert, "a point in \(path)")
    case .append: ChangeTitle(.add, "a point to \(path)")
    case .delete(let keys) where keys.count == 1: ChangeTitle(.delete, "a point of \(path)")
    case .delete(let keys):
      ChangeTitle(.delete, "\(Numbers.grouped(keys.count)) points of \(path)")
    case .setElevation(let keys, _) where keys.count == 1:
      ChangeTitle(.change, "the elevation of a point in \(path)")
    case .setElevation(let keys, _):
      ChangeTitle(.change, "the elevation of \(Numbers.grouped(keys.count)) points in \(path)")
    case .setTime: ChangeTitle(.change, "the time of a point in \(path)")
    case .reverse, .reverseWithoutTimes: ChangeTitle(.reverse, path)
    }
  }
}
