import Foundation
import TestSupport
import Testing

/// Tests of invalid export options, and of file names made from untrusted item names.
@Suite struct CLIExportOptionTests {
  private func program(_ names: [String]) throws -> CLIProgram {
    let program = try CLIProgram()
    let places = names.map {
      "<wpt lat=\"46.5\" lon=\"7.1\"><name><![CDATA[\($0)]]></name></wpt>"
    }
    let text = GPXText.file(places.joined())
    let file = program.folder.file("in.gpx")
    try Data(text.utf8).write(to: file)
    #expect(try program.run("import", file.path).exitCode == 0)
    return program
  }

  @Test(arguments: ["{nme}.gpx", "{}.gpx", "{Name}.gpx", "a/{nme}/{name}.gpx"])
  func `a misspelt field is refused with a list of the valid fields`(template: String) throws {
    let program = try program(["A"])
    let result = try program.run("export", "-o", program.folder.file("out").path + "/" + template)
    #expect(result.exitCode == 64)
    #expect(
      result.errors.contains(
        """
        {name}, {id}, {kind}, {date}, {year}, {month}, {group}, {near}, {from}, {to}, {towns}, {n}
        """))
    #expect(!FileManager.default.fileExists(atPath: program.folder.file("out").path))
  }

  @Test func `file names are unique and valid on every file system`() throws {
    let long = String(repeating: "é🏔", count: 100)
    let names = [
      "../../up", "/etc/passwd", "..", ".hidden", "CON", "con", "nul.txt", "a:b*c?", "Lac", "lac",
      "Caf\u{E9}", "Cafe\u{301}", "bell\u{7}", "\u{202E}gpx.exe", "-rf", "~root", "x ", long,
      long + "2", "a\\b",
    ]
    let program = try program(names)
    let out = program.folder.file("out")
    let result = try program.json("export", "-o", out.path + "/{group}/{name}.gpx")
    let files = try #require(result["files"] as? [String])
    #expect(files.count == names.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path).count < 5)
    let found = try FileManager.default.contentsOfDirectory(atPath: out.path + "/no group")
    #expect(found.count == names.count)
    let folded = Set(found.map { $0.precomposedStringWithCanonicalMapping.lowercased() })
    #expect(folded.count == names.count)
    for name in found {
      #expect(name.utf8.count <= 220, "\(name)")
      #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && !name.hasPrefix("~"), "\(name)")
      let isPlain = name.unicodeScalars.allSatisfy {
        $0.value >= 32 && $0.value != 127 && !"/\\:*?\"<>|\u{202E}".unicodeScalars.contains($0)
      }
      #expect(isPlain, "\(name)")
      #expect(!["con", "nul"].contains(name.split(separator: ".")[0].lowercased()), "\(name)")
    }
  }

  @Test func `files are compressed if the template says so, each with a unique name`() throws {
    let program = try program(["A.B", "A.B", "C"])
    let out = program.folder.file("out")
    let result = try program.json("export", "-o", out.path + "/{name}.gpx.gz")
    #expect((result["files"] as? [String])?.count == 3)
    let found = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
    #expect(found == ["A.B 2.gpx.gz", "A.B.gpx.gz", "C.gpx.gz"])
    let refused = try program.run("export", "-o", program.folder.file("a.7z").path)
    #expect(refused.exitCode == 64)
    #expect(refused.errors.contains("7-Zip") && refused.errors.contains(".gpx.gz"))
  }

  @Test func `an export without output leaves no empty folders behind`() throws {
    let program = try program(["Home"])
    let template = program.folder.file("out").path + "/{group}/{name}.gpx"
    let result = try program.run("export", "-o", template, "--privacy-zone", "Home:100")
    #expect(result.exitCode == 66)
    #expect(result.errors.contains("no file was written"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.file("out").path))
  }

  @Test func `the omitted data of a group is reported once for all its files`() throws {
    let program = try program(["A", "B"])
    _ = try program.run("group", "create", "Alps")
    _ = try program.run("group", "add", "Alps", "L1", "L2")
    _ = try program.run("edit", "G1", "--notes", "In July")
    let template = program.folder.file("out").path + "/{name}.gpx"
    let result = try program.run("export", "-o", template)
    #expect(result.errors.components(separatedBy: "the notes of G1 (Alps)").count == 2)
    #expect(result.output == "Wrote 2 places to 2 files.\n")
  }

  @Test(arguments: [
    ("Home:5min", 64, "'5min'"), ("Home:", 64, "lacks a radius"), (":300", 64, "lacks a place"),
    ("Home:-5", 64, "'-5'"), ("Home:0", 64, "'0'"), ("Nowhere:300", 66, "'Nowhere'"),
    ("Twice:300", 64, "Several items"), ("91 7.1:300", 64, "latitude"),
  ])
  func `an invalid privacy zone is refused with the reason and the expected form`(
    word: String, status: Int32, reason: String
  ) throws {
    let program = try program(["Home", "Twice", "Twice"])
    let result = try program.run("export", "--privacy-zone", word)
    #expect(result.exitCode == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(reason), "\(result.errors)")
    if !word.hasPrefix("Twice") { #expect(result.errors.contains("Home:300")) }
  }

  @Test func `a place with a colon in its name works as a privacy zone`() throws {
    let program = try program(["Hut: north", "Far"])
    let result = try program.run("export", "--privacy-zone", "Hut: north")
    #expect(result.exitCode == 66 && result.errors.contains("The options exclude everything"))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    (["--simplify", "abc"], "--simplify 500"), (["--simplify", "1"], "at least two points"),
    (["--from", "July"], "--from"), (["--to", "2026-02-30"], "February 2026 has only 28 days"),
    (["--from", "2026-07-02", "--to", "2026-07-01"], "must be later than the `--from` time"),
  ])
  func `an invalid number or time is quoted with the expected form`(
    words: [String], reason: String
  ) throws {
    let program = try program(["A"])
    let result = try program.run(["export"] + words)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test func `the report counts places, paths and points separately`() throws {
    let program = try program(["A", "B"])
    let file = program.folder.file("out.gpx").path
    #expect(
      try program.run("export", "-o", file).output == "Wrote 2 places to \(file).\n")
    _ = try program.run("add", "path", "Ridge", "45.98 6.89", "45.99 6.90")
    let result = try program.run("export", "-o", file, "--force")
    #expect(result.output == "Wrote 2 places, 1 path and 2 points to \(file).\n")
    let json = try program.json("export", "-o", file, "--force")
    #expect(json["points"] as? Int == 4)
    #expect(json["places"] as? Int == 2)
    #expect(json["pathPoints"] as? Int == 2)
  }
}
