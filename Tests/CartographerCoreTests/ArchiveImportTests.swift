import CartographerCore
import Foundation
import GeoFormats
import TestSupport
import Testing

/// The import of archives, file by file.
@Suite struct ArchiveImportTests {
  typealias World = ArchiveWorld

  private static let days = [
    World.track("trip/day1.gpx", from: 46), World.track("trip/day2.gpx", from: 46.5),
  ]
  private static let picture: World.Member = (
    "trip/photo.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  )

  private static func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    let packed = MemorySink()
    let sink = try PackedSink(.gzip, into: packed)
    try bytes.withUnsafeBytes { try sink.write($0) }
    try sink.finish()
    return packed.bytes
  }

  @Test(arguments: ["a.zip", "a.tar", "a.tar.gz"])
  func `each file of an archive is an import of its own and unchanged the next time`(name: String)
    async throws
  {
    let members = [Self.picture] + Self.days
    let plain = name == "a.zip" ? ArchiveBytes.zip(members) : ArchiveBytes.tar(members)
    let bytes = name.hasSuffix("gz") ? try Self.gzipped(plain) : plain
    try await World.with { world in
      let first = try await world.importAll(bytes, name)
      #expect(first.files == ["\(name)/trip/day1.gpx", "\(name)/trip/day2.gpx"])
      #expect(first.statuses == [.imported, .imported])
      #expect(try await world.paths().map(\.name) == ["Track 46.0", "Track 46.5"])
      #expect(first.messages.count == 1 && first.messages[0].contains("1 picture"))
      let imports = try await world.library.imports()
      #expect(zip(imports, first.files).allSatisfy { $0.source.hasSuffix("/\($1)") })
      #expect(imports.count == first.files.count)
      let second = try await world.importAll(bytes, name)
      #expect(second.statuses == [.unchanged, .unchanged])
      #expect(second.reports.map(\.importID) == first.reports.map(\.importID))
    }
  }

  @Test func `a file of an archive is recognised when it is imported by itself`() async throws {
    try await World.with { world in
      let first = try await world.importAll(ArchiveBytes.zip(Self.days))
      let second = try await world.importAll(Self.days[0].bytes, "day1.gpx")
      #expect(second.statuses == [.unchanged])
      #expect(second.reports[0].importID == first.reports[0].importID)
    }
  }

  @Test func `an archive with one importable file is imported as that file`() async throws {
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip([Self.days[0], Self.picture]))
      #expect(result.archive == nil && result.files == ["a.zip"])
      #expect(
        result.reports[0].diagnostics.map(\.code) == ["input.unpacked", "input.membersLeft"])
    }
  }

  private static func placemark(_ name: String, in file: String) -> World.Member {
    World.member(
      file,
      """
      <kml><Placemark><name>\(name)</name><Point><coordinates>7,46</coordinates></Point></Placemark></kml>
      """)
  }

  @Test func `a ZIP archive that contains doc.kml is imported file by file`() async throws {
    let members = [Self.days[0], Self.placemark("Hut", in: "doc.kml"), Self.days[1]]
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip(members))
      #expect(
        result.files == ["a.zip/trip/day1.gpx", "a.zip/doc.kml", "a.zip/trip/day2.gpx"])
      #expect(result.statuses == [.imported, .imported, .imported])
    }
  }

  @Test(arguments: [
    (["trip/day1.gpx", "other.kml", "doc.kml"], "doc.kml"),
    (["trip/day1.gpx", "other.kml", "trip/doc.kml"], "trip/doc.kml"),
    (["trip/day1.gpx", "first.kml", "other.kml"], "first.kml"),
  ])
  func `only the main KML file of a KMZ file is imported`(files: [String], main: String)
    async throws
  {
    let members = files.map { $0.hasSuffix("gpx") ? Self.days[0] : Self.placemark($0, in: $0) }
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip(members), "A.KMZ")
      #expect(result.archive == nil && result.files == ["A.KMZ"])
      #expect(try await world.library.snapshot().places.map(\.name) == [main])
      let left = result.reports[0].diagnostics.first { $0.code == "input.membersLeft" }
      #expect(left?.message.contains("trip/day1.gpx") == true)
    }
  }

  @Test func `a KMZ file without a KML file is imported file by file`() async throws {
    try await World.with { world in
      let result = try await world.importAll(ArchiveBytes.zip(Self.days), "a.kmz")
      #expect(result.files == ["a.kmz/trip/day1.gpx", "a.kmz/trip/day2.gpx"])
    }
  }

  @Test(arguments: [true, false])
  func `a KMZ file inside an archive is imported as one file`(isAlone: Bool) async throws {
    let places = World.member(
      "doc.kml",
      "<kml><Placemark><Point><coordinates>7,46</coordinates></Point></Placemark></kml>")
    let kmz: World.Member = (
      "maps/a.kmz", ArchiveBytes.zip([Self.picture, places, World.member("b.kml", "<kml/>")])
    )
    try await World.with { world in
      let result = try await world.importAll(
        ArchiveBytes.zip(isAlone ? [kmz] : [Self.days[0], kmz]))
      #expect(result.files == (isAlone ? [] : ["a.zip/trip/day1.gpx"]) + ["a.zip/maps/a.kmz"])
      #expect(result.statuses.allSatisfy { $0 == .imported } && result.messages.isEmpty)
      let report = try #require(result.reports.last)
      #expect(report.waypoints == 1)
      let left = report.diagnostics.filter { $0.code == "input.membersLeft" }
      #expect(left.count == 1 && left.first?.message.contains("b.kml and 1 picture") == true)
    }
  }

  @Test func `compressed files and archives inside an archive are opened`() async throws {
    let inner = ArchiveBytes.zip(Self.days)
    let packed: World.Member = (
      "late.gpx.gz", try Self.gzipped(World.track("", from: 47).bytes)
    )
    try await World.with { world in
      let result = try await world.importAll(
        ArchiveBytes.zip([
          ("files/all.zip", inner), packed,
          ("t.tar.gz", try Self.gzipped(ArchiveBytes.tar([World.track("x.gpx", from: 48)]))),
        ]))
      #expect(
        result.files == [
          "a.zip/files/all.zip/trip/day1.gpx", "a.zip/files/all.zip/trip/day2.gpx",
          "a.zip/late.gpx.gz", "a.zip/t.tar.gz/x.gpx",
        ])
      #expect(result.statuses.allSatisfy { $0 == .imported } && result.messages.isEmpty)
      #expect(result.reports.allSatisfy { $0.diagnostics.isEmpty })
    }
  }

  @Test func `archives inside archives are opened to a fixed depth and then reported`() async throws
  {
    var archive = ArchiveBytes.zip([World.track("deep.gpx", from: 46)])
    for depth in 0..<4 { archive = ArchiveBytes.zip([("\(depth).zip", archive)] + Self.days) }
    try await World.with { world in
      let result = try await world.importAll(archive)
      #expect(result.reports.count == 6)
      #expect(
        result.messages.contains {
          $0.contains("3 levels deep, including the outermost") && $0.contains("2.zip/1.zip")
        })
    }
  }

  @Test func `file names with dots or a leading slash are only names`() async throws {
    let names = ["../../escape.gpx", "/tmp/absolute.gpx", "", "a\u{1B}[31m\n.gpx"]
    try await World.with { world in
      let members = names.enumerated().map { World.track($1, from: 46 + Double($0) / 10) }
      let result = try await world.importAll(ArchiveBytes.zip(members))
      #expect(
        result.files == [
          "a.zip/../../escape.gpx", "a.zip/tmp/absolute.gpx", "a.zip/unnamed",
          "a.zip/a\u{1B}[31m\n.gpx",
        ])
      #expect(result.statuses.allSatisfy { $0 == .imported })
      let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
      #expect(left == ["a.zip"])
    }
  }

  @Test func `a truncated archive gives its complete files and a diagnostic`() async throws {
    let archive = ArchiveBytes.tar(Self.days)
    try await World.with { world in
      let result = try await world.importAll(Array(archive.prefix(2_500)), "a.tar")
      #expect(result.statuses == [.imported, .imported])
      #expect(result.reports[0].isWhole && !result.reports[1].isWhole)
      #expect(
        result.reports[1].diagnostics.contains {
          $0.code == "input.damaged" || $0.code == "xml.truncated"
        })
    }
  }

  @Test func `a strict import refuses only the files with faults`() async throws {
    let faulty = World.member(
      "bad.gpx", GPXText.file(GPXText.place("A", 91), GPXText.place("B", 46)))
    try await World.with { world in
      let result = try await world.importAll(
        ArchiveBytes.zip([faulty] + Self.days), options(isStrict: true))
      #expect(result.statuses == [.refused, .imported, .imported])
    }
  }

  private func options(isStrict: Bool = false, isDryRun: Bool = false) -> ImportOptions {
    ImportOptions(isStrict: isStrict, isDryRun: isDryRun)
  }

  @Test func `a dry run of an archive changes nothing`() async throws {
    try await World.with { world in
      let result = try await world.importAll(
        ArchiveBytes.zip(Self.days), options(isDryRun: true))
      #expect(result.reports.map(\.wouldBe) == [.imported, .imported])
      #expect(try await world.paths().isEmpty)
    }
  }

  @Test func `the compressed files of an archive cannot expand beyond the archive's limit`()
    async throws
  {
    // Each file alone stays below the limits of a compressed file.
    let blank = [UInt8](repeating: 0x20, count: 60_000)
    let bomb = try Self.gzipped(Array(GPXText.file(GPXText.place("A", 46)).utf8) + blank)
    let bombs: [World.Member] = (0..<100).map { ("\($0).gpx.gz", bomb) }
    let archive = try Self.gzipped(ArchiveBytes.tar(bombs))
    try await World.with { world in
      let result = try await world.importAll(archive, "a.tar.gz")
      #expect(result.statuses.contains(.refused))
      #expect(
        result.reports.contains { $0.diagnostics.contains { $0.code == "limit.unpacked" } })
      var unlimited = ImportOptions()
      unlimited.hasLimits = false
      let all = try await world.importAll(archive, "b.tar.gz", unlimited)
      #expect(!all.statuses.contains(.refused))
    }
  }

  /// The fixture's second file consists of 6 MiB of blanks, and is compressed to 6 KiB.
  @Test func `a file that expands too far is refused, and the other files are imported`()
    async throws
  {
    let archive = try Data(contentsOf: PackageFiles.fixture("core/bomb-member.zip"))
    try await World.with { world in
      let result = try await world.importAll(Array(archive), "a.zip")
      #expect(result.files == ["a.zip/a.gpx", "a.zip/bomb.gpx", "a.zip/c.gpx"])
      #expect(result.statuses == [.imported, .refused, .imported])
      #expect(result.reports[1].diagnostics.last?.code == "limit.ratio")
      #expect(result.messages.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `the start of a compressed file that expands too far is imported unless it is strict`(
    isStrict: Bool
  ) async throws {
    let start = Array("<gpx version=\"1.1\" creator=\"t\"><wpt lat=\"46\" lon=\"7\"/>".utf8)
    let bomb = try Self.gzipped(start + [UInt8](repeating: 0x20, count: 8 << 20))
    try await World.with { world in
      let result = try await world.importAll(bomb, "a.gpx.gz", options(isStrict: isStrict))
      #expect(result.statuses == [isStrict ? .refused : .imported])
      #expect(result.reports[0].diagnostics.contains { $0.code == "limit.ratio" })
      #expect((result.reports[0].damage == nil) == isStrict)
    }
  }

  @Test func `a cancelled import of an archive keeps the files imported before`() async throws {
    try await World.with { world in
      let input = ImportInput.file(try world.write(ArchiveBytes.zip(Self.days), "a.zip"))
      guard case .archive(let members) = try await world.library.content(of: input) else {
        Issue.record("The archive was read as a single file.")
        return
      }
      let first = try #require(try await members.next())
      _ = try await world.library.importFile(first)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await members.next()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await world.paths().count == 1)
    }
  }
}

extension ArchiveWorld {
  fileprivate func importAll(
    _ bytes: [UInt8], _ options: ImportOptions
  ) async throws -> Result {
    try await importAll(bytes, "a.zip", options)
  }
}
