import CartographerModel
import Foundation
import Geodesy
import SwiftData
import TestSupport
import Testing

/// The migration to version 7, which stores the boxes of paths and chunks.
@Suite(.serialized) struct LevelBoxMigrationTests {
  private typealias V6 = CartographerSchemaV6

  private func walk(_ count: Int, latitude: Double, longitude: Double) -> [Coordinate] {
    (0..<count).map {
      let east = longitude + Double($0) * 1e-4
      return Coordinate(
        latitude: latitude + Double($0 % 70) * 1e-5, longitude: east.remainder(dividingBy: 360))
    }
  }

  /// Writes a store of version 6 with one path for each list of points.
  private func writeV6(_ url: URL, _ paths: [[Coordinate]]) throws {
    let container = try OldStores.open(V6.self, url)
    let context = ModelContext(container)
    for (number, points) in paths.enumerated() {
      let path = V6.Path(name: "P\(number)", created: OldStores.created, kind: "track")
      context.insert(path)
      try context.save()
      try context.append(
        V6.Waypoint.self, count: points.count,
        [
          .values(\.latitude, points.map(\.latitude)),
          .values(\.longitude, points.map(\.longitude)),
          .counting(\.index, from: 0, by: 1_024),
          .reference(\.path, path.persistentModelID),
        ])
      var columns = TrackColumns()
      columns.latitudes = points.map(\.latitude)
      columns.longitudes = points.map(\.longitude)
      columns.elevations = points.map { _ in .nan }
      columns.times = points.map { _ in .nan }
      var builder = TrackDetailBuilder()
      builder.add(columns)
      let (chunks, content) = builder.finish()
      let keys = try context.append(
        V6.PathChunk.self, count: chunks.count,
        [
          .values(\.content, chunks.map(\.data)),
          .reference(\.path, path.persistentModelID),
        ])
      try context.append(
        V6.PathDetail.self, count: 1,
        [
          .values(\.content, [content(Array(keys))]),
          .reference(\.path, path.persistentModelID),
        ])
    }
    try container.close()
  }

  /// Changes a store of version 6.
  private func change(_ url: URL, _ body: (ModelContext) throws -> Void) throws {
    let container = try OldStores.open(V6.self, url)
    let context = ModelContext(container)
    try body(context)
    try context.save()
    try container.close()
  }

  /// Migrates a store, and checks its boxes: each point is in a box, each box is that of the row's
  /// content, and a rebuild of all levels would change no row.
  private func expectBoxes(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let container = try OldStores.openCurrent(url)
    let context = ModelContext(container)
    for path in try context.fetch(FetchDescriptor<Path>()) {
      #expect(path.levels.count == 1, sourceLocation: sourceLocation)
      let row = try #require(path.levels.first)
      let detail = try #require(TrackDetail(row.content))
      let listed = detail.levels.flatMap(\.chunks)
      let edges = [row.south, row.north, row.west, row.east]
      let box = detail.undividedBox?.normalized
      #expect(
        edges == [box?.south, box?.north, box?.west, box?.east], sourceLocation: sourceLocation)
      #expect((box == nil) == (path.waypoints.isEmpty || !listed.isEmpty))
      #expect(Set(listed.map(\.key)) == Set(path.chunks.map(\.persistentModelID.primaryKey)))
      var boxes = [box].compactMap { $0 }
      for chunk in path.chunks {
        let points = try #require(TrackChunk(chunk.content))
        let own = TrackDetail.Box(edges: chunk.south, chunk.north, chunk.west, chunk.east)
        #expect(own == own.normalized)
        #expect(own.south == points.latitudes.min() && own.north == points.latitudes.max())
        let west = try #require(points.longitudes.min())
        let east = try #require(points.longitudes.max())
        #expect(own == TrackDetail.Box(edges: own.south, own.north, west, east).normalized)
        boxes.append(own)
      }
      for point in path.waypoints {
        let isInside = boxes.contains { box in
          box.south - 1e-7 <= point.latitude && box.north + 1e-7 >= point.latitude
            && [-360.0, 0, 360].contains {
              box.west - 1e-7 <= point.longitude + $0 && box.east + 1e-7 >= point.longitude + $0
            }
        }
        #expect(isInside, sourceLocation: sourceLocation)
      }
    }
    #expect(
      try context.fetchCount(FetchDescriptor<PathChunk>(predicate: #Predicate { $0.path == nil }))
        == 0)
    try context.transaction(title: "Rebuild") { try PathDetailWriter(context).rebuildAll() }
    #expect(context.lastHistoryChange == nil, sourceLocation: sourceLocation)
    try container.close()
  }

  private let paths: [(points: Int, latitude: Double, longitude: Double)] = [
    (40, 46, 7), (3_000, 46, 7), (0, 0, 0), (1, -90, 180), (50, -17, 179.998), (2_000, -17, 179.9),
    (1_500, 0, 0),
  ]

  private func writeV6(_ url: URL) throws {
    try writeV6(url, paths.map { walk($0.points, latitude: $0.latitude, longitude: $0.longitude) })
  }

  @Test func `the boxes are those of the stored levels, whose content is unchanged`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "old.store")
      try writeV6(url)
      var before: [Data] = []
      try change(url) { context in
        before = try context.fetch(FetchDescriptor<V6.PathDetail>()).map(\.content)
        before += try context.fetch(FetchDescriptor<V6.PathChunk>()).map(\.content)
      }
      let container = try OldStores.openCurrent(url)
      let context = ModelContext(container)
      var after = try context.fetch(FetchDescriptor<PathDetail>()).map(\.content)
      after += try context.fetch(FetchDescriptor<PathChunk>()).map(\.content)
      #expect(after == before)
      let across = try context.fetch(FetchDescriptor<PathDetail>())[4]
      #expect(across.west == 179.998 && across.east == 180.0029)
      try container.close()
      try expectBoxes(url)
    }
  }

  @Test func `missing and damaged levels are computed from the points`() throws {
    let damages: [(ModelContext) throws -> Void] = [
      { try $0.deleteRows(of: V6.PathDetail.self) },
      { try $0.deleteRows(of: V6.PathChunk.self) },
      { for row in try $0.fetch(FetchDescriptor<V6.PathDetail>()) { row.content.removeLast() } },
      { for row in try $0.fetch(FetchDescriptor<V6.PathChunk>()).dropFirst(2) { row.path = nil } },
      { context in
        for row in try context.fetch(FetchDescriptor<V6.PathDetail>()) {
          let copy = V6.PathDetail(content: row.content)
          context.insert(copy)
          copy.path = row.path
        }
      },
      { context in
        for path in try context.fetch(FetchDescriptor<V6.Path>()) {
          let surplus = V6.PathChunk(content: Data([1]))
          context.insert(surplus)
          surplus.path = path
        }
      },
    ]
    for damage in damages {
      try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "old.store")
        try writeV6(url)
        try change(url, damage)
        try expectBoxes(url)
      }
    }
  }

  @Test func `an empty library is migrated`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "old.store")
      try writeV6(url, [])
      try expectBoxes(url)
    }
  }

  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
  func `stores of every older version get levels of detail with boxes`(version: String) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "old.store")
      let fixture = PackageFiles.fixture("stores/cartographer-\(version).store")
      try FileManager.default.copyItem(at: fixture, to: url)
      try expectBoxes(url)
    }
  }
}
