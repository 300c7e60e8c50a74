import Foundation
import TestSupport
import Testing

/// Tests of conversions by GPSBabel and ogr2ogr, with stand-ins for the programs and, where they
/// are installed, with the programs themselves.
@Suite struct CLIViaTests {
  private let program: CLIProgram
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    var program = try CLIProgram()
    program.environment["PATH"] = "\(folder.file("bin").path):/usr/bin:/bin"
    self.program = program
  }

  private static let gpx = """
    <gpx version="1.1" creator="GPSBabel" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="46" lon="7"><name>Hut</name></wpt></gpx>
    """

  /// Creates a program of the search path that writes its arguments to the file `words`, one a
  /// line, and then runs a script. In the script, `$out` is the output file.
  private func install(_ name: String, _ script: String) throws {
    let file = try folder.write(
      """
      #!/bin/sh
      here='\(folder.url.path)'
      printf '%s\\n' "$@" > "$here/words"
      for word in "$@"; do out=$word; done
      \(script)

      """, to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.path)
    try folder.write(Self.gpx, to: "sample.gpx")
  }

  private var words: [String] {
    get throws {
      try String(contentsOf: folder.file("words"), encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
  }

  // MARK: Import

  @Test func `a file is converted by GPSBabel without a shell, and imported under its own name`()
    throws
  {
    try install("gpsbabel", "cp \"$here/sample.gpx\" \"$out\"")
    let name = "$(touch hacked) 'a' \"b\";.gdb"
    let file = try folder.write("GDB", to: name).path
    let result = try program.run("import", "--via", "gpsbabel:gdb,cat=1", file)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("imported 1 place"))
    #expect(try words.dropLast() == ["-i", "gdb,cat=1", "-f", file, "-o", "gpx", "-F"])
    let left = try #require(try words.last)
    #expect(!FileManager.default.fileExists(atPath: left), "the temporary file is removed")
    let entry = try #require((program.json("imports")["imports"] as? [[String: Any]])?.first)
    #expect(entry["source"] as? String == file)
    let again = try program.run("import", "--via", "gpsbabel:gdb", file)
    #expect(again.exitCode == 0 && again.output.contains("unchanged"))
  }

  @Test(arguments: [("gpsbabel:gdb", "gpsbabel"), ("ogr2ogr", "gdal-bin")])
  func `a missing program ends with 69 and names the package to install`(
    via: String, package: String
  ) throws {
    let file = try folder.write("x", to: "a.gdb").path
    var program = program
    program.environment["PATH"] = folder.url.path
    let failure = try program.failure("import", "--via", via, file)
    #expect(failure.code == 69 && failure.error["code"] as? String == "unavailable")
    #expect((failure.error["remedy"] as? String)?.hasSuffix("apt install \(package)") == true)
    #expect(!FileManager.default.fileExists(atPath: program.store.path))
  }

  @Test func `a failed conversion shows the program's last messages safely and imports nothing`()
    throws
  {
    try install(
      "gpsbabel", "printf 'first\\nsecond\\nthird\\n\\033[31mbad header\\nat byte 7\\n' >&2; exit 1"
    )
    let file = try folder.write("x", to: "a.gdb").path
    let result = try program.run("import", "--via", "gpsbabel:gdb", file)
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("bad header; at byte 7"))
    #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("first"))
    #expect(try program.run("list").output.isEmpty)
    let missing = try program.run("import", "--via", "gpsbabel:gdb", folder.file("no").path)
    #expect(missing.exitCode == 66)
  }

  @Test func `a program that cannot list its formats is not said to lack a format`() throws {
    try install("gpsbabel", "echo 'cannot load a library' >&2; exit 127")
    let file = try folder.write("x", to: "a.gdb").path
    let result = try program.run("import", "--via", "gpsbabel", file)
    #expect(result.exitCode == 69)
    #expect(result.errors.contains("could not list its formats: cannot load a library"))
  }

  @Test func `a file without an extension needs a format`() throws {
    try install("gpsbabel", "exit 1")
    let result = try program.run(
      "import", "--via", "gpsbabel", folder.write("x", to: "hostname").path)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("hostname has no extension, so its format is unknown."))
  }

  @Test func `a program that takes too long is killed with its children`() throws {
    try install("gpsbabel", "sleep 1000 & echo $! > \"$here/child\"; wait")
    let file = try folder.write("x", to: "a.gdb").path
    let result = try program.run(
      "import", "--via", "gpsbabel:gdb", "--time-limit", "1s", file)
    #expect(result.exitCode == 74)
    #expect(result.errors.contains("--time-limit"))
    #expect(try childHasEnded)
  }

  @Test func `an interrupted conversion ends with 130, and the program is killed`() throws {
    try install("gpsbabel", "sleep 1000 & echo $! > \"$here/child\"; wait")
    let file = try folder.write("x", to: "a.gdb").path
    let script = """
      set -m
      "$0" import --via gpsbabel:gdb "$1" & job=$!
      until [ -s "$2/child" ]; do :; done
      kill -INT $job
      wait $job; echo $?
      """
    let result = try Subprocess.run(
      "bash", ["-c", script, program.executable.path, file, folder.url.path],
      environment: program.environment)
    #expect(result.output == "130\n", "\(result.errors)")
    #expect(try childHasEnded)
    #expect(try program.run("list").output.isEmpty)
  }

  /// Whether the process that a stand-in started has ended.
  private var childHasEnded: Bool {
    get throws {
      let text = try String(contentsOf: folder.file("child"), encoding: .utf8)
      let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      // A killed process stays in the table until its new parent has read its status.
      let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      return state?.contains(") Z ") ?? true
    }
  }

  @Test func `options that --via cannot be combined with are refused`() throws {
    try install("gpsbabel", "exit 1")
    let file = try folder.write("x", to: "a.gdb").path
    for words in [
      ["import", "--via", "perl", file], ["import", "--via", "gpsbabel:", file],
      ["import", "--via", "gpsbabel", "--format", "gpx", file],
      ["import", "--via", "gpsbabel:gdb", "-"],
      ["import", "--via", "gpsbabel:gdb", "--time-limit", "0s", file],
      ["import", "--time-limit", "5min", file],
    ] {
      #expect(try program.run(words).exitCode == 64, "\(words)")
    }
    try program.run("add", "place", "Hut", "46", "7")
    #expect(try program.run("export", "--via", "gpsbabel:unicsv").exitCode == 64)
  }

  // MARK: Export

  @Test func `an export is converted, and replaces a file only with --force`() throws {
    try install("gpsbabel", "grep -c '<wpt' \"$4\" > \"$out\"")
    try program.run("add", "place", "Hut", "46", "7")
    let out = folder.file("out.csv")
    let words = ["export", "--via", "gpsbabel:unicsv", "-o", out.path]
    #expect(try program.run(words + ["--dry-run"]).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: out.path))
    let result = try program.run(words + ["--json"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("\"via\": \"gpsbabel:unicsv\""))
    #expect(try String(contentsOf: out, encoding: .utf8) == "1\n")
    #expect(try program.run(words).exitCode == 73)
    #expect(try program.run(words + ["--force"]).exitCode == 0)
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix(".cartographer") }
    #expect(hidden.isEmpty)
  }

  @Test func `a failed export leaves the existing file unchanged`() throws {
    try install("gpsbabel", "echo half > \"$out\"; echo 'no such format' >&2; exit 3")
    try program.run("add", "place", "Hut", "46", "7")
    let out = try folder.write("old", to: "out.csv")
    let result = try program.run(
      "export", "--via", "gpsbabel:nope", "-o", out.path, "--force")
    #expect(result.exitCode == 74 && result.errors.contains("no such format"))
    #expect(try String(contentsOf: out, encoding: .utf8) == "old")
  }

  @Test func `a conversion replaces neither a database nor a folder, and keeps a link`() throws {
    try install("gpsbabel", "grep -c '<wpt' \"$4\" > \"$out\"")
    try program.run("add", "place", "Hut", "46", "7")
    let folderPath = folder.file("bin").path
    for path in [program.store.path, program.store.path + ".lock", folderPath] {
      let result = try program.run(
        "export", "--via", "gpsbabel:unicsv", "-o", path, "--force")
      #expect(result.exitCode == 73, "\(result.errors)")
    }
    #expect(try program.run("list").output.contains("Hut"))
    let real = try folder.write("old", to: "private/real.csv")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real.path)
    let link = folder.file("link.csv")
    try manager.createSymbolicLink(at: link, withDestinationURL: real)
    let words = ["export", "--via", "gpsbabel:unicsv", "-o", link.path, "--force"]
    #expect(try program.run(words).exitCode == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == real.path)
    #expect(try String(contentsOf: real, encoding: .utf8) == "1\n")
    let permissions = try manager.attributesOfItem(atPath: real.path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  // MARK: The programs themselves

  private static func has(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  @Test(.enabled(if: has("gpsbabel"), "gpsbabel is not installed"))
  func `GPSBabel writes and reads places and tracks`() throws {
    let program = try CLIProgram.withSampleTrip()
    let out = folder.file("trip.gdb").path
    let export = try program.run("export", "P4", "L1", "--via", "gpsbabel", "-o", out)
    #expect(export.exitCode == 0, "\(export.errors)")
    let other = try CLIProgram()
    let report = try #require(
      (other.json("import", "--via", "gpsbabel", out)["files"] as? [[String: Any]])?.first)
    #expect(report["status"] as? String == "imported", "\(report)")
    #expect(report["waypoints"] as? Int == 1 && report["trackPoints"] as? Int == 143)
    let refused = try other.run("import", "--via", "gpsbabel:gdb", "SampleData/plan.gpx")
    #expect(refused.exitCode == 65 && refused.errors.contains("gpsbabel could not convert"))
    let ambiguous = try other.run("import", "--via", "gpsbabel", "README.md")
    #expect(ambiguous.exitCode == 64)
  }

  /// Imports a route with two points and a place, and exports them with GPSBabel.
  private func exportRoute(to out: URL, format: String) throws -> Subprocess {
    let source = try folder.write(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="47" lon="8"><name>Hut</name></wpt>
      <rte><name>R</name><rtept lat="45" lon="6"/><rtept lat="46" lon="7"/></rte></gpx>
      """, to: "route.gpx")
    try program.run("import", source.path)
    return try program.run("export", "--via", "gpsbabel:\(format)", "-o", out.path)
  }

  @Test(
    .enabled(if: has("gpsbabel"), "gpsbabel is not installed"),
    arguments: [
      ("unicsv", ["47.000000,8.000000,\"Hut\"", "45.000000,6.000000", "46.000000,7.000000"]),
      ("tomtom_itn", ["600000|4500000", "700000|4600000"]),
      ("text", ["N47 00.000", "N45 00.000", "N46 00.000"]),
    ])
  func `GPSBabel writes the points of a route in formats that lack routes or mix no kinds`(
    format: String, texts: [String]
  ) throws {
    let out = folder.file("out.txt")
    let result = try exportRoute(to: out, format: format)
    #expect(result.exitCode == 0, "\(result.errors)")
    let report = "Passed 1 place, 1 path and 2 points to gpsbabel, which wrote \(out.path)."
    #expect(result.output.contains(report), "\(result.output)")
    let written = try String(contentsOf: out, encoding: .utf8)
    for text in texts { #expect(written.contains(text), "\(written)") }
  }

  @Test(.enabled(if: has("gpsbabel"), "gpsbabel is not installed"))
  func `GPSBabel writes the points of a route in a FIT file`() throws {
    let out = folder.file("out.fit")
    #expect(try exportRoute(to: out, format: "garmin_fit").exitCode == 0)
    let report = try #require(
      (CLIProgram().json("import", out.path)["files"] as? [[String: Any]])?.first)
    #expect(report["routePoints"] as? Int == 2, "\(report)")
  }

  @Test(.enabled(if: has("ogr2ogr"), "ogr2ogr is not installed"))
  func `ogr2ogr writes and reads places and tracks`() throws {
    let program = try CLIProgram.withSampleTrip()
    let out = folder.file("trip.gpkg").path
    let export = try program.run("export", "P4", "L1", "--via", "ogr2ogr:GPKG", "-o", out)
    #expect(export.exitCode == 0, "\(export.errors)")
    let other = try CLIProgram()
    let report = try #require(
      (other.json("import", "--via", "ogr2ogr", out)["files"] as? [[String: Any]])?.first)
    #expect(report["status"] as? String == "imported", "\(report)")
    #expect(report["waypoints"] as? Int == 1 && report["trackPoints"] as? Int == 143)
  }
}
