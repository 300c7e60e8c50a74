import Foundation
import TestSupport
import Testing

/// Levels of detail of paths, with the built program.
@Suite struct CLILevelTests {
  @Test func `a repair of a sound store changes nothing`() throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("log").output
    let result = try program.json("store", "check", "--repair")
    #expect(result["ok"] as? Bool == true)
    #expect((result["repaired"] as? [String]) == [])
    #expect(try program.run("log").output == before)
  }

  @Test(.enabled(if: (try? Subprocess.run("sqlite3", ["-version"])) != nil, "sqlite3 is missing"))
  func `an R*Tree that another program changed is reported, and created again by --repair`() throws
  {
    let program = try CLIProgram.withSampleTrip()
    let sql = "DELETE FROM \"_sd_rtree_PathChunk.south,north,west,east\""
    #expect(try Subprocess.run("sqlite3", [program.store.path, sql]).exitCode == 0)
    let check = try program.run("store", "check")
    #expect(check.exitCode == 65)
    #expect(check.output.contains("index.outdated"))
    let dryRun = try program.run("store", "check", "--repair", "--dry-run")
    #expect(dryRun.errors.contains("Would rebuild the outdated search indexes."))
    let repair = try program.run("store", "check", "--repair")
    #expect(repair.exitCode == 0)
    #expect(repair.errors.contains("Rebuilt the outdated search indexes."))
    #expect(try program.run("store", "check").exitCode == 0)
  }

  /// Returns a program with a store that contains the sample trip and, unless it is imported by the
  /// test, a long track.
  private func program(importing isImporting: Bool = true) throws -> (CLIProgram, file: String) {
    let program = try CLIProgram.withSampleTrip()
    var text = "<gpx version='1.1'><trk><name>Long</name><trkseg>"
    for index in 0..<60_000 {
      text += "<trkpt lat='\(46 + Double(index) * 1e-5)' lon='\(7 + Double(index % 40) * 1e-5)'/>"
    }
    let file = program.folder.file("long.gpx")
    try Data((text + "</trkseg></trk></gpx>").utf8).write(to: file)
    if isImporting { #expect(try program.run("import", "--quiet", file.path).exitCode == 0) }
    return (program, file.path)
  }

  /// Kills a command at different moments, each time with a copy of the store of its own, so that a
  /// command that completes does not leave the next one without work. Expects that each copy is
  /// without findings, and that its map can be drawn.
  ///
  /// - Parameter isRepair: Whether the command repairs a damaged store, so that it is run again
  ///   after it was killed.
  private func kill(
    _ command: [String], in program: CLIProgram, isRepair: Bool = false
  ) throws {
    let script = """
      store=$1; repair=$2; shift 2
      for wait in 0.03 0.06 0.1 0.15 0.2 0.3 0.45 0.7; do
        rm -f "$store.round"*
        cp "$store" "$store.round"
        timeout -s KILL $wait "$0" --store "$store.round" "$@" >/dev/null 2>&1
        [ $repair = false ] || "$0" --store "$store.round" "$@" >/dev/null
        "$0" --store "$store.round" store check || exit 1
        "$0" --store "$store.round" --quiet map -o "$store.round.svg" || exit 2
      done
      """
    let result = try Subprocess.run(
      "bash",
      ["-c", script, program.executable.path, program.store.path, "\(isRepair)"] + command,
      environment: program.environment)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }

  @Test func `an import killed at any moment leaves a store without findings`() throws {
    let (program, file) = try program(importing: false)
    try kill(["--quiet", "import", file], in: program)
  }

  @Test func `a simplification and its undo killed at any moment leave a store without findings`()
    throws
  {
    let (program, _) = try program()
    let simplify = ["simplify", "Long", "--tolerance", "1m"]
    try kill(simplify, in: program)
    #expect(try program.run(simplify).exitCode == 0)
    try kill(["undo"], in: program)
  }

  @Test(.enabled(if: (try? Subprocess.run("sqlite3", ["-version"])) != nil, "sqlite3 is missing"))
  func `a repair killed at any moment can be repeated`() throws {
    let (program, _) = try program()
    let damage = try Subprocess.run("sqlite3", [program.store.path, "DELETE FROM PathChunk"])
    #expect(damage.exitCode == 0, "\(damage.errors)")
    #expect(try program.run("store", "check").exitCode != 0)
    try kill(["store", "check", "--repair"], in: program, isRepair: true)
  }
}
