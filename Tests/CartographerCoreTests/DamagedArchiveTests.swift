import CartographerCore
import TestSupport
import Testing

/// The import of ZIP archives with damaged files.
@Suite struct DamagedArchiveTests {
  typealias World = ArchiveWorld

  private static let whole = World.track("day2.gpx", from: 46)
  private static let places = (0..<300).map { GPXText.place("Place \($0)", 46) }
  private static let damaged = World.member("day1.gpx", GPXText.file(places.joined()))

  @Test(arguments: [false, true])
  func `a damaged file of an archive is read up to the damage, unless the import is strict`(
    isStrict: Bool
  ) async throws {
    let archive =
      ArchiveBytes.damagedZipFile(Self.damaged, at: 9_000) + ArchiveBytes.zip([Self.whole])
    try await World.with { world in
      let result = try await world.importAll(
        archive, "a.zip", ImportOptions(isStrict: isStrict))
      #expect(result.files == ["a.zip/day1.gpx", "a.zip/day2.gpx"])
      #expect(result.statuses == [isStrict ? .refused : .imported, .imported])
      let report = result.reports[0]
      #expect(report.diagnostics.contains { $0.message.contains("the ZIP archive is damaged") })
      // At most one kibibyte before the damage is not read.
      if !isStrict { #expect(report.waypoints > 80 && report.waypoints < 300) }
      #expect(result.messages.isEmpty)
    }
  }

  @Test(arguments: ["day1.gpx", "day1.igc", "day1.fit", "day1.csv", "day1.json"])
  func `a file that is damaged at its start is refused because of the damage`(name: String)
    async throws
  {
    let damaged = ArchiveBytes.damagedZipFile((name, Self.damaged.bytes), at: 0)
    try await World.with { world in
      let result = try await world.importAll(damaged + ArchiveBytes.zip([Self.whole]), "a.zip")
      #expect(result.statuses == [.refused, .imported])
      let reason = "the ZIP archive is damaged before the first complete element"
      #expect(result.reports[0].diagnostics.map(\.message) == [reason])
      #expect(result.messages.isEmpty)
      let alone = try await world.importAll(damaged, "b.zip")
      #expect(alone.statuses == [.refused])
      #expect(alone.reports[0].diagnostics.map(\.message) == [reason])
    }
  }

  @Test(arguments: [true, false])
  func `the truncation of an archive is reported after its only readable file`(isTruncated: Bool)
    async throws
  {
    let picture: World.Member = ("photo.png", [0x89, 0x50, 0x4E, 0x47])
    let archive = ArchiveBytes.zip([Self.whole, picture])
    let end = try #require(archive.firstRange(of: Array("photo.png".utf8))).lowerBound
    try await World.with { world in
      let result = try await world.importAll(isTruncated ? Array(archive[..<end]) : archive)
      #expect(result.statuses == [.imported])
      #expect(result.archive == nil)
      let messages = result.reports.flatMap(\.diagnostics).map(\.message)
      let truncation = messages.filter { $0.hasPrefix("the ZIP archive is truncated or damaged; ") }
      #expect(truncation.count == (isTruncated ? 1 : 0))
    }
  }
}
