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

  @Test func `an import killed at any moment leaves a store without findings`() throws {
    let program = try CLIProgram.withSampleTrip()
    var text = "<gpx version='1.1'><trk><trkseg>"
    for index in 0..<60_000 {
      text += "<trkpt lat='\(46 + Double(index) * 1e-5)' lon='\(7 + Double(index % 40) * 1e-5)'/>"
    }
    let file = program.folder.file("long.gpx")
    try Data((text + "</trkseg></trk></gpx>").utf8).write(to: file)
    let script = """
      for wait in 0.05 0.15 0.25 0.4 0.7; do
        timeout -s KILL $wait "$0" --quiet import "$1" >/dev/null 2>&1
        "$0" store check || exit 1
      done
      """
    let result = try Subprocess.run(
      "bash", ["-c", script, program.executable.path, file.path],
      environment: program.environment)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }
}
