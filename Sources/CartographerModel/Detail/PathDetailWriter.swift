import Foundation
import Geodesy
import SwiftData

/// A writer that computes and stores levels of detail for paths.
///
/// The writer holds only a limited part of a path in memory at a time. Rows are written in batches, so
/// the caller must call ``flush()`` at the end.
package final class PathDetailWriter {
  private struct Finished {
    let path: Int64
    /// The row keys of the path's chunks. A chunk that is not stored yet has the key −1 − *i*,
    /// where *i* is the chunk's index in the writer's list of pending chunks.
    let chunks: [Int64]
    let content: ([Int64]) -> Data
    /// The key of the path's stored `PathDetail` row. Nil if there is no such row.
    let row: Int64?
    let previous: Data?
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
  private var chunks: [(path: Int64, content: Data)] = []
  private var bytes = 0
  private var removed: [Int64] = []

  package init(_ context: ModelContext) { self.context = context }

  // MARK: One path

  /// Begins a new path. The path's points must then be added in order.
  package func begin(_ path: Int64) { begin(path, former: FormerDetail()) }

  /// Begins a new path, given the path's stored levels of detail.
  ///
  /// - Parameter former: The path's stored levels of detail. Rows whose content is still correct
  ///   are reused.
  func begin(_ path: Int64, former: FormerDetail) {
    current = Current(path: path, former: former)
  }

  /// Adds points to the current path.
  ///
  /// - Parameter segments: The segment number of each point, in ascending order.
  /// - Parameter previousSegment: The segment number of the point before the added points, or nil
  ///   for the first points of the path.
  /// - Parameter alongside: A closure that runs on the thread that computes the levels of detail.
  /// - Parameter body: A closure that runs while another thread computes the levels of detail. It must not use this
  ///   writer.
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
        path: path.path, chunks: path.chunks, content: content, row: path.former.row,
        previous: path.former.content))
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
        chunks.append((path.path, chunk.data))
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
    var (new, changed): ([(Int64, Data)], [(Int64, Data)]) = ([], [])
    for path in finished {
      let content = path.content(path.chunks)
      if let row = path.row {
        if content != path.previous { changed.append((row, content)) }
      } else {
        new.append((path.path, content))
      }
    }
    finished = []
    if !new.isEmpty {
      try context.append(
        PathDetail.self, count: new.count,
        [.values(\.content, new.map(\.1)), .references(\.path, new.map(\.0))])
    }
    if !changed.isEmpty {
      try context.update(
        PathDetail.self, keys: changed.map(\.0), [.values(\.content, changed.map(\.1))])
    }
  }

  private func writeChunks() throws {
    guard !chunks.isEmpty else { return }
    let first = try context.append(
      PathChunk.self, count: chunks.count,
      [.values(\.content, chunks.map(\.content)), .references(\.path, chunks.map(\.path))]
    ).lowerBound
    func stored(_ key: Int64) -> Int64 { key < 0 ? first + (-1 - key) : key }
    finished = finished.map {
      Finished(
        path: $0.path, chunks: $0.chunks.map(stored), content: $0.content, row: $0.row,
        previous: $0.previous)
    }
    if let pending = current?.chunks { current?.chunks = pending.map(stored) }
    chunks = []
    bytes = 0
  }
}

/// A path's levels of detail as stored before its points changed.
struct FormerDetail {
  var row: Int64?
  var content: Data?
  private var chunks: [UInt64: [(key: Int64, content: Data)]] = [:]

  mutating func add(_ key: Int64, _ content: Data) {
    chunks[TrackDetail.digest(of: content), default: []].append((key, content))
  }

  /// Returns the key of an unused row with the same content as the given chunk, and marks the row as used. Returns nil
  /// if there is no such row.
  mutating func reuse(_ chunk: TrackDetailBuilder.Chunk) -> Int64? {
    guard let row = chunks[chunk.digest]?.firstIndex(where: { $0.content == chunk.data }) else {
      return nil
    }
    return chunks[chunk.digest]?.remove(at: row).key
  }

  /// The keys of the stored rows that no new chunk reuses.
  var unusedChunks: [Int64] { chunks.values.flatMap { $0.map(\.key) }.sorted() }
}
