import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData
import TestSupport
import Testing

@testable import CartographerCore

extension Library {
  /// Checks that the levels of detail of all paths are those that a rebuild would write.
  func expectCurrentLevels(_ comment: Comment? = nil) throws {
    let context = ModelContext(container)
    #expect(try LevelsCheck(context).findings() == [], comment)
    // Other edits of the test must still be undone and redone, so the rebuild must not change rows.
    try context.transaction(title: "Rebuild") { try PathDetailWriter(context).rebuildAll() }
    #expect(context.lastHistoryChange == nil, comment)
  }
}

@Suite struct LevelTests {
  fileprivate func walk(_ count: Int, latitude: Double = 46) -> [Coordinate] {
    (0..<count).map {
      Coordinate(
        latitude: latitude + Double($0) * 1e-4, longitude: 7 + sin(Double($0) / 9) * 1e-3)
    }
  }

  /// Returns a store with a path of 3 000 points, a path of 40 points and an empty path.
  private func store(in folder: TemporaryDirectory) async throws -> URL {
    let url = folder.url.appending(path: "a.store")
    let library = try await Library.file(url)
    for count in [3_000, 40] {
      _ = try await library.apply(
        .addPath(name: "P\(count)", kind: .track, points: walk(count), groups: []))
    }
    try await library.close()
    return url
  }

  private func changing(_ url: URL, _ body: (ModelContext) throws -> Void) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    try body(context)
    try context.save()
    try container.close()
  }

  @Test func `every edit, undo and redo of a long path keeps its levels current`() async throws {
    let library = try await Library.temporary()
    let long = try await library.apply(
      .addPath(name: "Long", kind: .track, points: walk(3_000), groups: [])
    ).created[0]
    let short = try await library.apply(
      .addPath(name: "Short", kind: .track, points: walk(90, latitude: 47), groups: [])
    ).created[0]
    try await library.expectCurrentLevels("new")
    let keys = try #require(try await library.geometry(long)).keys
    let here = Coordinate(latitude: 46.1, longitude: 7.2)
    let edits: [LibraryEdit] = [
      .editPoints(of: long, .move(key: keys[1_500], to: here)),
      .editPoints(of: long, .insert(before: keys[700], here)),
      .editPoints(of: long, .delete(keys: Array(keys[100..<200]))),
      .editPoints(of: long, .setElevation(keys: Array(keys[300..<400]), metres: 1_234)),
      .editPoints(of: long, .reverse),
      .split(long, at: keys[1_000]),
      .perform(.simplify(toleranceMetres: 3), on: long, in: nil),
      .join([long, short]),
      .duplicate([long]),
      .convert([long], to: .route),
      .trash([long]),
      .restore([long]),
    ]
    for edit in edits {
      _ = try await library.apply(edit)
      try await library.expectCurrentLevels("\(edit)")
    }
    for _ in edits {
      _ = try await library.undo()
      try await library.expectCurrentLevels("undo")
    }
    for _ in edits { _ = try await library.redo() }
    try await library.expectCurrentLevels("redo")
    _ = try await library.apply(.trash([long]))
    _ = try await library.apply(.purge([long]))
    try await library.expectCurrentLevels("purge")
  }

  @Test func `an edit of one point of a long path rewrites few chunks`() async throws {
    let library = try await Library.temporary()
    let id = try await library.apply(
      .addPath(name: "Long", kind: .track, points: walk(30_000), groups: [])
    ).created[0]
    let context = ModelContext(library.container)
    func chunks() throws -> Set<Int64> {
      var keys: Set<Int64> = []
      try context.forEachChunk(of: PathChunk.self, [.key]) { keys.formUnion($0.integers(0)) }
      return keys
    }
    let before = try chunks()
    let key = try #require(try await library.geometry(id)).keys[9_000]
    _ = try await library.apply(
      .editPoints(of: id, .move(key: key, to: Coordinate(latitude: 46.9, longitude: 7))))
    let after = try chunks()
    #expect(before.count > 20)
    #expect(after.subtracting(before).count <= 10)
  }

  @Test(arguments: ["core/trip.gpx"])
  func `an import, its update and its removal keep the levels current`(file: String) async throws {
    let library = try await Library.ticking()
    let text = try String(contentsOf: PackageFiles.fixture(file), encoding: .utf8)
    for version in [text, text.replacingOccurrences(of: "45.", with: "44.")] {
      _ = try await library.importFile(
        .stream(named: "trip.gpx") { MemorySource(Array(version.utf8)) })
      try await library.expectCurrentLevels()
    }
    _ = try await library.undo()
    try await library.expectCurrentLevels()
  }

  @Test func `a long imported path in several segments has current levels`() async throws {
    let library = try await Library.temporary()
    var text = "<gpx version='1.1'><trk><trkseg>"
    for (index, point) in walk(25_000).enumerated() {
      if index == 9_000 || index == 20_001 { text += "</trkseg><trkseg>" }
      text += "<trkpt lat='\(point.latitude)' lon='\(point.longitude)'/>"
    }
    let bytes = Array((text + "</trkseg></trk></gpx>").utf8)
    _ = try await library.importFile(.stream(named: "a.gpx") { MemorySource(bytes) })
    try await library.expectCurrentLevels()
  }

  @Test func `the check finds missing, damaged and outdated levels, and the repair corrects them`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let damages: [(code: String, (ModelContext) throws -> Void)] = [
      ("path.levelsMissing", { try $0.deleteRows(of: PathDetail.self) }),
      ("path.levelsDamaged", { try $0.deleteRows(of: PathChunk.self) }),
      (
        "path.levelsDamaged",
        { context in
          for chunk in try context.fetch(FetchDescriptor<PathChunk>()) { chunk.content[20] ^= 1 }
        }
      ),
      (
        "path.levelsDamaged",
        { context in
          for detail in try context.fetch(FetchDescriptor<PathDetail>()) {
            detail.content = Data(detail.content.dropLast())
          }
        }
      ),
      (
        "path.levelsDamaged",
        { context in
          for chunk in try context.fetch(FetchDescriptor<PathChunk>()).dropFirst() {
            chunk.path = nil
          }
        }
      ),
      (
        "path.levelsOutdated",
        { context in
          for point in try context.fetch(FetchDescriptor<Waypoint>()) where point.index == 10_240 {
            point.elevation = 5
          }
        }
      ),
    ]
    for (number, damage) in damages.enumerated() {
      let own = folder.url.appending(path: "\(number)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let url = try await store(in: folder)
      #expect(try StoreCheck(of: url).findings == [])
      try changing(url, damage.1)
      let findings = try StoreCheck(of: url).findings
      #expect(!findings.isEmpty && findings.allSatisfy { $0.code == damage.code && $0.repairable })
      #expect(findings.contains { $0.item == "P1" })
      let repaired = try StoreCheck.repair(url).paths
      #expect(repaired.contains(ItemID(.path, 1)))
      #expect(try StoreCheck(of: url).findings == [], "\(number)")
      #expect(try StoreCheck.repair(url).paths == [])
      for suffix in ["", "-wal", "-shm", ".lock"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
    }
  }
}

extension LevelTests {
  @Test func `an update of a snapshot names a path whose levels another program repaired`()
    async throws
  {
    let library = try await Library.temporary()
    let id = try await library.apply(
      .addPath(name: "P", kind: .track, points: walk(500), groups: [])
    ).created[0]
    let context = ModelContext(library.container)
    let first = try await library.snapshot(countingPoints: false)
    try context.transaction(title: "Damage") {
      for detail in try context.fetch(FetchDescriptor<PathDetail>()) { detail.content = Data([1]) }
      try context.save()
    }
    let damaged = try await library.update(after: first)
    #expect(damaged.changed == [id])
    try context.transaction(title: "Repair") { _ = try LevelsCheck.repair(context) }
    #expect(try await library.update(after: damaged.snapshot).changed == [id])
  }

  @Test func `paths without levels of detail are read from their points`() async throws {
    let library = try await Library.temporary()
    let id = try await library.apply(
      .addPath(name: "P", kind: .track, points: walk(500), groups: [])
    ).created[0]
    let stored = try #require(try await library.levels(of: .all) { $0 }[id])
    #expect(stored.overview.count <= 64)
    let chunks = try await library.chunks(stored.levels.flatMap { $0.chunks.map(\.key) } + [999]) {
      $0
    }
    #expect(chunks.count == stored.levels.reduce(0) { $0 + $1.chunks.count })
    let context = ModelContext(library.container)
    try context.transaction(title: "Damage") { try context.deleteRows(of: PathDetail.self) }
    let read = try #require(try await library.levels(of: .keys([id.key, 99])) { $0 }[id])
    #expect(read.overview.count == 500)
    #expect(read.measures == stored.measures)
    #expect(read.pointDigest == stored.pointDigest)
  }

  @Test func `the elevations of a drawn path are counted on request`() async throws {
    let library = try await Library.temporary()
    let heights: [[Double]] = [[2_752, .nan], [2_752, 2_800], [.nan, .nan]]
    var ids: [ItemID] = []
    for (number, elevations) in heights.enumerated() {
      ids += try await library.apply(
        .addPath(
          name: "P\(number)", kind: .route, points: walk(2), elevations: elevations, groups: [])
      ).created
    }
    let counted = try await library.levels(of: .all, countingElevations: true, \.measures)
    #expect(ids.map { counted[$0]?.elevationCount } == [1, 2, nil])
    #expect(ids.map { counted[$0]?.hasPartialElevations } == [true, false, false])
    let stored = try await library.levels(of: .all, \.measures)
    #expect(ids.allSatisfy { stored[$0]?.hasPartialElevations == false })
  }
}

extension LevelTests {
  @Test func `cuts, restorations, paths of places and removed imports keep the levels current`()
    async throws
  {
    let library = try await Library.ticking()
    let bytes = Array("<gpx><trk><trkseg><trkpt lat='46' lon='7'/></trkseg></trk></gpx>".utf8)
    let report = try await library.importFile(.stream(named: "a.gpx") { MemorySource(bytes) })
    let long = try await library.apply(
      .addPath(name: "Long", kind: .track, points: walk(3_000), groups: [])
    ).created[0]
    var places: [ItemID] = []
    for point in walk(3) {
      places += try await library.apply(
        .addPlace(name: "Hut", point, elevationMetres: nil, groups: [])
      ).created
    }
    let keys = try #require(try await library.geometry(long)).keys
    let here = Coordinate(latitude: 46.1, longitude: 7.2)
    let moved = try #require(
      try await library.apply(.editPoints(of: long, .move(key: keys[1_500], to: here))).undo)
    _ = try await library.apply(
      .addPath(name: "Short", kind: .track, points: walk(90, latitude: 47), groups: []))
    _ = try await library.apply(.undoChange(moved))
    try await library.expectCurrentLevels("undoChange")
    let deleted = try #require(
      try await library.apply(.editPoints(of: long, .delete(keys: Array(keys[10..<200])))).undo)
    let edits: [LibraryEdit] = [
      .revert([long], toBefore: deleted), .pathOfPlaces(places, kind: .route, name: nil),
      .cut(long, .points([700, 1_900])), .removeImport(try #require(report.importID)),
    ]
    for edit in edits {
      _ = try await library.apply(edit)
      try await library.expectCurrentLevels("\(edit)")
    }
    for _ in edits {
      _ = try await library.undo()
      try await library.expectCurrentLevels("undo")
    }
  }
}
