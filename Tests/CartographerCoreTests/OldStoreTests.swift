import CartographerCore
import Foundation
import TestSupport
import Testing

@Suite struct OldStoreTests {
  private func copy(_ version: String, into folder: TemporaryDirectory) throws -> URL {
    let url = folder.url.appending(path: "old.store")
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("stores/cartographer-\(version).store"), to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url
  }

  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
  func `a store of an older version is migrated and opens with all its content`(
    version: String
  ) async throws {
    let folder = try TemporaryDirectory()
    let url = try copy(version, into: folder)
    let bytes = try Data(contentsOf: url)
    let info = try StoreInfo(at: url)
    #expect(info.schemaVersion == version)
    #expect(!info.latest)
    #expect(info.memberships > 0)
    #expect(try StoreCheck(of: url).ok)
    let dryRun = try #require(
      try StoreMaintenance.dryRunMigration(of: url, in: folder.url))
    #expect(dryRun.backup == nil)
    #expect(try Data(contentsOf: url) == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .allSatisfy { $0.hasPrefix("old.store") })

    let library = try await Library.file(url)
    let summary = try #require(library.migrationSummary)
    #expect(summary.from == version)
    #expect(summary.to == "7.0.0")
    #expect(summary.entities == dryRun.entities)
    #expect(summary.backup != nil)
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.count == info.locations)
    #expect(snapshot.paths.count == info.paths)
    #expect(snapshot.groups.count == info.groups)
    let memberships =
      snapshot.places.reduce(0) { $0 + $1.groups.count }
      + snapshot.paths.reduce(0) { $0 + $1.groups.count }
    #expect(memberships == info.memberships)
    let points = snapshot.paths.reduce(0) { $0 + ($1.pointCount ?? 0) }
    #expect(points + snapshot.places.count == info.waypoints)
    try await library.close()

    let again = try await Library.file(url)
    #expect(again.migrationSummary == nil)
    #expect(try await again.snapshot() == snapshot)
    try await again.expectCurrentLevels()
    try await again.close()
    #expect(try StoreInfo(at: url).latest)
    #expect(try StoreMaintenance.migrate(url) == nil)
  }
}
