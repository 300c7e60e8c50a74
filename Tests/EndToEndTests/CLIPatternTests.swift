import Foundation
import TestSupport
import Testing

/// Tests of the patterns for names and files, and of imports of folders.
@Suite struct CLIPatternTests {
  private func name(_ program: CLIProgram, _ id: String) throws -> String {
    let shown = try program.json("show", id)["items"] as? [[String: Any]]
    return try #require(shown?.first?["name"] as? String)
  }

  @Test func `the option --name accepts all fields of a pattern`() throws {
    let program = try CLIProgram.withSampleTrip()
    try program.run("edit", "P1", "P2", "--name", "{n} {id} {kind} {date} {year}/{month} {group}")
    #expect(try name(program, "P1") == "1 P1 track 2026-07-10 2026/07 Trip")
    #expect(try name(program, "P2") == "2 P2 track 2026-07-11 2026/07 Trip")
    try program.run("edit", "P5", "--name", "{date|undated} from {near}")
    #expect(try name(program, "P5") == "undated from Saint-Évrard")
    let missing = try program.failure("edit", "P5", "--name", "{date}")
    #expect(missing.code == 64)
    #expect(try program.failure("edit", "P5", "--name", "{nam}").code == 64)
    #expect(try program.failure("edit", "P5", "--name", "{name").code == 64)
    #expect(try program.failure("rename", "P5", "{date|x").code == 64)
    #expect(try program.failure("export", "-o", program.folder.file("{name.gpx").path).code == 64)
    try program.run("edit", "P5", "--name", "{n:03}")
    #expect(try name(program, "P5") == "001")
    try program.run("edit", "P5", "--name", "Hut {Winter room} {{n}}")
    #expect(try name(program, "P5") == "Hut {Winter room} {n}")
  }

  @Test func `the nearest place is never the place itself or one in the trash`() throws {
    let program = try CLIProgram()
    for (name, latitude) in [("A", "46"), ("B", "46.001"), ("C", "46.01")] {
      try program.run("add", "place", name, latitude, "7")
    }
    try program.run("delete", "B")
    try program.run("edit", "A", "--name", "{name} near {near}")
    #expect(try name(program, "L1") == "A near C")
  }

  @Test(arguments: ["rename", "mv"])
  func `rename and mv rename one item, or several by a pattern`(word: String) throws {
    let program = try CLIProgram.withSampleTrip()
    let one = try program.run(word, "P1", "Ridge")
    #expect(one.exitCode == 0 && one.output.contains("to Ridge"), "\(one.errors)")
    let dryRun = try program.run(word, "-", "{n}: {name}", "--dry-run", standardInput: "P1\nP4\n")
    #expect(dryRun.output.contains("Ridge → 1: Ridge"), "\(dryRun.output)")
    try program.run(word, "-", "{n}: {name}", standardInput: "P1\nP4\n")
    #expect(try name(program, "P1") == "1: Ridge" && name(program, "P4") == "2: After dinner")
  }

  @Test func `the aliases ls, find and rm run the same commands`() throws {
    let program = try CLIProgram.withSampleTrip()
    #expect(try program.run("ls", "paths").output == program.run("list", "paths").output)
    #expect(try program.run("find", "neve").output == program.run("list", "neve").output)
    #expect(try program.run("rm", "P1").output.contains("Deleted"))
    #expect(try program.run("ls", "--help").output == program.run("list", "--help").output)
  }

  @Test func `export accepts the same fields, and creates missing folders`() throws {
    let program = try CLIProgram.withSampleTrip()
    let folder = program.folder.url.path
    let result = try program.run(
      "export", "P1", "P5", "L3",
      "-o", "\(folder)/out/{year|none}/{kind}/{n} {near} {date|never}.gpx")
    #expect(result.exitCode == 0, "\(result.errors)")
    let files = FileManager.default.enumerator(atPath: "\(folder)/out")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".gpx") }.sorted()
    #expect(
      files == [
        "2026/track/3 Saint-Évrard 2026-07-10.gpx",
        "none/place/1 Belvédère des Trois Vallées never.gpx",
        "none/route/2 Saint-Évrard never.gpx",
      ])
    let plain = try program.run("export", "P1", "-o", "\(folder)/deep/er/a.gpx")
    #expect(plain.exitCode == 0, "\(plain.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/deep/er/a.gpx"))
    let nothing = try program.run("export", "P1", "--to", "1999-01-01", "-o", "\(folder)/no/a.gpx")
    #expect(nothing.exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/no"))
  }

  @Test func `the dry run of an export lists the files, and says which names are numbered`() throws
  {
    let program = try CLIProgram.withSampleTrip()
    let path = program.folder.file("{kind}.gpx").path
    let result = try program.run("export", "P1", "P2", "P5", "-o", path, "--dry-run")
    #expect(result.exitCode == 0 && result.errors.contains("A number was added to 1 file name"))
    let names = result.output.split(separator: "\n").dropFirst().map {
      URL(filePath: String($0)).lastPathComponent
    }
    #expect(names == ["route.gpx", "track.gpx", "track 2.gpx"], "\(result.output)")
    let plain = try program.run("export", "P1", "P5", "-o", path)
    #expect(plain.exitCode == 0 && !plain.errors.contains("ends in a number"))
  }

  // MARK: Folders

  @Test func `the dry run of an import skips files with equal contents, as the import does`() throws
  {
    let program = try CLIProgram()
    let sample = PackageFiles.root.appending(path: "SampleData/plan.gpx")
    for name in ["a.gpx", "b.gpx"] {
      try FileManager.default.copyItem(at: sample, to: program.folder.file(name))
    }
    let folder = program.folder.url.path
    let text = try program.run("import", folder, "--dry-run")
    #expect(text.output.contains("a.gpx: would import 19 places"), "\(text.output)")
    #expect(text.output.contains("b.gpx: would be skipped as a duplicate of"))
    #expect(text.output.hasSuffix("a.gpx\n"))
    func outcomes(_ options: String...) throws -> [String] {
      let result = try program.run(["import", folder, "--json"] + options)
      let value = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
      let files = value?["files"] as? [[String: Any]] ?? []
      return files.compactMap { $0["outcome"] as? String }
    }
    #expect(try outcomes("--dry-run") == ["wouldImport", "unchanged"])
    #expect(try outcomes("--dry-run", "--duplicate") == ["wouldImport", "wouldImport"])
    #expect(try outcomes() == ["imported", "unchanged"])
  }

  @Test func `from a folder, new files are imported and the others are only counted`() throws {
    let program = try CLIProgram()
    let folder = program.folder.file("gps")
    let inner = folder.appending(path: "2026/july")
    let hidden = folder.appending(path: ".cache")
    for folder in [inner, hidden] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let sample = PackageFiles.root.appending(path: "SampleData")
    try FileManager.default.copyItem(
      at: sample.appending(path: "plan.gpx"), to: folder.appending(path: "plan.gpx"))
    try FileManager.default.copyItem(
      at: sample.appending(path: "huts-gpx10.gpx"), to: inner.appending(path: "huts.GPX"))
    try Data("not GPX".utf8).write(to: folder.appending(path: "notes.txt"))
    try Data("not GPX".utf8).write(to: hidden.appending(path: "a.gpx"))
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "loop"), withDestinationURL: folder)

    let flat = try program.run("import", folder.path)
    #expect(flat.exitCode == 0 && flat.output.contains("plan.gpx: imported"), "\(flat.errors)")
    #expect(!flat.output.contains("huts"))
    let deep = try program.run("import", "--recursive", folder.path)
    #expect(deep.exitCode == 0 && deep.output.contains("huts.GPX: imported"), "\(deep.errors)")
    #expect(!deep.output.contains("plan.gpx"))
    #expect(
      deep.errors.contains("Already imported and therefore not listed: 1 file."), "\(deep.errors)")
    #expect(deep.errors.contains("Skipped 1 symbolic link."), "\(deep.errors)")
    let again = try program.run("import", "-r", folder.path)
    #expect(again.exitCode == 0 && again.output.isEmpty)
    #expect(again.errors.contains("Already imported and therefore not listed: 2 files."))
    let named = try program.run("import", folder.path + "/plan.gpx")
    #expect(named.output.contains("plan.gpx: unchanged"))
    let files = try program.json("import", "-r", folder.path)["files"] as? [[String: Any]]
    #expect(files?.count == 2, "JSON lists every file")
  }

  @Test func `a pipe in a folder or among the matches of a pattern is skipped`() throws {
    let program = try CLIProgram()
    let sample = PackageFiles.root.appending(path: "SampleData/plan.gpx")
    try FileManager.default.copyItem(at: sample, to: program.folder.file("plan.gpx"))
    let pipe = program.folder.file("x.gpx")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let folder = program.folder.url.path
    for source in [folder, folder + "/*.gpx"] {
      let result = try program.run("import", "--dry-run", source)
      #expect(result.output.contains("plan.gpx: would import"), "\(result.errors)")
      #expect(result.errors.contains("Skipped 1 special file (a pipe"), "\(result.errors)")
    }
    let only = try program.run("import", folder + "/x*")
    #expect(only.exitCode == 0 && only.errors.contains("x.gpx."), "\(only.errors)")
    let json = try program.json("import", "--dry-run", folder)
    #expect(json["unrecognised"] as? [String] == [pipe.path])
    let command = "cat '\(sample.path)' > \"$1\" & \"$0\" import \"$1\""
    let named = try Subprocess.run(
      "/bin/sh", ["-c", command, program.executable.path, pipe.path],
      environment: program.environment, workingDirectory: PackageFiles.root)
    #expect(named.output.contains("imported 19 places"), "\(named.errors)")
  }

  @Test func `an empty folder is nothing to do, and a missing one is an error`() throws {
    let program = try CLIProgram()
    let empty = try program.run("import", program.folder.url.path)
    #expect(empty.exitCode == 0 && empty.errors.contains("--recursive"), "\(empty.errors)")
    #expect(try program.run("import", "-r", program.folder.file("none").path).exitCode == 66)
  }
}
