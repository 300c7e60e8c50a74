import CartographerModel
import Foundation
import Geodesy
import SwiftData
import TestSupport
import Testing

@testable import CartographerCore

/// The boxes of paths and chunks in the rows with levels of detail.
@Suite struct LevelBoxTests {
  private func walk(_ count: Int, longitude: Double) -> [Coordinate] {
    (0..<count).map {
      let east = longitude + Double($0) * 1e-4
      return Coordinate(
        latitude: -17 + sin(Double($0) / 9) * 1e-3, longitude: east.remainder(dividingBy: 360))
    }
  }

  private func boxes(_ library: Library) throws -> (
    paths: [TrackDetail.Box?], chunks: [TrackDetail.Box]
  ) {
    let context = ModelContext(library.container)
    var (paths, chunks): ([TrackDetail.Box?], [TrackDetail.Box]) = ([], [])
    try context.forEachChunk(of: PathDetail.self, PathDetail.boxFields) { chunk in
      paths += (0..<chunk.count).map { TrackDetail.Box(chunk, fields: 0, row: $0) }
    }
    try context.forEachChunk(of: PathChunk.self, PathChunk.boxFields) { chunk in
      chunks += (0..<chunk.count).compactMap { TrackDetail.Box(chunk, fields: 0, row: $0) }
    }
    return (paths, chunks)
  }

  @Test func `a short path has a box, and a long path has boxes of its chunks`() async throws {
    let library = try await Library.temporary()
    for (name, points) in [("Short", 20), ("Long", 3_000)] {
      _ = try await library.apply(
        .addPath(name: name, kind: .track, points: walk(points, longitude: 179.999), groups: []))
    }
    let (paths, chunks) = try boxes(library)
    #expect(paths.count == 2)
    let short = try #require(paths[0])
    #expect(short.west == 179.999 && short.east == 180.0009)
    #expect(short.south >= -17.001 && short.north <= -16.999 && short.south < short.north)
    #expect(paths[1] == nil)
    // Most chunks are east of the 180° meridian, so their boxes begin near -180°.
    #expect(chunks.contains { $0.west == 179.999 && $0.east > 180 })
    #expect(chunks.contains { $0.west < -179.9 && $0.east < -179.6 })
    #expect(chunks.allSatisfy { $0.west >= -180 && $0.west < 180 && $0.east >= $0.west })
  }

  @Test func `edits, undo and redo keep the boxes of a path current`() async throws {
    let library = try await Library.temporary()
    let path = try await library.apply(
      .addPath(name: "Short", kind: .track, points: walk(20, longitude: 7), groups: [])
    ).created[0]
    let before = try boxes(library).paths
    let keys = try #require(try await library.geometry(path)).keys
    _ = try await library.apply(
      .editPoints(of: path, .move(key: keys[3], to: Coordinate(latitude: -16, longitude: 8))))
    let after = try boxes(library).paths
    #expect(after.map { $0?.north } == [-16] && after.map { $0?.east } == [8])
    _ = try await library.undo()
    #expect(try boxes(library).paths == before)
    _ = try await library.redo()
    #expect(try boxes(library).paths == after)
    _ = try await library.apply(.editPoints(of: path, .delete(keys: Array(keys.dropFirst()))))
    #expect(try boxes(library).paths.map { $0?.east } == [7])
    try await library.expectCurrentLevels()
  }

  @Test func `a path without points has no box`() async throws {
    let library = try await Library.temporary()
    let context = ModelContext(library.container)
    try context.transaction(title: "Add") {
      let path = Path(name: "Empty", created: Date(timeIntervalSince1970: 0), kind: "track")
      context.insert(path)
      try context.save()
      try PathDetailWriter(context).rebuild([path.persistentModelID.primaryKey])
    }
    #expect(try boxes(library).paths == [nil])
    try await library.expectCurrentLevels()
    #expect(try await library.nearest(to: walk(1, longitude: 7)[0], limit: 9).isEmpty)
  }

  @Test func `the check finds wrong boxes, and the repair corrects them`() async throws {
    let damages: [(ModelContext) throws -> Void] = [
      { try $0.update(PathDetail.self, [.set(\.south, to: -18)], where: nil) },
      { try $0.update(PathDetail.self, [.set(\.east, to: nil)], where: nil) },
      { try $0.update(PathChunk.self, [.set(\.north, to: 0)], where: nil) },
    ]
    for damage in damages {
      let library = try await Library.temporary()
      for count in [3_000, 40] {
        _ = try await library.apply(
          .addPath(name: "P", kind: .track, points: walk(count, longitude: 7), groups: []))
      }
      let intact = try boxes(library)
      let context = ModelContext(library.container)
      try context.transaction(title: "Damage") { try damage(context) }
      let findings = try LevelsCheck(context).findings()
      #expect(!findings.isEmpty)
      #expect(findings.allSatisfy { $0.code == "path.levelsDamaged" && $0.repairable })
      try context.transaction(title: "Repair") { _ = try LevelsCheck.repair(context) }
      #expect(try boxes(library) == intact)
      try await library.expectCurrentLevels()
    }
  }
}
