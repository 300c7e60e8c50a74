import Geodesy
import SwiftData

extension CartographerMigrationPlan {
  /// The migration to schema version 7, which stores the bounding boxes of the levels of detail in
  /// columns.
  ///
  /// The boxes are copied from the content of the `PathDetail` rows, without reading points. If a
  /// path's levels are missing or damaged, they are computed from the path's points. The levels of
  /// all paths are missing in a store that is migrated from version 5 or earlier.
  package static let boxesOfLevels = MigrationStage.custom(
    fromVersion: CartographerSchemaV6.self, toVersion: CartographerSchemaV7.self, willMigrate: nil,
    didMigrate: { try LevelBoxMigration(context: $0).run() })
}

/// The migration that stores the bounding boxes of all levels of detail.
private struct LevelBoxMigration {
  /// The maximum number of paths whose `PathDetail` rows are in memory at the same time.
  private static let pathsInPage = 256

  let context: ModelContext

  /// - Complexity: O(*c* + *p*) for *c* chunks and *p* points in paths without valid levels.
  func run() throws {
    var keys: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key]) { keys += $0.integers(0) }
    for start in stride(from: 0, to: keys.count, by: Self.pathsInPage) {
      try fillBoxes(of: Array(keys[start..<min(start + Self.pathsInPage, keys.count)]))
    }
    // Without a path, no `PathDetail` row states the box of a chunk. `store check --repair` deletes
    // such rows, too.
    try context.deleteRows(of: PathChunk.self, where: #Predicate { $0.path == nil })
  }

  private func fillBoxes(of paths: [Int64]) throws {
    let chunks = try chunkKeys(of: paths)
    let details = try details(of: paths)
    var (rows, boxes): ([Int64], [TrackDetail.Box?]) = ([], [])
    var (chunkRows, chunkBoxes): ([Int64], [TrackDetail.Box]) = ([], [])
    var invalid: [Int64] = []
    for path in paths {
      let listed = details[path]?.detail?.levels.flatMap(\.chunks) ?? []
      let stored = chunks[path] ?? []
      guard let row = details[path], let detail = row.detail,
        stored.count == listed.count, stored == Set(listed.map(\.key))
      else {
        invalid.append(path)
        continue
      }
      rows.append(row.key)
      boxes.append(detail.undividedBox?.normalized)
      chunkRows += listed.map(\.key)
      chunkBoxes += listed.map(\.box.normalized)
    }
    try context.update(PathDetail.self, keys: rows, PathDetail.columns(boxes))
    try context.update(PathChunk.self, keys: chunkRows, PathChunk.columns(chunkBoxes))
    // Chunks without a box must not remain, so chunks of invalid levels are not reused.
    let surplus = invalid.flatMap { chunks[$0] ?? [] }
      .map { context.identifier(of: PathChunk.self, key: $0) }
    if !surplus.isEmpty {
      try context.deleteRows(
        of: PathChunk.self, where: #Predicate { surplus.contains($0.persistentModelID) })
    }
    try PathDetailWriter(context).rebuild(invalid)
  }

  /// Returns the paths' decoded `PathDetail` rows. The `detail` is nil for a path with a damaged
  /// row or several rows.
  private func details(of paths: [Int64]) throws -> [Int64: (key: Int64, detail: TrackDetail?)] {
    var details: [Int64: (key: Int64, detail: TrackDetail?)] = [:]
    try context.forEachChunk(
      of: PathDetail.self, [.key, .reference(\.path), .data(\.content)],
      rows: .leading(to: \PathDetail.path, keys: paths)
    ) { chunk in
      for row in 0..<chunk.count {
        let path = chunk.integers(1)[row]
        let detail = details[path] == nil ? TrackDetail(chunk.data(2)[row]) : nil
        details[path] = (chunk.integers(0)[row], detail)
      }
    }
    return details
  }

  private func chunkKeys(of paths: [Int64]) throws -> [Int64: Set<Int64>] {
    var keys: [Int64: Set<Int64>] = [:]
    try context.forEachChunk(
      of: PathChunk.self, [.key, .reference(\.path)],
      rows: .leading(to: \PathChunk.path, keys: paths)
    ) { chunk in
      for (key, path) in zip(chunk.integers(0), chunk.integers(1)) {
        keys[path, default: []].insert(key)
      }
    }
    return keys
  }
}
