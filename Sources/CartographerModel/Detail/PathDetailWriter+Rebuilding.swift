import Foundation
import Geodesy
import SwiftData

extension PathDetailWriter {
  /// The maximum number of paths whose stored chunks are in memory at the same time. The chunks of
  /// a long path take several megabytes.
  private static let pathsInPage = 16

  /// Recomputes the levels of detail for all paths.
  ///
  /// - Complexity: O(*n*), where *n* is the total number of points in all paths.
  ///   At any time, one chunk of point rows and the stored levels of detail of 16 paths are in
  ///   memory.
  package func rebuildAll() throws {
    var keys: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key]) { keys += $0.integers(0) }
    try rebuild(keys)
  }

  /// Recomputes the given paths' levels of detail from the stored points. Rows that are still
  /// correct are not written. Keys of missing paths are ignored.
  package func rebuild(_ paths: [Int64]) throws {
    let keys = Set(paths).sorted()
    for start in stride(from: 0, to: keys.count, by: Self.pathsInPage) {
      try rebuild(page: Array(keys[start..<min(start + Self.pathsInPage, keys.count)]))
    }
  }

  private func rebuild(page: [Int64]) throws {
    var present: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key], rows: .keys(page)) {
      present += $0.integers(0)
    }
    // The stored points of these paths are not in path order; each path is sorted by itself at the
    // end.
    let unordered = try unordered(present)
    var former = try former(present)
    var last: (path: Int64, segment: Int)?
    var rest = present[...]
    // Paths without points have no rows, so they are written when a later path begins.
    func finish(before path: Int64) throws {
      if last != nil { try end() }
      last = nil
      while let next = rest.first, next < path {
        rest.removeFirst()
        guard !unordered.contains(next) else { continue }
        begin(next, former: former.removeValue(forKey: next) ?? FormerDetail())
        try end()
      }
    }
    try context.forEachChunk(
      of: Waypoint.self, Self.fields, rows: .leading(to: \Waypoint.path, keys: present),
      size: 8_192
    ) { chunk in
      let points = PointChunk(chunk)
      for rows in points.runs where !unordered.contains(points.paths[rows.lowerBound]) {
        let path = points.paths[rows.lowerBound]
        if last?.path != path {
          try finish(before: path)
          if rest.first == path { rest.removeFirst() }
          begin(path, former: former.removeValue(forKey: path) ?? FormerDetail())
        }
        try add(points, rows, after: last?.segment)
        last = (path, points.segments[rows.upperBound - 1])
      }
    }
    try finish(before: .max)
    for path in unordered.sorted() {
      begin(path, former: former.removeValue(forKey: path) ?? FormerDetail())
      try addSorted(path)
      try end()
    }
    try flush()
  }

  private func add(_ points: PointChunk, _ rows: Range<Int>, after segment: Int?) throws {
    try add(
      latitudes: points.latitudes[rows], longitudes: points.longitudes[rows],
      elevations: points.elevations[rows], times: points.times[rows],
      segments: points.segments[rows], previousSegment: segment)
  }

  private static var fields: [BulkField<Waypoint>] {
    [
      .reference(\.path), .integer(\.index), .integer(\.segment), .double(\.latitude),
      .double(\.longitude), .double(\.elevation), .date(\.timestamp),
    ]
  }

  /// Returns the given paths whose point rows are no longer sorted by order key because of edits.
  private func unordered(_ paths: [Int64]) throws -> Set<Int64> {
    var unordered: Set<Int64> = []
    var last: (path: Int64, index: Int64) = (0, 0)
    try context.forEachChunk(
      of: Waypoint.self, [.reference(\.path), .integer(\.index)],
      rows: .leading(to: \Waypoint.path, keys: paths)
    ) { chunk in
      for (path, index) in zip(chunk.integers(0), chunk.integers(1)) {
        if path == last.path, index <= last.index { unordered.insert(path) }
        last = (path, index)
      }
    }
    return unordered
  }

  /// Reads a path's stored points, sorts them by order key, and adds them to the path's levels of
  /// detail.
  private func addSorted(_ path: Int64) throws {
    var chunks: [PointChunk] = []
    try context.forEachChunk(
      of: Waypoint.self, Self.fields, rows: .leading(to: \Waypoint.path, keys: [path])
    ) { chunks.append(PointChunk($0)) }
    let points = PointChunk(joining: chunks)
    try add(points, 0..<points.paths.count, after: nil)
  }

  /// Returns the given paths' stored levels of detail, for comparison with the recomputed levels.
  private func former(_ paths: [Int64]) throws -> [Int64: FormerDetail] {
    var former: [Int64: FormerDetail] = [:]
    var surplus: [Int64] = []
    try context.forEachChunk(
      of: PathDetail.self, [.key, .reference(\.path), .data(\.content)] + PathDetail.boxFields,
      rows: .leading(to: \PathDetail.path, keys: paths)
    ) { chunk in
      for row in 0..<chunk.count {
        let (key, path) = (chunk.integers(0)[row], chunk.integers(1)[row])
        if former[path] != nil {
          surplus.append(key)
          continue
        }
        var detail = FormerDetail()
        detail.row = FormerDetail.Row(
          key: key, content: chunk.data(2)[row],
          box: TrackDetail.Box(chunk, fields: 3, row: row))
        former[path] = detail
      }
    }
    try context.forEachChunk(
      of: PathChunk.self, [.key, .reference(\.path), .data(\.content)] + PathChunk.boxFields,
      rows: .leading(to: \PathChunk.path, keys: paths), size: 1_024
    ) { chunk in
      for row in 0..<chunk.count {
        former[chunk.integers(1)[row], default: FormerDetail()].add(
          FormerDetail.Row(
            key: chunk.integers(0)[row], content: chunk.data(2)[row],
            box: TrackDetail.Box(chunk, fields: 3, row: row)))
      }
    }
    if !surplus.isEmpty {
      let keys = surplus.map { context.identifier(of: PathDetail.self, key: $0) }
      try context.deleteRows(
        of: PathDetail.self, where: #Predicate { keys.contains($0.persistentModelID) })
    }
    return former
  }
}

/// A chunk of consecutive point rows, stored as columns.
private struct PointChunk {
  var paths: [Int64]
  var segments: [Int]
  var latitudes: [Double]
  var longitudes: [Double]
  var elevations: [Double]
  var times: [Double]
  private var indexes: [Int64]

  init(_ chunk: BulkChunk) {
    paths = chunk.integers(0)
    indexes = chunk.integers(1)
    segments = chunk.integers(2).map { Int($0) }
    latitudes = chunk.doubles(3)
    longitudes = chunk.doubles(4)
    elevations = chunk.doubles(5)
    times = chunk.doubles(6)
  }

  /// Joins the chunks of one path into a single chunk, with the points sorted by order key.
  init(joining chunks: [PointChunk]) {
    indexes = chunks.flatMap(\.indexes)
    let keys = indexes
    let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    func sorted<Value>(_ column: KeyPath<PointChunk, [Value]>) -> [Value] {
      let values = chunks.flatMap { $0[keyPath: column] }
      return order.map { values[$0] }
    }
    paths = sorted(\.paths)
    segments = sorted(\.segments)
    latitudes = sorted(\.latitudes)
    longitudes = sorted(\.longitudes)
    elevations = sorted(\.elevations)
    times = sorted(\.times)
  }

  /// The range of each path's rows in the chunk.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    while start < paths.count {
      var end = start + 1
      while end < paths.count, paths[end] == paths[start] { end += 1 }
      runs.append(start..<end)
      start = end
    }
    return runs
  }
}
