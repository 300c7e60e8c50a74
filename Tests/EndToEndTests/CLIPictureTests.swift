import Foundation
import TestSupport
import Testing

/// The pictures, pages and descriptions that `map` and `profile` write.
@Suite struct CLIPictureTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: program.folder.file(name), encoding: .utf8)
  }

  private func file(_ name: String) -> String { program.folder.file(name).path }

  private func expectWellFormed(_ name: String) throws {
    guard GPXSchema.isChecked else { return }
    let result = try Subprocess.run("xmllint", ["--noout", "--nonet", file(name)])
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  private let credits = "Map: Natural Earth. Towns: GeoNames, CC BY 4.0, geonames.org"

  // MARK: Formats

  @Test(arguments: [
    ["map", "Trip"], ["map"], ["map", "P1", "--theme", "dark"], ["profile", "P2"],
  ])
  func `the extension svg writes a picture that is well-formed XML`(words: [String]) throws {
    let result = try program.run(words + ["-o", file("a.svg")])
    #expect(
      result.exitCode == 0 && result.output == "Wrote \(file("a.svg")).\n", "\(result.errors)")
    #expect(try text("a.svg").hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    try expectWellFormed("a.svg")
    let onOutput = try program.run(words + ["--format", "svg"])
    #expect(onOutput.output == (try text("a.svg")))
  }

  @Test(arguments: [["map", "Trip", "--html"], ["profile", "P1", "--format", "html"]])
  func `a page is one well-formed file with a map, a profile and tables`(words: [String]) throws {
    #expect(try program.run(words + ["-o", file("a.html")]).exitCode == 0)
    try expectWellFormed("a.html")
    let page = try text("a.html")
    for part in ["<svg", "id=\"map\"", "class=\"profile\"", "<table>", "In words"] {
      #expect(page.contains(part), "\(part)")
    }
  }

  @Test func `the page of a group contains its itinerary`() throws {
    try program.run("itinerary", "add", "Trip", "P1", "--day", "1")
    try program.run("itinerary", "add", "Trip", "P2", "--day", "2")
    try program.run("map", "--group", "Trip", "--html", "-o", file("a.html"))
    let page = try text("a.html")
    #expect(page.contains("<h2>Itinerary</h2>") && page.contains(">Day 2<"))
    try program.run("map", "P1", "--html", "-o", file("b.html"))
    #expect(!(try text("b.html")).contains("Itinerary"))
  }

  @Test func `the extensions txt and ans write text without and with colours`() throws {
    let plain = try program.run("map", "P1", "--size", "40x10").output
    try program.run("map", "P1", "--size", "40x10", "-o", file("a.txt"))
    // A map in a file may be published, so that it has the credits of the base map.
    #expect(try text("a.txt") == plain + "\n" + credits + "\n")
    try program.run("map", "P1", "--size", "40x10", "--no-base-map", "-o", file("b.txt"))
    #expect(!(try text("b.txt")).contains("Natural Earth"))
    try program.run("map", "P1", "--size", "40x10", "-o", file("a.ans"))
    #expect(try text("a.ans").contains("\u{1B}[0;38;5;"))
    let profile = try program.run("profile", "P1", "--size", "40x10", "--format", "ansi").output
    #expect(profile.contains("\u{1B}["))
  }

  @Test(
    .enabled(
      if: (try? Subprocess.run("rsvg-convert", ["--version"])) != nil,
      "rsvg-convert is not on this machine"))
  func `rsvg-convert writes a PNG image with the chosen size`() throws {
    for words in [["map", "Trip"], ["profile", "P1"]] {
      let name = "\(words[0]).png"
      let result = try program.run(words + ["--size", "320x240", "-o", file(name)])
      #expect(result.exitCode == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: program.folder.file(name))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect([UInt8](bytes[16..<24]) == [0, 0, 1, 64, 0, 0, 0, 240])
      let onOutput = try program.run(words + ["--size", "320x240", "--format", "png"])
      #expect(onOutput.standardOutput.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test func `without rsvg-convert, a PNG image ends with 69 and names the package`() throws {
    var program = program
    program.environment["PATH"] = program.folder.url.path
    for words in [["map", "P1", "-o", file("a.png")], ["profile", "P1", "--format", "png"]] {
      let result = try program.run(words)
      #expect(result.exitCode == 69)
      #expect(result.errors.contains("The program rsvg-convert is not installed."))
      #expect(result.errors.contains("sudo apt install librsvg2-bin"))
    }
    #expect(!FileManager.default.fileExists(atPath: file("a.png")))
  }

  @Test func `a failure of rsvg-convert is reported, and no file is written`() throws {
    let tool = program.folder.file("bin/rsvg-convert")
    try FileManager.default.createDirectory(
      at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "#!/bin/sh\necho 'out of memory' >&2\nexit 1\n".write(
      to: tool, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    var program = program
    program.environment["PATH"] = "\(tool.deletingLastPathComponent().path):/usr/bin:/bin"
    let result = try program.run("map", "P1", "-o", file("a.png"))
    #expect(result.exitCode == 74)
    #expect(result.errors.contains("rsvg-convert could not write the picture: out of memory"))
    #expect(!FileManager.default.fileExists(atPath: file("a.png")))
  }

  // MARK: Files and options

  @Test func `an existing file is replaced only with --force`() throws {
    try "mine".write(to: program.folder.file("a.svg"), atomically: true, encoding: .utf8)
    let refused = try program.run("map", "P1", "-o", file("a.svg"))
    #expect(refused.exitCode == 73 && refused.errors.contains("Use `--force`"))
    #expect(try text("a.svg") == "mine")
    #expect(try program.run("map", "P1", "-o", file("a.svg"), "--force").exitCode == 0)
    #expect(try text("a.svg").hasPrefix("<svg"))
  }

  @Test func `missing folders are created, and a store is never replaced`() throws {
    #expect(try program.run("map", "P1", "-o", file("new/deep/a.svg")).exitCode == 0)
    try expectWellFormed("new/deep/a.svg")
    let result = try program.run(
      "map", "P1", "--format", "svg", "--force", "-o", program.store.path)
    #expect(result.exitCode == 73)
    #expect(try program.run("list").output.contains("P1"))
  }

  @Test(arguments: [
    (["map", "-o", "map.bmp"], "does not have the extension of a picture format"),
    (["map", "--format", "bmp"], "'bmp' is not a picture format"),
    (["map", "--html", "--format", "svg"], "contradict each other"),
    (["map", "--format", "svg", "--size", "50x50"], "both numbers must be from 100 to 8000"),
    (["map", "--size", "3000x20"], "both numbers must be from 1 to 2000"),
    (["map", "--describe", "-o", "a.txt"], "`--describe` writes no picture"),
    (["map", "--json"], "only with `--describe`"),
    (["map", "--html", "-o", "map.svg"], "`--html` and the extension of 'map.svg' contradict"),
    (["map", "--html", "--theme", "dark", "-o", "map.html"], "uses the browser's theme"),
    (["map", "--theme", "dark"], "`--theme` applies only to SVG and PNG images"),
    (["map", "--glyphs", "ascii", "-o", "map.svg"], "`--glyphs` applies only to the formats text"),
    (["map", "--force"], "`--force` needs an output file"),
    (["profile", "P1", "--force"], "`--force` needs an output file"),
    (["map", "--describe", "--size", "50x50"], "`--describe` draws nothing"),
    (["map", "--describe", "--theme", "dark"], "`--theme` applies only to SVG and PNG"),
    (["profile", "P1", "--theme", "blue"], "theme"),
  ])
  func `contradicting options end with 64`(words: [String], reason: String) throws {
    let result = try program.run(words)
    #expect(result.exitCode == 64 && result.errors.contains(reason), "\(result.errors)")
  }

  @Test func `the setting for units applies to the scale bar unless --units is given`() throws {
    let folder = program.folder.file(".config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "units = \"imperial\"\n".write(
      to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
    #expect(try program.run("map", "P1", "--format", "svg").output.contains("1 mi<"))
    let metric = try program.run("map", "P1", "--format", "svg", "--units", "metric").output
    #expect(metric.contains(" km<") && !metric.contains(" mi<"))
  }

  @Test func `nothing to draw ends with 66, and no file is written`() throws {
    let gpx = GPXText.file(GPXText.place("Spring", 46), GPXText.route("Empty route", []))
    try gpx.write(to: program.folder.file("empty.gpx"), atomically: true, encoding: .utf8)
    try program.run("import", file("empty.gpx"))
    for words in [
      ["map", "Empty route"], ["map", "Empty route", "--html"], ["profile", "Empty route"],
      ["profile", "Empty route", "--html"],
    ] {
      let ending = words.contains("--html") ? "html" : "svg"
      let result = try program.run(words + ["-o", file("a.\(ending)")])
      #expect(result.exitCode == 66, "\(words): \(result.errors)")
      #expect(result.errors.contains("was drawn"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: file("a.\(ending)")))
    }
    try program.run("group", "create", "Plans")
    let group = try program.run("map", "--group", "Plans", "-o", file("a.svg"))
    #expect(group.exitCode == 66 && group.errors.contains("no map was drawn"))
  }

  @Test func `a folder is not replaced by a picture, and a link without target is refused`() throws
  {
    let folder = try program.run("map", "P1", "-o", program.folder.url.path)
    #expect(folder.exitCode == 73 && folder.errors.contains("is a folder"), "\(folder.errors)")
    try FileManager.default.createSymbolicLink(
      atPath: file("link.svg"), withDestinationPath: file("target.svg"))
    let result = try program.run("map", "P1", "-o", file("link.svg"))
    #expect(result.exitCode == 73 && result.errors.contains("does not exist"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: file("target.svg")))
  }

  @Test func `output of rsvg-convert that is not a PNG image is refused`() throws {
    let tool = program.folder.file("bin/rsvg-convert")
    try FileManager.default.createDirectory(
      at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "#!/bin/sh\necho text > \"$4\"\n".write(to: tool, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    var program = program
    program.environment["PATH"] = "\(tool.deletingLastPathComponent().path):/usr/bin:/bin"
    let result = try program.run("map", "P1", "-o", file("a.png"))
    #expect(result.exitCode == 74 && result.errors.contains("not a PNG image"))
    #expect(!FileManager.default.fileExists(atPath: file("a.png")))
  }

  // MARK: Words

  @Test func `a map is described in words, with countries and towns`() throws {
    let result = try program.run("map", "P1", "--describe")
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.first == "The map of “Day 1: Saint-Évrard – Refuge du Névé” shows 1 path and no places."
    )
    #expect(result.output.contains("Country of the nearest towns: France."))
    #expect(result.output.contains("It climbs 1 487 m and descends 367 m."))
    let document = try program.json("map", "P1", "--describe")
    #expect(document["words"] as? [String] == lines.map(String.init))
    #expect(document["countries"] as? [String] == ["France"])
    let path = try #require((document["paths"] as? [[String: Any]])?.first)
    #expect(path["loop"] as? Bool == false && path["id"] as? String == "P1")
    let highest = try #require(path["highest"] as? [String: Any])
    #expect((highest["elevation"] as? Double).map { $0.rounded() } == 2_477)
  }

  @Test func `without the base map, a description names no towns`() throws {
    let result = try program.run("map", "P1", "--describe", "--no-base-map")
    #expect(!result.output.contains("France") && result.output.contains("north-east of the start"))
  }

  // MARK: Times and groups

  @Test func `a map can be limited to the items of a span of time`() throws {
    let whole = try program.run("map", "--heat", "--size", "60x20").output
    let day = try program.run(
      "map", "--heat", "--from", "2026-07-11", "--to", "2026-07-11", "--size", "60x20"
    ).output
    #expect(!day.isEmpty && day != whole)
    let none = try program.run("map", "--from", "1999-01-01", "--to", "1999-12-31")
    #expect(none.exitCode == 0 && none.output.isEmpty)
    #expect(none.errors.contains("no places and paths with times in this period"))
    #expect(try program.run("map", "--from", "2026-08-01", "--to", "2026-07-01").exitCode == 64)
  }

  @Test func `a map coloured by group lists the groups in its legend`() throws {
    try program.run("map", "--colour-by", "group", "-o", file("a.svg"))
    #expect(try text("a.svg").contains(">Trip</text>"))
    try expectWellFormed("a.svg")
    let ansi = try program.run("map", "--colour-by", "group", "--format", "ansi")
    #expect(ansi.output.contains("Trip") && ansi.errors.isEmpty)
    let plain = try program.run("map", "--colour-by", "group", "--format", "text")
    #expect(plain.exitCode == 0 && plain.errors.contains("Text output has no colours"))
  }

  @Test func `a group's picture shows the numbers of the stops, and the days if chosen`() throws {
    let byDay = ["map", "--group", "Trip", "--colour-by", "day"]
    let none = try program.run(byDay + ["-o", file("none.svg")])
    #expect(
      none.exitCode == 0 && none.errors.contains("None of the drawn paths is in the itinerary"))
    try program.run("itinerary", "add", "Trip", "P1", "--day", "1")
    try program.run("itinerary", "add", "Trip", "P2", "--day", "2")
    try program.run("itinerary", "set", "Trip", "--start", "2026-07-11")
    try program.run("map", "--group", "Trip", "-o", file("a.svg"))
    #expect(try text("a.svg").contains("class=\"stop-number middle\""))
    #expect(!(try text("a.svg")).contains("Day 1 · Sat 11 Jul"))
    for name in ["b.svg", "b.html"] {
      #expect(try program.run(byDay + ["-o", file(name)]).exitCode == 0)
      #expect(try text(name).contains(">Day 2 · Sun 12 Jul</text>"))
      try expectWellFormed(name)
    }
    try program.run("map", "P1", "-o", file("c.svg"))
    #expect(!(try text("c.svg")).contains("stop-number"))
    let ansi = try program.run(byDay + ["--format", "ansi"])
    let plain = ansi.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain.contains("█ Day 1 · Sat 11 Jul █ Day 2 · Sun 12 Jul") && ansi.errors.isEmpty)
    #expect(try program.run(byDay).errors.contains("the days look alike"))
  }

  @Test func `colours by day need one group`() throws {
    for words in [[], ["P1"]] {
      let result = try program.run(["map", "--colour-by", "day"] + words)
      #expect(result.exitCode == 64 && result.errors.contains("exactly one group"))
    }
  }
}
