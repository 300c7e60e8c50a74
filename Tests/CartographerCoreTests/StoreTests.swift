import CartographerCore
import CartographerModel
import Foundation
import GeoFormats
import LogicalDump
import SwiftData
import TestSupport
import Testing

@Suite struct StoreTests {
  private func store(in folder: TemporaryDirectory) async throws -> URL {
    let url = folder.url.appending(path: "a.store")
    let library = try await Library.file(url)
    _ = try await library.importFile(
      .file(PackageFiles.fixture("core/trip.gpx")), options: ImportOptions(groups: ["Trip"]))
    try await library.close()
    return url
  }

  @Test func `the store info counts the items and names the last backup`() async throws {
    let folder = try TemporaryDirectory()
    let url = try await store(in: folder)
    let info = try StoreInfo(at: url)
    #expect(info.schemaVersion == "7.0.0")
    #expect(info.latest)
    #expect(info.locations == 3)
    #expect(info.paths == 3)
    #expect(info.waypoints == 11)
    #expect(info.groups == 1)
    #expect(info.memberships == 6)
    #expect(info.bytes > 4_096)
    #expect(info.lastBackup == nil)
    let backup = try StoreMaintenance.backup(of: url)
    #expect(try StoreInfo(at: url).lastBackup == backup.path)
    #expect(try StoreInfo(at: backup).waypoints == 11)
  }

  @Test func `restoring a backup brings back its content and keeps the replaced store`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let url = try await store(in: folder)
    let backup = try StoreMaintenance.backup(of: url, to: folder.url.appending(path: "b.store"))
    let library = try await Library.file(url)
    let before = try await library.dump()
    _ = try await library.apply(.set(.name, of: [ItemID(.group, 1)], to: "Other"))
    do {
      _ = try StoreMaintenance.restore(backup, to: url)
      Issue.record("a store in use was replaced")
    } catch let error as LibraryError {
      #expect(error.code == .busy)
    }
    try await library.close()
    let kept = try #require(try StoreMaintenance.restore(backup, to: url))
    let restored = try await Library.file(url)
    #expect(try await restored.dump() == before)
    let aside = try await Library.file(kept, readOnly: true)
    #expect(try await aside.snapshot().groups.map(\.name) == ["Other"])
  }

  @Test func `the check of a sound store with an empty path has no findings`() async throws {
    let folder = try TemporaryDirectory()
    let url = try await store(in: folder)
    let library = try await Library.file(url)
    let empty = Array("<gpx version='1.1'><wpt lat='1' lon='1'/><trk></trk></gpx>".utf8)
    _ = try await library.importFile(.stream(named: "e") { MemorySource(empty) })
    try await library.close()
    #expect(try StoreCheck(of: url).findings == [])
  }

  @Test func `the check reports a point with impossible coordinates`() async throws {
    let folder = try TemporaryDirectory()
    let url = try await store(in: folder)
    let container = try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let place = try #require(try context.fetch(FetchDescriptor<Location>()).first)
    place.waypoint.latitude = 91
    try context.save()
    let key = place.persistentModelID.primaryKey
    try container.close()
    let check = try StoreCheck(of: url)
    #expect(!check.ok)
    #expect(check.findings.map(\.item) == ["L\(key)"])
  }

  @Test func `the check reports an unordered itinerary and a stop without a group`() async throws {
    let folder = try TemporaryDirectory()
    let url = try await store(in: folder)
    let container = try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let group = AnnotationGroup(name: "Trip", created: testTime)
    context.insert(group)
    for (index, day) in [2, 1].enumerated() {
      let entry = ItineraryEntry(index: index, day: day, title: "Stop")
      context.insert(entry)
      entry.group = group
    }
    context.insert(ItineraryEntry(index: 0, day: 1, title: "Lost"))
    try context.save()
    let key = group.persistentModelID.primaryKey
    try container.close()
    let findings = try StoreCheck(of: url).findings
    #expect(findings.map(\.code) == ["itinerary.orphaned", "itinerary.daysOutOfOrder"])
    #expect(findings.map(\.item) == [nil, "G\(key)"])
    #expect(try StoreInfo(at: url).stops == 3)
  }

  @Test func `a file that is not a store is rejected and left unchanged`() async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "notes.txt")
    try Data("not a store".utf8).write(to: url)
    for attempt in 0..<4 {
      do {
        switch attempt {
        case 0: _ = try StoreInfo(at: url)
        case 1: _ = try StoreCheck(of: url)
        case 2: _ = try StoreMaintenance.migrate(url)
        default: _ = try await Library.file(url)
        }
        Issue.record("attempt \(attempt) accepted a text file as a store")
      } catch let error as LibraryError {
        #expect(error.code == .badData)
      }
    }
    #expect(try Data(contentsOf: url) == Data("not a store".utf8))
    #expect(try refusal(folder.url.appending(path: "none")) == .notFound)
  }

  private func refusal(_ url: URL) throws -> LibraryError.Code? {
    do {
      _ = try StoreInfo(at: url)
      return nil
    } catch let error as LibraryError {
      return error.code
    }
  }

  @Test func `statistics list each path and the totals of all paths`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importFile(.file(PackageFiles.fixture("core/trip.gpx")))
    let report = try await library.statistics(of: [])
    #expect(report.paths.map(\.points) == [2, 4, 2])
    #expect(report.paths.map(\.segments) == [1, 2, 1])
    #expect(report.total.points == 8)
    let sum = report.paths.reduce(0) { $0 + $1.lengthMetres }
    #expect(report.total.lengthMetres == sum)
    #expect(report.total.elevationMax == 1_050.5)
    #expect(report.total.ascentMetres == report.paths[1].ascentMetres)
    #expect(report.total.durationSeconds == 4_200)
    let speed = try #require(report.total.speedMean)
    #expect(abs(speed - (report.paths[1].speedMean ?? 0)) < 1e-9)
    let one = try await library.statistics(of: [ItemID(.path, 2)], thresholdMetres: 100)
    #expect(one.paths.count == 1)
    #expect(one.total.threshold == 100)
  }
}
