import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// A check that compares each path's stored levels of detail with the path's points.
struct LevelsCheck {
  /// The number of paths whose stored chunks are in memory at the same time.
  private static let pathsInPage = 16

  /// A stored row with levels of detail, and the row's bounding box, if any.
  private struct Row {
    let content: Data
    let box: TrackDetail.Box?
  }

  private let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  /// Finds paths whose levels of detail are missing, damaged or older than the paths' points.
  ///
  /// - Complexity: O(*n*), where *n* is the total number of points.
  ///   At any time, the points of one path and the levels of 16 paths are in memory.
  func findings() throws -> [StoreCheck.Finding] {
    var keys: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key]) { keys += $0.integers(0) }
    var findings: [StoreCheck.Finding] = []
    for start in stride(from: 0, to: keys.count, by: Self.pathsInPage) {
      findings += try self.findings(Array(keys[start..<min(start + Self.pathsInPage, keys.count)]))
    }
    let ownerless = try ownerlessRows()
    if ownerless > 0 {
      let rows = Numbers.counted(ownerless, "level-of-detail row")
      let verb = ownerless == 1 ? "does" : "do"
      findings.append(
        finding("path.levelsDamaged", nil, "\(rows) \(verb) not belong to a path"))
    }
    return findings
  }

  private func findings(_ paths: [Int64]) throws -> [StoreCheck.Finding] {
    let details = try rows(
      PathDetail.self, \.path, \.content, boxes: PathDetail.boxFields, of: paths)
    let chunks = try rows(
      PathChunk.self, \.path, \.content, boxes: PathChunk.boxFields, of: paths)
    var findings: [StoreCheck.Finding] = []
    try PathReader(context).forEachPath(paths, .track) { key, points in
      let id = ItemID(.path, key)
      guard let row = details[key]?.values.first else {
        findings.append(
          finding("path.levelsMissing", id, "the path has no levels of detail for the map"))
        return
      }
      guard details[key]?.count == 1, let detail = TrackDetail(row.content),
        row.box == detail.undividedBox?.normalized,
        Self.areIntact(chunks[key] ?? [:], of: detail)
      else {
        findings.append(
          finding("path.levelsDamaged", id, "the path's levels of detail are damaged"))
        return
      }
      let columns = points.trackColumns
      if detail.measures.points != columns.count
        || detail.pointDigest != TrackDetail.digest(of: columns)
      {
        findings.append(
          finding(
            "path.levelsOutdated", id,
            "the path's levels of detail are outdated; another program changed the path's points"))
      }
    }
    return findings
  }

  /// Returns whether a path's stored chunks are exactly the chunks listed in its `TrackDetail`,
  /// with the same boxes.
  private static func areIntact(_ rows: [Int64: Row], of detail: TrackDetail) -> Bool {
    let listed = detail.levels.flatMap(\.chunks)
    return listed.count == rows.count
      && listed.allSatisfy { chunk in
        guard let row = rows[chunk.key] else { return false }
        return TrackDetail.digest(of: row.content) == chunk.digest
          && row.box == chunk.box.normalized
      }
  }

  private func finding(_ code: String, _ id: ItemID?, _ message: String) -> StoreCheck.Finding {
    StoreCheck.Finding(code: code, item: id?.description, message: message, repairable: true)
  }

  /// Returns the stored rows that belong to the given paths, keyed by path and by row.
  private func rows<Model: PersistentModel>(
    _ type: Model.Type, _ path: KeyPath<Model, Path?>, _ content: KeyPath<Model, Data>,
    boxes: [BulkField<Model>], of paths: [Int64]
  ) throws -> [Int64: [Int64: Row]] {
    var rows: [Int64: [Int64: Row]] = [:]
    try context.forEachChunk(
      of: type, [.key, .reference(path), .data(content)] + boxes,
      rows: .leading(to: path, keys: paths), size: 1_024
    ) { chunk in
      for row in 0..<chunk.count {
        rows[chunk.integers(1)[row], default: [:]][chunk.integers(0)[row]] = Row(
          content: chunk.data(2)[row], box: TrackDetail.Box(chunk, fields: 3, row: row))
      }
    }
    return rows
  }

  private func ownerlessRows() throws -> Int {
    try context.fetchCount(FetchDescriptor<PathDetail>(predicate: #Predicate { $0.path == nil }))
      + context.fetchCount(FetchDescriptor<PathChunk>(predicate: #Predicate { $0.path == nil }))
  }

  // MARK: Repair

  /// Recomputes all levels of detail that are missing, damaged or outdated.
  ///
  /// - Returns: The repaired paths.
  static func repair(_ context: ModelContext) throws -> [ItemID] {
    let findings = try LevelsCheck(context).findings()
    let paths = findings.compactMap { $0.item.flatMap { ItemID($0) } }
    try PathDetailWriter(context).rebuild(paths.map(\.key))
    try context.deleteRows(of: PathDetail.self, where: #Predicate { $0.path == nil })
    try context.deleteRows(of: PathChunk.self, where: #Predicate { $0.path == nil })
    return paths
  }
}
