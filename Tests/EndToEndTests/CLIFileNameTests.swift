import Foundation
import TestSupport
import Testing

/// Tests of file names that are easily misunderstood: with a leading hyphen, with an unknown
/// extension, of folders and devices, and names that are not UTF-8 text.
@Suite struct CLIFileNameTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test func `a file name that begins with a hyphen gets advice`() throws {
    for words in [
      ["import", "-dash.gpx"], ["export", "P1", "-o", "-dash.gpx"], ["-dash.gpx"],
    ] {
      let result = try program.run(words)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("write ./-dash.gpx"), "\(result.errors)")
    }
    let file = try program.folder.write("", to: "-dash.gpx").lastPathComponent
    #expect(try program.run("import", "--", file).exitCode == 66)
  }

  @Test func `an output that is a folder or a device gets advice`() throws {
    for (command, name) in [("export", "trip.gpx"), ("map", "map.svg")] {
      let folder = program.folder.url.path
      let result = try program.run(command, "P1", "-o", folder)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("is a folder") && result.errors.contains("\(folder)/\(name)"))
    }
    for options in [[], ["--force"]] {
      let result = try program.run(["export", "P1", "-o", "/dev/stdout"] + options)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("To write to standard output, omit `-o`"), "\(result.errors)")
    }
  }

  @Test func `an error message shows a negative number as it was typed`() throws {
    let result = try program.run("undo", "-1")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("'-1'") && !result.errors.contains("\u{2212}"))
  }

  @Test func `the notes of a JSON import do not call listed files unlisted`() throws {
    let document = try program.json("import", "SampleData")
    #expect((document["files"] as? [Any])?.isEmpty == false)
    let notes = document["notes"] as? [String] ?? []
    #expect(!notes.contains { $0.contains("not listed") }, "\(notes)")
  }

  @Test func `an output with an unknown extension is refused, and the known ones are listed`()
    throws
  {
    for name in ["x.foo", "x.foo.gz", "x.store"] {
      let file = program.folder.file(name).path
      let (code, error) = try program.failure("export", "P1", "-o", file)
      #expect(code == 64)
      let remedy = error["remedy"] as? String ?? ""
      #expect(
        remedy.contains(".gpx") && remedy.contains("add `--format`: `--format gpx`"), "\(error)")
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(try program.run("export", "P1", "-o", file, "--format", "gpx").exitCode == 0)
    }
    let fit = program.folder.file("x.fit").path
    let remedy = try program.failure("export", "P1", "-o", fit).error["remedy"] as? String
    #expect(
      remedy?.hasPrefix("To keep the file name, add `--format` with a format that can be exported")
        == true)
    #expect(try program.run("export", "P1", "-o", fit, "--format", "gpx").exitCode == 0)
    for name in ["plain", "v1.2"] {
      #expect(try program.run("export", "P1", "-o", program.folder.file(name).path).exitCode == 0)
    }
  }

  @Test func `a dot in an item's name begins no extension`() throws {
    try program.run("edit", "P1", "--name", "Mt.Blanc")
    let result = try program.run(
      "export", "P1", "-o", program.folder.file("{name}").path)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: program.folder.file("Mt.Blanc").path))
  }

  @Test func `each command creates the missing folders of its output file`() throws {
    for (number, words) in [
      ["export", "P1", "-o", "FILE.gpx"], ["map", "P1", "-o", "FILE.svg"],
      ["profile", "P1", "-o", "FILE.svg"], ["store", "backup", "-o", "FILE.store"],
    ].enumerated() {
      let base = program.folder.file("new\(number)/inner/out").path
      let result = try program.run(words.map { $0.replacing("FILE", with: base) })
      #expect(result.exitCode == 0, "\(words): \(result.errors)")
    }
  }

  /// Runs a shell script in which `$0` is the program, in the test's folder.
  private func shell(_ script: String) throws -> Subprocess {
    try Subprocess.run(
      "bash", ["-c", script, program.executable.path], environment: program.environment,
      workingDirectory: program.folder.url)
  }

  @Test func `an argument that is not UTF-8 text is refused, and no file is written`() throws {
    for words in [
      #"export P1 -o $'caf\xe9.gpx'"#, #"import $'caf\xe9.gpx' --json"#,
      #"--store $'caf\xe9.store' add place Hut 45 6"#, #"edit P1 --name $'caf\xe9'"#,
    ] {
      let result = try shell(#""$0" \#(words); echo $?; ls"#)
      #expect(result.output.hasPrefix("64\n"), "\(words): \(result.output)")
      #expect(result.errors.contains("not valid UTF-8"), "\(result.errors)")
      #expect(result.errors.contains("Type text in UTF-8"), "\(result.errors)")
      #expect(!result.output.contains("caf"), "\(result.output)")
    }
    let variable = try shell(#"CARTOGRAPHER_STORE=$'caf\xe9.store' "$0" list; echo $?"#)
    #expect(variable.output == "64\n" && variable.errors.contains("CARTOGRAPHER_STORE"))
    let folder = try shell(#"mkdir $'d\xe9'; cd $'d\xe9'; "$0" export P1 -o x.gpx; echo $?"#)
    #expect(
      folder.output == "64\n" && folder.errors.contains("working directory"), "\(folder.errors)")
  }

  @Test func `a file in a folder whose name is not UTF-8 text is refused, and the others imported`()
    throws
  {
    try FileManager.default.createDirectory(
      at: program.folder.file("in"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: PackageFiles.root.appending(path: "SampleData/plan.gpx"),
      to: program.folder.file("in/plan.gpx"))
    let result = try shell(
      #"cp in/plan.gpx in/$'caf\xe9.gpx'; "$0" import in --duplicate --json; echo $?"#)
    #expect(result.errors.contains("its name is not valid UTF-8 text"), "\(result.errors)")
    #expect(result.output.contains(#""status": "imported""#) && result.output.hasSuffix("65\n"))
  }
}
