import Foundation
import TestSupport
import Testing

/// Towns on the command line: positions in words, names after towns, and suggested time zones.
@Suite struct CLITownTests {
  private static let tracks = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><trkseg><trkpt lat="45.92" lon="6.87"><time>2026-07-10T22:30:00Z</time></trkpt>
    <trkpt lat="46.02" lon="7.75"><time>2026-07-11T05:00:00Z</time></trkpt></trkseg></trk>
    <trk><trkseg><trkpt lat="46.02" lon="7.74"/><trkpt lat="46.021" lon="7.75"/></trkseg></trk>
    <trk><trkseg><trkpt lat="-45" lon="-125"/><trkpt lat="46.02" lon="7.75"/></trkseg></trk>
    <trk><name>Own</name><trkseg><trkpt lat="46.02" lon="7.75"/></trkseg></trk></gpx>
    """

  private func withTracks(_ options: String...) throws -> (CLIProgram, Subprocess) {
    let program = try CLIProgram()
    let file = program.folder.file("tracks.gpx")
    try Self.tracks.write(to: file, atomically: true, encoding: .utf8)
    return (program, try program.run(["import", file.path] + options))
  }

  private func names(_ program: CLIProgram) throws -> [String] {
    let paths = try program.json("list", "paths")["paths"] as? [[String: Any]]
    return (paths ?? []).compactMap { $0["name"] as? String }
  }

  @Test func `near accepts a town if no item has its name, and says so`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("near", "chamonix", "-n", "1")
    #expect(
      result.errors.contains(
        "No item is named 'chamonix', so the town Chamonix-Mont-Blanc, France is used."))
    #expect(result.output.contains("16.1 km"))
    let document = try program.json("near", "Zermatt", "-n", "1")
    #expect(document["namedTown"] as? String == "Zermatt, Switzerland")
    let town = try #require(document["town"] as? [String: Any])
    #expect(town["words"] as? String == "in Zermatt, Switzerland")
    try program.run("add", "place", "Zermatt", "45.7", "6.8")
    let item = try program.json("near", "Zermatt", "-n", "1")
    #expect(item["namedTown"] == nil, "the user's place precedes the town")
    #expect(item["latitude"] as? Double == 45.7)
    #expect(try program.failure("near", "Zermattt").code == 66)
    for name in ["paris, texas", "paris texas"] {
      let texas = try program.json("near", name, "-n", "1")
      #expect(texas["namedTown"] as? String == "Paris, United States", "\(name)")
    }
    #expect(try program.failure("near", "paris, no such region").code == 66)
  }

  @Test func `near prefers a town near the items, and tells how many others there are`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("near", "Interlaken", "-n", "1")
    #expect(
      result.errors.contains(
        """
        No item is named 'Interlaken', so the town Interlaken, Bern, Switzerland is used (1 other \
        town has the same name).
        """), "\(result.errors)")
    let document = try program.json("distance", "Interlaken", "Springfield")
    #expect(document["startTown"] as? String == "Interlaken, Switzerland")
    let empty = try CLIProgram()
    #expect(
      try empty.run("near", "Interlaken").errors.contains("Interlaken, California, United States"),
      "without items, the largest town is used")
  }

  @Test func `near and show tell the nearest town`() throws {
    let program = try CLIProgram()
    try program.run("add", "place", "Ridge", "46.0462", "7.7858")
    try program.run("add", "place", "Hut", "46.05", "7.8")
    #expect(
      try program.run("near", "L1").errors.contains(
        "The starting position is 4.1 km NE of Zermatt, Switzerland."))
    let named = try program.run("near", "Zermatt").errors
    #expect(named.contains("Zermatt, Switzerland is used"), "\(named)")
    #expect(!named.contains("starting position"), "the town has been named: \(named)")
    #expect(
      try program.run("show", "L1").output.contains(
        "near       4.1 km NE of Zermatt, Switzerland\n"))
    try program.run("add", "path", "Haute Route", "45.92 6.87", "46.02 7.75")
    let path = try program.run("show", "P1").output
    #expect(path.contains("near       start: in Chamonix-Mont-Blanc, France\n"), "\(path)")
    #expect(path.contains("           end: in Zermatt, Switzerland\n"), "\(path)")
  }

  @Test func `import names unnamed paths after towns only on request, and reports it`() throws {
    let (plain, _) = try withTracks()
    #expect(
      try names(plain) == [
        "Track 1 of tracks.gpx", "Track 2 of tracks.gpx", "Track 3 of tracks.gpx", "Own",
      ])
    let (dry, preview) = try withTracks("--name-by-towns", "--dry-run")
    #expect(preview.output.contains("; would name 2 paths after towns"), "\(preview.output)")
    #expect(try names(dry) == [])
    let (named, result) = try withTracks("--name-by-towns")
    #expect(result.output.contains("; named 2 paths after towns"), "\(result.output)")
    #expect(
      try names(named) == [
        "Chamonix-Mont-Blanc – Zermatt", "Zermatt", "Track 3 of tracks.gpx", "Own",
      ])
    #expect(try named.run("list", "paths").output.contains("(Chamonix-Mont-Blanc – Zermatt)"))
    let again = try named.json(
      "import", named.folder.file("tracks.gpx").path, "--duplicate", "--name-by-towns")
    let files = try #require(again["files"] as? [[String: Any]])
    #expect(files.first?["namedByTowns"] as? Int == 2)
  }

  @Test func `the setting name-by-towns makes names after towns the default`() throws {
    var program = try CLIProgram()
    program.environment["XDG_CONFIG_HOME"] = program.folder.file("config").path
    let folder = program.folder.file("config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "name-by-towns = \"on\"\n".write(
      to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
    let file = program.folder.file("tracks.gpx")
    try Self.tracks.write(to: file, atomically: true, encoding: .utf8)
    try program.run("import", file.path)
    #expect(try names(program).first == "Chamonix-Mont-Blanc – Zermatt")
    try program.run("import", file.path, "--duplicate", "--no-name-by-towns")
    #expect(try names(program).contains("Track 1 of tracks.gpx"))
  }

  @Test func `a changed file updates its paths and keeps their names`() throws {
    let (program, _) = try withTracks("--name-by-towns")
    let file = program.folder.file("tracks.gpx")
    let more = Self.tracks.replacing(
      "</gpx>", with: "<trk><trkseg><trkpt lat=\"46.95\" lon=\"7.45\"/></trkseg></trk></gpx>")
    try more.write(to: file, atomically: true, encoding: .utf8)
    let result = try program.run("import", file.path, "--name-by-towns")
    #expect(result.output.contains("updated"), "\(result.output)")
    #expect(result.output.contains("; named 1 path after towns"), "\(result.output)")
    #expect(
      try names(program) == [
        "Chamonix-Mont-Blanc – Zermatt", "Zermatt", "Track 3 of tracks.gpx", "Own", "Bern",
      ])
  }

  @Test func `a pattern names existing items after towns`() throws {
    let (program, _) = try withTracks()
    try program.run("edit", "P1", "P2", "--name", "{from} > {to}: {towns}")
    #expect(
      try names(program).prefix(2) == [
        "Chamonix-Mont-Blanc > Zermatt: Chamonix-Mont-Blanc – Zermatt",
        "Zermatt > Zermatt: Zermatt",
      ])
    let failure = try program.failure("rename", "P3", "{from}")
    #expect(failure.code == 64)
    #expect((failure.error["message"] as? String)?.contains("has no town near it") == true)
    try program.run("rename", "P2", "near {near}")
    #expect(try names(program)[1] == "near Zermatt", "no place exists, so the town is used")
  }

  @Test func `renaming to the generated name makes it the user's own`() throws {
    let (program, _) = try withTracks("--name-by-towns")
    try program.run("rename", "P1", "{name}")
    let shown = try program.json("show", "P1")["items"] as? [[String: Any]]
    #expect(shown?.first?["nameIsMadeUp"] == nil)
  }

  @Test func `the local time zone is suggested unless the user chose a zone`() throws {
    var (program, _) = try withTracks()
    let chosen = try program.run("show", "P1")
    #expect(!chosen.errors.contains("--time-zone"), "TZ is set")
    program.environment["TZ"] = ""
    let suggested = try program.run("show", "P1")
    #expect(suggested.errors.contains("--time-zone Europe/Paris"), "\(suggested.errors)")
    let local = try program.run("show", "P1", "--time-zone", "Europe/Paris")
    #expect(!local.errors.contains("--time-zone"))
    #expect(local.output.contains("2026-07-11 00:30 +02:00"), "\(local.output)")
    for words in [
      ["stats", "P1"], ["stats", "P1", "--days"], ["split", "P1", "--days", "--dry-run"],
    ] {
      let result = try program.run(words)
      #expect(result.errors.contains("--time-zone Europe/Paris"), "\(words): \(result.errors)")
    }
    let before = try program.run("--time-zone", "Asia/Tokyo", "stats", "P1")
    #expect(before.output.contains("2026-07-11"), "\(before.errors)")
    #expect(try program.failure("stats", "--time-zone", "Mars/Base").code == 64)
  }

  @Test func `the setting zone chooses the zone of printed times`() throws {
    var (program, _) = try withTracks()
    program.environment["TZ"] = ""
    program.environment["XDG_CONFIG_HOME"] = program.folder.file("config").path
    let folder = program.folder.file("config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "zone = \"Asia/Tokyo\"\n".write(
      to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
    let result = try program.run("show", "P1")
    #expect(result.output.contains("2026-07-11 07:30 +09:00"), "\(result.output)")
    #expect(result.errors.contains("The times are in the zone Asia/Tokyo."), "\(result.errors)")
  }
}
