import CartographerModel
import Foundation
import SwiftData
import TestSupport
import Testing

/// Stores written by released versions. Recording writes only missing fixtures: an existing fixture
/// is never written again.
@Suite(.serialized) struct StoreFixtureTests {
  private static let versions = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0", "7.0.0"]

  private func fixture(_ version: String) throws -> URL {
    let url = PackageFiles.fixture("stores/cartographer-\(version).store")
    guard ProcessInfo.processInfo.environment["CARTOGRAPHER_RECORD"] != nil,
      !FileManager.default.fileExists(atPath: url.path)
    else { return url }
    switch version {
    case "1.0.0": try OldStores.writeV1(url)
    case "2.0.0": try OldStores.writeV2(url)
    case "3.0.0", "4.0.0", "5.0.0", "6.0.0": return url
    default:
      try FileManager.default.copyItem(at: try fixture("6.0.0"), to: url)
      try OldStores.addPathAcrossAntimeridian(url)
      for backup in StoreBackup.list(of: url) { try FileManager.default.removeItem(at: backup) }
    }
    try? FileManager.default.removeItem(atPath: url.path + ".lock")
    return url
  }

  @Test(arguments: versions)
  func `a store of each released version opens with all its rows and links`(
    version: String
  ) throws {
    let original = try fixture(version)
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "copy.store")
      try FileManager.default.copyItem(at: original, to: url)
      let before = try ModelContainer.inspect(url: url)
      #expect(before.version.description == version)
      let migrated = try OldStores.openCurrent(url)
      try Golden.compare(
        try OldStores.describe(migrated).joined(separator: "\n") + "\n",
        with: "stores/cartographer-\(version).txt")
      if version == Self.versions.last {
        #expect(migrated.migrationReport == nil)
      } else {
        let report = try #require(migrated.migrationReport)
        for entity in ["Location", "Path", "Waypoint", "AnnotationGroup"] {
          let count = try #require(report.entities.first { $0.name == entity })
          #expect(count.before == count.after)
          #expect(count.before == before.counts[entity])
        }
        // Version 3 identified the import of an item only by its time. Version 6 added the levels
        // of detail.
        let changed = ["Location.waypoint", "PathDetail.path", "PathChunk.path"]
        for link in report.links
        where !link.name.hasSuffix(".importRecord") && !changed.contains(link.name) {
          #expect(link.before == link.after, "\(link.name)")
        }
      }
      try migrated.close()
      let again = try OldStores.openCurrent(url)
      #expect(again.migrationReport == nil)
      try again.close()
      #expect(StoreBackup.list(of: url).count == (version == Self.versions.last ? 0 : 1))
    }
  }

  @Test func `every schema version has a fixture`() {
    let versions = CartographerMigrationPlan.schemas.map { "\($0.versionIdentifier)" }
    #expect(versions == Self.versions)
  }

  @Test func `the backup of a migrated store opens with the old model types`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "copy.store")
      try FileManager.default.copyItem(at: try fixture("1.0.0"), to: url)
      let migrated = try OldStores.openCurrent(url)
      let backup = try #require(migrated.migrationReport?.backup)
      try migrated.close()
      let old = try OldStores.open(CartographerSchemaV1.self, backup)
      let places = try ModelContext(old).fetch(FetchDescriptor<CartographerSchemaV1.Location>())
      #expect(places.count == 7)
      try old.close()
    }
  }
}
