import Foundation
import TestSupport
import Testing

/// The import of archives and of exports of other services on the command line.
@Suite struct CLIArchiveTests {
  private static func gpx(_ name: String, _ latitude: Double) -> [UInt8] {
    Array(GPXText.file(GPXText.place(name, latitude)).utf8)
  }

  private static let trip = ArchiveBytes.zip([
    ("days/a.gpx", gpx("Hut", 46)), ("photo.png", [0x89, 0x50, 0x4E, 0x47]),
    ("days/empty.gpx", gpx("Nowhere", 91)), ("days/b.gpx", gpx("Lake", 47)),
  ])

  private func program(_ bytes: [UInt8] = trip) throws -> (CLIProgram, file: String) {
    let program = try CLIProgram()
    let file = program.folder.file("trip.zip")
    try Data(bytes).write(to: file)
    return (program, file.path)
  }

  @Test func `an archive has one JSON entry per file and a report of its own`() throws {
    let (program, file) = try program()
    let result = try program.run("import", "--json", file)
    #expect(result.exitCode == 65)
    let document = try JSONSerialization.jsonObject(with: result.standardOutput)
    let object = try #require(document as? [String: Any])
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(
      files.map { $0["file"] as? String }
        == ["a", "empty", "b"].map { "\(file)/days/\($0).gpx" })
    #expect(files.map { $0["status"] as? String } == ["imported", "refused", "imported"])
    let archives = try #require(object["archives"] as? [[String: Any]])
    #expect(archives.map { $0["archive"] as? String } == [file])
    #expect(archives.first?["files"] as? Int == 3)
    let left = archives.first?["diagnostics"] as? [[String: Any]]
    #expect(left?.compactMap { $0["code"] as? String } == ["input.membersLeft"])
  }

  @Test func `a format for an archive of several files is refused with the way out`() throws {
    let (program, file) = try program()
    let failure = try program.failure("import", "--format", "csv", file)
    let message = failure.error["message"] as? String ?? ""
    #expect(
      message.contains("`--format` needs one file, but \(file) contains 3 files"), "\(message)")
    #expect((failure.error["remedy"] as? String)?.contains("Omit `--format`") == true)
    #expect(try program.run("list").output.isEmpty)
    let table = program.folder.file("table.zip")
    let rows = Array("name,lat,lon\nLodge,46.5,7.5\n".utf8)
    try Data(ArchiveBytes.zip([("a.txt", rows)])).write(to: table)
    let result = try program.run("import", "--format", "csv", table.path)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try program.run("list").output.contains("Lodge"))
  }

  @Test func `an archive is imported like a folder, also from standard input`() throws {
    let (program, file) = try program()
    let first = try program.run("import", file)
    #expect(first.output.contains("trip.zip/days/a.gpx: imported 1 place"))
    #expect(first.errors.contains("1 file in the archive has no known format"))
    #expect(first.errors.contains("1 picture"))
    let dry = try program.run("import", "--dry-run", file)
    #expect(dry.errors.contains("Already imported and therefore not listed: 2 files."))
    let piped = try Subprocess.run(
      "/bin/sh",
      ["-c", "'\(program.executable.path)' import --json - < '\(file)'; true"],
      environment: program.environment, workingDirectory: PackageFiles.root)
    #expect(piped.output.contains("\"standard input/days/b.gpx\""))
    #expect(piped.output.contains("\"unchanged\""))
    #expect(try program.run("list", "places").output.contains("Lake"))
  }

  @Test func `damage of a file is reported before the findings about places in the file`() throws {
    let places = (0..<300).map { "<wpt lat=\"\($0 == 0 ? 46 : 91)\" lon=\"7\"/>" }.joined()
    let file = Array(#"<gpx xmlns="http://www.topografix.com/GPX/1/1">\#(places)</gpx>"#.utf8)
    let (program, archive) = try program(
      ArchiveBytes.damagedZipFile(("a.gpx", file), at: 5_000)
        + ArchiveBytes.zip([("b.gpx", Self.gpx("Lake", 47))]))
    let result = try program.run("import", archive)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("trip.zip/a.gpx: ") }
    #expect(lines.first?.contains("the ZIP archive is damaged") == true, "\(result.errors)")
    #expect(lines.last?.contains("more findings") == true, "\(result.errors)")
    #expect(lines.count == 21)
  }

  @Test func `an option without effect is reported once for the files of an archive`() throws {
    let (program, file) = try program()
    let result = try program.run("import", "--columns", "lat=1,lon=2", file)
    #expect(result.errors.ranges(of: "`--columns` has no effect").count == 1)
  }

  @Test func `an update needs one file, not an archive of several`() throws {
    let (program, file) = try program()
    _ = try program.run("import", file)
    let result = try program.run("import", "--update", "I1", file)
    #expect(result.exitCode == 64 && result.errors.contains("contains 3 files"))
  }

  @Test func `the list of an unpacked Strava export stands for its files`() throws {
    let program = try CLIProgram()
    let folder = PackageFiles.fixture("exports/strava").path
    let result = try program.run("import", "\(folder)/activities.csv")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("“Krafttraining” (row 4)"))
    #expect(result.errors.contains("activities/1005.fit.gz (“Verlorene Datei”)"))
    #expect(try program.run("list", "paths").output.contains("Feierabendrunde"))
    let whole = try program.run("import", "--recursive", folder)
    #expect(whole.errors.contains("Already imported and therefore not listed: 3 files."))
  }

  @Test func `the files of an activity export that have no positions are named`() throws {
    let program = try CLIProgram()
    let folder = program.folder.file("export").path
    try FileManager.default.createDirectory(
      atPath: folder + "/activities", withIntermediateDirectories: true)
    for (name, source) in [("1001", "activity"), ("1002", "indoor")] {
      try FileManager.default.copyItem(
        atPath: PackageFiles.fixture("fit/\(source).fit").path,
        toPath: "\(folder)/activities/\(name).fit")
    }
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Filename
      1001,"1 Jul 2026, 06:00:00",Ride,Ride,,activities/1001.fit
      1002,"2 Jul 2026, 06:00:00",Rollers,Ride,,activities/1002.fit

      """
    try Data(list.utf8).write(to: URL(filePath: folder + "/activities.csv"))
    let result = try program.run("import", folder + "/activities.csv")
    #expect(
      result.errors.contains("Not imported because they contain no positions: 1 file: 1002.fit."),
      "\(result.errors)")
  }

  @Test func `a timeline becomes places and one track per day`() throws {
    let program = try CLIProgram()
    let file = PackageFiles.fixture("exports/google/Timeline-android.json").path
    let result = try program.run("import", file)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("imported 1 place, no routes, 3 tracks, 10 points"))
    #expect(try program.run("import", file).output.contains("unchanged"))
  }
}
