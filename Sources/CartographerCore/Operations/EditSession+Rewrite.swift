import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Applies an operation to all points in a path, or to a range of points.
  func perform(_ operation: TrackOperation, on id: ItemID, in range: Range<Int>?) throws {
    let path = try path(id)
    let columns = try columns(of: id)
    noteTitle(operation.title(path: path.name))
    let rewrite = try operation.checkedRewrite(
      of: columns.trackColumns, in: range, id, path.name)
    if PointMarkup.canLose(rewrite, columns) {
      let marked = try PointMarkup(of: id, in: context).lost(by: rewrite, columns)
      if marked > 0 { notes.append(PointMarkup.note(marked, path.name)) }
    }
    if rewrite.unknownElevations > 0 {
      let count = rewrite.unknownElevations
      notes.append(
        """
        \(path.name): the elevation of \(Numbers.counted(count, "point")) was not changed, \
        since no terrain tile covers \(count == 1 ? "the point" : "the points").
        """)
    }
    try reportProgress(0.2)
    if try apply(rewrite, to: id, columns) {
      path.touch()
      noteChange(id)
    }
  }

  /// Writes the rewritten points of a path to the store.
  ///
  /// - Returns: Whether any point changed.
  private func apply(
    _ rewrite: PathRewrite, to id: ItemID, _ columns: PathColumns
  ) throws -> Bool {
    let places = rewrite.selection.places
    let after = rewrite.columns(of: columns.trackColumns)
    let layout = PointLayout(rewrite.selection, columns)
    let added = try points(between: layout, rewrite.selection, after, of: id)
    var isChanged = try delete(columns, keeping: layout.rows, of: id)
    if added.points.count > 0 {
      try PointRows(context).append(
        added.points, to: context.identifier(id), indexes: added.indexes)
      isChanged = true
    }
    for start in stride(from: 0, to: places.count, by: Self.pointsAtOnce) {
      let range = start..<min(start + Self.pointsAtOnce, places.count)
      let update = RowUpdate(layout, range, after, columns)
      if !update.isEmpty {
        try write(update, columns)
        isChanged = true
      }
      try reportProgress(0.6 + 0.4 * Double(range.upperBound) / Double(places.count))
    }
    if isChanged { try storeSegments(layout, columns, of: id) }
    return isChanged
  }

  /// Deletes the points that a rewrite does not keep.
  ///
  /// - Returns: Whether any point was deleted.
  private func delete(_ columns: PathColumns, keeping rows: [Int?], of id: ItemID) throws -> Bool {
    let kept = Set(rows.compactMap { $0 })
    guard kept.count < columns.count else { return false }
    let gone = columns.keys.indices.filter { !kept.contains($0) }
    // Points are deleted by key ranges, which are far fewer than the points if many are deleted.
    for start in stride(from: 0, to: gone.count, by: Self.keysAtOnce) {
      let points = gone[start..<min(start + Self.keysAtOnce, gone.count)]
        .map { context.identifier(of: Waypoint.self, key: columns.keys[$0]) }
      try context.deleteRows(
        of: Waypoint.self, where: #Predicate { points.contains($0.persistentModelID) })
      try reportProgress(0.2 + 0.4 * Double(start + points.count) / Double(gone.count))
    }
    return true
  }

  private static var keysAtOnce: Int { 100_000 }
  private static var pointsAtOnce: Int { 65_536 }

  /// Returns the points that a rewrite inserts into a path, with their order keys.
  ///
  /// Call this method before points are deleted, since sensor values are interpolated between the
  /// existing points.
  private func points(
    between layout: PointLayout, _ selection: TrackSelection, _ after: TrackColumns, of id: ItemID
  ) throws -> (points: GeoPoints, indexes: [Int64]) {
    let new = selection.places.indices.filter { layout.rows[$0] == nil }
    guard !new.isEmpty else { return (GeoPoints(), []) }
    let places = TrackSelection(places: new.map { selection.places[$0] })
    return (
      GeoPoints(
        latitudes: new.map { after.latitudes[$0] }, longitudes: new.map { after.longitudes[$0] },
        elevations: new.map { after.elevations[$0] }, times: new.map { after.times[$0] },
        segments: new.map { layout.segments[$0] },
        sensors: places.values(ofSensors: try sensors(of: id)), formats: [],
        fields: [:], kept: [:]), new.map { Int64(layout.indexes[$0]) }
    )
  }

  /// Returns the sensor values of a path, one column per sensor. The column is empty for a sensor
  /// without values.
  func sensors(of id: ItemID) throws -> [[Double]] {
    var sensors = [[Double]](repeating: [], count: GeoSensor.allCases.count)
    var count = 0
    try PointRows(context).forEachPiece(of: id) { points in
      for (number, values) in points.sensors.enumerated() {
        if values.isEmpty, sensors[number].isEmpty { continue }
        if sensors[number].isEmpty { sensors[number] = Array(repeating: .nan, count: count) }
        sensors[number] +=
          values.isEmpty ? Array(repeating: .nan, count: points.count) : values
      }
      count += points.count
    }
    return sensors
  }

  /// Writes the new values of existing points, and discards the stored number formats for the old
  /// values.
  private func write(_ update: RowUpdate, _ columns: PathColumns) throws {
    let keys = update.rows.map { columns.keys[$0] }
    var written = update.columns
    if let forgotten = update.forgotten {
      let formats = try formats(of: keys)
      written.append(
        .values(
          \.format, nilAs: 0,
          zip(keys, forgotten).map { key, parts in
            var format = GeoPointFormat(rawValue: formats[key] ?? 0)
            if parts.contains(.position) {
              format.forget(.latitude)
              format.forget(.longitude)
            }
            if parts.contains(.elevation) { format.forget(.elevation) }
            if parts.contains(.time) { format.forgetTime() }
            return format.rawValue
          }))
    }
    try context.update(Waypoint.self, keys: keys, written)
  }

  private func formats(of keys: [Int64]) throws -> [Int64: Int64] {
    var formats: [Int64: Int64] = [:]
    for start in stride(from: 0, to: keys.count, by: Self.keysAtOnce) {
      let points = keys[start..<min(start + Self.keysAtOnce, keys.count)]
        .map { context.identifier(of: Waypoint.self, key: $0) }
      try context.forEachChunk(
        of: Waypoint.self, [.key, .integer(\.format)],
        where: #Predicate { points.contains($0.persistentModelID) }
      ) { chunk in
        for (key, format) in zip(chunk.integers(0), chunk.integers(1)) where format != 0 {
          formats[key] = format
        }
      }
    }
    return formats
  }

  private func storeSegments(
    _ layout: PointLayout, _ columns: PathColumns, of id: ItemID
  ) throws {
    guard let origins = layout.segmentOrigins else { return }
    let path = try path(id)
    var segments = try SegmentList(path, used: columns.segments)
    segments.select(origins)
    try segments.store(in: path, used: layout.segments.map(Int64.init))
  }
}
