import Foundation
import Geodesy
import SwiftData

/// A writer that computes and stores the levels of detail of paths.
///
/// The writer holds only a limited part of a path in memory at a time. Rows are written in batches,
/// so the caller must call ``flush()`` at the end.
package final class PathDetailWriter {
  private struct Finished {
    let path: Int64
    /// The row keys of the path's chunks. For a chunk that is not stored yet, the key is −1 − *i*,
    /// where *i* is the chunk's index in the writer's list of pending chunks.
    var chunks: [Int64]
    let content: ([Int64]) -> Data
    /// The bounding box of a path without chunks. Nil for other paths.
    let box: TrackDetail.Box?
    let former: FormerDetail.Row?
  }

  private struct Current {
    let path: Int64
    var builder = TrackDetailBuilder()
    var chunks: [Int64] = []
    var former = FormerDetail()
  }

  private static let bytesAtOnce = 262_144
  private static let pathsAtOnce = 1_024
  /// The minimum number of added points for which levels of detail are computed on another thread.
  private static let pointsForThread = 2_048

  let context: ModelContext
  private var current: Current?
  private var finished: [Finished] = []
  private var chunks: [(path: Int64, content: Data, box: TrackDetail.Box)] = []
  private var bytes = 0
  private var removed: [Int64] = []

  package init(_ context: ModelContext) { self.context = context }

  // MARK: One path

  /// Begins a new path. The path's points must then be added in order.
  package func begin(_ path: Int64) { begin(path, former: FormerDetail()) }

  /// Begins a new path, given the path's stored levels of detail.
  ///
  /// - Parameter former: The path's stored levels of detail.
  ///   Rows whose content is still correct are reused.
  func begin(_ path: Int64, former: FormerDetail) {
    current = Current(path: path, former: former)
  }

  /// Adds points to the current path.
  ///
  /// - Parameter segments: The segment number of each point, in ascending order.
  /// - Parameter previousSegment: The segment number of the preceding point, if any.
  /// - Parameter alongside: A closure to run on the thread that computes the levels of detail.
  /// - Parameter body: A closure that runs while another thread computes the levels of detail.
  ///   The closure must not use this writer.
  package func add(
    latitudes: ArraySlice<Double>, longitudes: ArraySlice<Double>, elevations: ArraySlice<Double>,
    times: ArraySlice<Double>, segments: ArraySlice<Int>, previousSegment: Int?,
    alongside: @escaping @Sendable () -> Void = {}, while body: () throws -> Void = {}
  ) throws {
    guard var path = current else {
      alongside()
      return try body()
    }
    // The builder is moved out of the path, because a copy of it would copy its arrays.
    current = nil
    nonisolated(unsafe) var builder = TrackDetailBuilder()
    swap(&builder, &path.builder)
    nonisolated(unsafe) var complete: [TrackDetailBuilder.Chunk] = []
    @Sendable func compute() {
      var segment = previousSegment
      for row in latitudes.indices {
        builder.add(
          latitude: latitudes[row], longitude: longitudes[row], elevation: elevations[row],
          time: times[row], startsSegment: segments[row] != segment)
        segment = segments[row]
      }
      complete = builder.chunks()
      alongside()
    }
    let group = DispatchGroup()
    if latitudes.count < Self.pointsForThread {
      compute()
    } else {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { compute() }
    }
    let outcome = Result { try body() }
    group.wait()
    swap(&builder, &path.builder)
    current = path
    try outcome.get()
    guard !complete.isEmpty else { return }
    add(complete)
    if bytes > Self.bytesAtOnce { try writeChunks() }
  }

  /// Ends the current path, and queues its last chunks for writing.
  package func end() throws {
    guard var path = current else { return }
    let (rest, content) = path.builder.finish()
    current = path
    add(rest)
    guard let path = current else { return }
    removed += path.former.unusedChunks
    finished.append(
      Finished(
        path: path.path, chunks: path.chunks, content: content,
        box: path.builder.undividedBox?.normalized, former: path.former.row))
    current = nil
    if bytes > Self.bytesAtOnce || finished.count >= Self.pathsAtOnce { try flush() }
  }

  private func add(_ new: [TrackDetailBuilder.Chunk]) {
    guard var path = current else { return }
    current = nil
    for chunk in new {
      if let key = path.former.reuse(chunk) {
        path.chunks.append(key)
      } else {
        path.chunks.append(-1 - Int64(chunks.count))
        chunks.append((path.path, chunk.data, chunk.box.normalized))
        bytes += chunk.data.count
      }
    }
    current = path
  }

  // MARK: Rows

  /// Writes all pending rows to the store.
  package func flush() throws {
    try writeChunks()
    if !removed.isEmpty {
      let keys = removed.map { context.identifier(of: PathChunk.self, key: $0) }
      removed = []
      try context.deleteRows(
        of: PathChunk.self, where: #Predicate { keys.contains($0.persistentModelID) })
    }
    var new: [(path: Int64, content: Data, box: TrackDetail.Box?)] = []
    var changed: [FormerDetail.Row] = []
    for path in finished {
      let content = path.content(path.chunks)
      guard let former = path.former else {
        new.append((path.path, content, path.box))
        continue
      }
      let row = FormerDetail.Row(key: former.key, content: content, box: path.box)
      if row != former { changed.append(row) }
    }
    finished = []
    if !new.isEmpty {
      try context.append(
        PathDetail.self, count: new.count,
        [.values(\.content, new.map(\.content)), .references(\.path, new.map(\.path))]
          + PathDetail.columns(new.map(\.box)))
    }
    if !changed.isEmpty {
      try context.update(
        PathDetail.self, keys: changed.map(\.key),
        [.values(\.content, changed.map(\.content))] + PathDetail.columns(changed.map(\.box)))
    }
  }

  private func writeChunks() throws {
    guard !chunks.isEmpty else { return }
    let first = try context.append(
      PathChunk.self, count: chunks.count,
      [.values(\.content, chunks.map(\.content)), .references(\.path, chunks.map(\.path))]
        + PathChunk.columns(chunks.map(\.box))
    ).lowerBound
    func stored(_ key: Int64) -> Int64 { key < 0 ? first + (-1 - key) : key }
    for index in finished.indices { finished[index].chunks = finished[index].chunks.map(stored) }
    if let pending = current?.chunks { current?.chunks = pending.map(stored) }
    chunks = []
    bytes = 0
  }
}

/// A path's levels of detail as stored before its points changed.
struct FormerDetail {
  /// A stored row, with the row's bounding box, if any.
  struct Row: Equatable {
    let key: Int64
    let content: Data
    let box: TrackDetail.Box?
  }

  /// The path's `PathDetail` row. Nil if there is no such row.
  var row: Row?
  private var chunks: [UInt64: [Row]] = [:]

  mutating func add(_ chunk: Row) {
    chunks[TrackDetail.digest(of: chunk.content), default: []].append(chunk)
  }

  /// Returns the key of an unused row with the same content and box as the given chunk, and marks
  /// the row as used. Returns nil if there is no such row.
  mutating func reuse(_ chunk: TrackDetailBuilder.Chunk) -> Int64? {
    let box = chunk.box.normalized
    let row = chunks[chunk.digest]?.firstIndex { $0.content == chunk.data && $0.box == box }
    guard let row else { return nil }
    return chunks[chunk.digest]?.remove(at: row).key
  }

  /// The keys of the stored rows that no new chunk reuses.
  var unusedChunks: [Int64] { chunks.values.flatMap { $0.map(\.key) }.sorted() }
}
