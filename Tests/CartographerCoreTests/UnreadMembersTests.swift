import CartographerCore
import Foundation
import TestSupport
import Testing

/// The findings about files that are not read when an unchanged archive is imported again.
@Suite struct UnreadMembersTests {
  typealias World = ArchiveWorld

  private static let day = World.track("trip/day1.gpx", from: 46)
  private static let picture: World.Member = (
    "trip/photo.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  )

  @Test(arguments: [false, true])
  func `an unchanged archive still names the files that were not read`(isDryRun: Bool) async throws
  {
    let archive = ArchiveBytes.zip([Self.day, Self.picture, ("table.xyz", [1, 2, 3])])
    try await World.with { world in
      _ = try await world.importAll(archive)
      for name in ["a.zip", "b.zip"] {
        let result = try await world.importAll(archive, name, ImportOptions(isDryRun: isDryRun))
        let report = try #require(result.reports.first)
        #expect(report.status == .unchanged && report.hasUnreadFiles)
        let found = report.diagnostics.filter { $0.code == "input.membersLeft" }
        #expect(found.count == 1 && found[0].message.contains("table.xyz and 1 picture"))
      }
    }
  }

  @Test func `an unchanged archive with only one file and pictures has no findings`() async throws {
    try await World.with { world in
      for (name, bytes) in [
        ("a.gpx", World.track("", from: 47).bytes),
        ("a.zip", ArchiveBytes.zip([Self.day, Self.picture])),
      ] {
        _ = try await world.importAll(bytes, name)
        let report = try #require(try await world.importAll(bytes, name).reports.first)
        #expect(report.status == .unchanged && !report.hasUnreadFiles)
        #expect(report.diagnostics.isEmpty)
      }
    }
  }
}
