import Foundation
import TestSupport
import Testing

/// Tests of the formats on the command line: their list, their choice and their options.
@Suite struct CLIFormatTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram() }

  private static let hut = GPXText.file("<wpt lat=\"46\" lon=\"7\"><name>Hut</name></wpt>")

  private func write(_ text: String, to name: String) throws -> String {
    try program.folder.write(text, to: name).path
  }

  private func formats() throws -> [[String: Any]] {
    try #require(program.json("formats")["formats"] as? [[String: Any]])
  }

  @Test func `formats lists each format with its extensions, uses and options`() throws {
    let gpx = try #require(try formats().first { $0["id"] as? String == "gpx" })
    #expect(gpx["extensions"] as? [String] == ["gpx"])
    #expect(gpx["reads"] as? Bool == true && gpx["writes"] as? Bool == true)
    let options = try #require(gpx["options"] as? [[String: String]])
    #expect(options.map { $0["name"] } == ["gpx-version", "valid"])
    #expect(options.allSatisfy { $0["meaning"]?.isEmpty == false })
    let lines = try program.run("formats").output.split(separator: "\n")
    let archives = try #require(program.json("formats")["archives"] as? [[String: Any]])
    let ids = archives.compactMap { $0["id"] as? String }
    #expect(ids == ids.sorted() && Set(ids).isSuperset(of: ["zip", "tar", "gzip", "strava"]))
    #expect(lines.count == (try formats().count) + archives.count)
    #expect(lines.contains { $0.hasPrefix("garmin ") && $0.contains(".zip") })
    let line = try #require(lines.first { $0.hasPrefix("gpx ") })
    for part in [".gpx", "import, export", "--gpx-version --valid"] {
      #expect(line.contains(part), "\(part)")
    }
  }

  @Test func `completion offers the formats and the extensions of the registry`() throws {
    func answer(_ words: String...) throws -> [String] {
      try program.run(["complete", "--shell", "fish", "--"] + words).output
        .split(separator: "\n").map(String.init)
    }
    func ids(_ use: String) throws -> [String] {
      try formats().filter { $0[use] as? Bool == true }.compactMap { $0["id"] as? String }
    }
    #expect(try answer("import", "--format", "").dropFirst() == ids("reads")[...])
    #expect(try answer("export", "--format", "").dropFirst() == ids("writes")[...])
    #expect(try answer("import", "--as", "") == ["values", "places", "path"])
    let extensions = try answer("export", "-o", "")[0].split(separator: " ")
    #expect(extensions.first == "files" && extensions.last == "gz" && extensions.contains("gpx"))
  }

  @Test func `a format that is unknown or cannot be used is refused with the usable ones`() throws {
    try program.run("import", write(Self.hut, to: "a.gpx"))
    for words in [["export", "--format", "nope"], ["import", "--format", "nope", "a.gpx"]] {
      let failure = try program.failure(words + ["-o", "x"].prefix(words[0] == "export" ? 2 : 0))
      #expect(failure.code == 64, "\(words)")
      #expect(failure.error["message"] as? String == "There is no format “nope”.")
      #expect((failure.error["remedy"] as? String)?.contains("gpx") == true)
    }
    for format in try formats() where format["writes"] as? Bool == false {
      let id = try #require(format["id"] as? String)
      let failure = try program.failure("export", "--format", id, "-o", "x")
      #expect(failure.code == 64)
      #expect((failure.error["message"] as? String)?.hasSuffix("cannot be exported.") == true)
    }
  }

  @Test func `an option that the chosen format does not have is refused`() throws {
    let file = try write(Self.hut, to: "a.gpx")
    for words in [["--columns", "lat=1"], ["--as", "places"], ["--accuracy", "100m"]] {
      let result = try program.run(["import", "--format", "gpx", file] + words)
      #expect(result.exitCode == 64, "\(words)")
      #expect(result.errors.contains("`\(words[0])` does not apply to the format GPX"))
    }
    let mixed = try program.run("import", file, "--columns", "lat=1")
    #expect(mixed.exitCode == 0 && mixed.errors.contains("`--columns` has no effect"))
    let others = try formats().filter { format in
      format["writes"] as? Bool == true && format["id"] as? String != "gpx"
    }
    for format in others {
      let id = try #require(format["id"] as? String)
      let result = try program.run("export", "--format", id, "--valid", "-o", "x")
      #expect(result.exitCode == 64 && result.errors.contains("`--valid` does not apply"), "\(id)")
    }
    #expect(try program.run("import", file, "--accuracy", "-5").exitCode == 64)
  }

  @Test func `export names the format that it has written`() throws {
    try program.run("import", write(Self.hut, to: "a.gpx"))
    let out = program.folder.file("plain").path
    #expect(try program.json("export", "-o", out)["format"] as? String == "gpx")
    let given = program.folder.file("out").path
    #expect(
      try program.json("export", "--format", "GPX", "-o", given)["format"] as? String == "gpx")
    #expect(try String(contentsOfFile: given, encoding: .utf8).contains("<gpx"))
  }

  @Test func `a format keeps the variant that the extension of the output denotes`() throws {
    try program.run("import", write(Self.hut, to: "a.gpx"))
    func start(_ format: String, _ name: String) throws -> String {
      let file = program.folder.file(name)
      try program.run("export", "--format", format, "-o", file.path)
      return String(decoding: try Data(contentsOf: file).prefix(2), as: UTF8.self)
    }
    #expect(try start("kml", "a.kmz") == "PK")
    #expect(try start("KML", "a.kml") == "<?")
    #expect(try start("kmz", "b.kml") == "PK")
    #expect(try start("kml", "c") == "<?")
  }

  @Test func `imports shows the format and the program that wrote the file`() throws {
    try program.run("import", write(Self.hut, to: "a.gpx"))
    let line = try program.run("imports").output
    #expect(line.contains("  GPX 1.1  ") && line.hasSuffix("a.gpx  t\n"))
    let entry = try #require((program.json("imports")["imports"] as? [[String: Any]])?.first)
    #expect(entry["format"] as? String == "gpx")
    #expect(entry["version"] as? String == "1.1" && entry["creator"] as? String == "t")
  }

  @Test func `a file that GPSBabel can convert is refused with the option for the conversion`()
    throws
  {
    let file = try program.folder.write("MsRcf", to: "a.gdb").path
    let refused = try program.run("import", file)
    #expect(refused.exitCode == 65)
    #expect(refused.errors.contains("a Garmin GDB database, which cannot be imported"))
    #expect(refused.errors.contains("import it with `--via gpsbabel`"))
  }

  @Test func `swapped coordinates are reported, and --swap corrects them`() throws {
    let text = Self.hut.replacing(#"lat="46" lon="7""#, with: #"lat="139.7" lon="35.6""#)
    let file = try write(text, to: "swapped.gpx")
    let refused = try program.run("import", file)
    #expect(refused.exitCode == 65)
    #expect(refused.errors.contains("import the file with `--swap`"))
    #expect(try program.run("import", "--swap", file).exitCode == 0)
    let place = (try program.json("list", "places")["locations"] as? [[String: Any]])?.first
    #expect(place?["latitude"] as? Double == 35.6 && place?["longitude"] as? Double == 139.7)
    #expect(try program.run("import", "--swap", file).output.contains("unchanged"))
  }

  @Test func `a file read with other options is compared item by item, not by its bytes`() throws {
    let text = Self.hut.replacing(#"lat="46" lon="7""#, with: #"lat="40" lon="50""#)
    let file = try write(text, to: "a.gpx")
    try program.run("import", file)
    let result = try program.run("import", "--swap", file)
    #expect(result.exitCode == 0 && !result.output.contains("unchanged"))
    let places = try program.json("list", "places")["locations"] as? [[String: Any]]
    #expect(places?.contains { $0["latitude"] as? Double == 50 } == true)
  }

  @Test func `a folder import finds files by extension or content and leaves the others`() throws {
    let folder = program.folder.file("trips")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let texts = [
      "a.gpx": Self.hut, "b.xml": Self.hut.replacing("Hut", with: "B"), "c.xml": "<html/>",
      "d.txt": "notes", "e": Self.hut.replacing("Hut", with: "E"), "f.md": Self.hut,
    ]
    for (name, text) in texts {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let result = try program.run("import", folder.path)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 3)
    let empty = program.folder.file("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let nothing = try program.run("import", empty.path)
    #expect(nothing.exitCode == 0)
    #expect(nothing.errors.contains("There is no importable file in \(empty.path)"))
    #expect(nothing.errors.contains("Files in these formats can be imported: CSV, FIT,"))
  }

  @Test(arguments: ["csv", "tcx", "gpx"])
  func `an export counts only the paths that the format can hold`(format: String) throws {
    let source = try write(
      GPXText.file(GPXText.track("Full", [46, 46.1]), "<trk><name>Empty</name></trk>"), to: "a.gpx")
    try program.run("import", source)
    let out = program.folder.file("out.\(format)").path
    let result = try program.run("export", "-o", out)
    let paths = format == "gpx" ? "2 paths" : "1 path"
    #expect(result.output.contains("Wrote \(paths) and 2 points to"), "\(result.output)")
  }

  @Test func `a quoted pattern is expanded, unless a file has this name`() throws {
    for name in ["b.gpx", "a.gpx", "c[1].gpx"] {
      _ = try write(Self.hut.replacing("Hut", with: name), to: "in/\(name)")
    }
    func files(_ pattern: String) throws -> [String] {
      let path = program.folder.file("in").path + "/" + pattern
      let reports = try program.json("import", "--dry-run", path)["files"] as? [[String: Any]]
      return (reports ?? []).compactMap { $0["file"] as? String }
        .map { URL(filePath: $0).lastPathComponent }
    }
    #expect(try files("[ab].gpx") == ["a.gpx", "b.gpx"])
    #expect(try files("c[1].gpx") == ["c[1].gpx"])
    let missing = try program.run("import", program.folder.file("in").path + "/*.kmz")
    #expect(missing.exitCode == 66, "\(missing.errors)")
  }
}
