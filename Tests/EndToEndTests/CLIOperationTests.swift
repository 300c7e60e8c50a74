import Foundation
import TestSupport
import Testing

/// Tests of the commands that change the points of paths.
@Suite struct CLIOperationTests {
  private func points(_ program: CLIProgram, _ id: String) throws -> Int {
    let items = try program.json("show", id)["items"] as? [[String: Any]] ?? []
    let segments = items.first?["segments"] as? [[String: Any]] ?? []
    return segments.reduce(0) { $0 + ($1["points"] as? Int ?? 0) }
  }

  @Test func `a dry run predicts the result of the command, and undo restores the path`() throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try points(program, "P1")
    let dryRun = try program.json("simplify", "P1", "--to", "40", "--dry-run")
    let paths = dryRun["paths"] as? [[String: Any]] ?? []
    let after = (paths.first?["after"] as? [String: Any])?["points"] as? Int
    #expect(try points(program, "P1") == before)
    let done = try program.json("simplify", "P1", "--to", "40")
    #expect(done["changed"] as? [String] == ["P1"])
    #expect(try points(program, "P1") == after)
    #expect(try program.run("undo").exitCode == 0)
    #expect(try points(program, "P1") == before)
  }

  @Test func `an operation on a path that is given twice changes it only once`() throws {
    let program = try CLIProgram.withSampleTrip()
    func start() throws -> String? {
      let items = try program.json("show", "P1")["items"] as? [[String: Any]] ?? []
      return (items.first?["segments"] as? [[String: Any]])?.first?["timeFirst"] as? String
    }
    #expect(try program.run("edit", "P1", "--name", "Twice").exitCode == 0)
    #expect(try program.run("times", "P1", "--start", "2026-07-11T06:00Z").exitCode == 0)
    #expect(try program.run("times", "P1", "Twice", "P1", "--shift", "1h").exitCode == 0)
    #expect(try start() == "2026-07-11T07:00:00Z")
  }

  @Test func `a dry run of a split lists the pieces`() throws {
    let program = try CLIProgram.withSampleTrip()
    let dryRun = try program.json("split", "P1", "--every", "5km", "--dry-run")
    let divided = dryRun["paths"] as? [[String: Any]]
    let names = divided?.first?["names"] as? [String] ?? []
    #expect(names.count > 2 && names[1] == names[0] + " (2)", "\(names)")
    #expect(try program.run("split", "P1", "--every", "5km", "--dry-run").output.contains(names[1]))
    let pieces = (dryRun["pieces"] as? [[String: Any]] ?? []).compactMap { $0["points"] as? Int }
    #expect(pieces.count > 2)
    let done = try program.json("split", "P1", "--every", "5km")
    let ids = ["P1"] + (done["created"] as? [String] ?? [])
    #expect(try ids.map { try points(program, $0) } == pieces)
  }

  @Test(arguments: [
    ["simplify", "P1", "--tolerance", "5m"], ["crop", "P1", "--distance", "1km-3km"],
    ["crop", "P1", "--points", "10-20", "--out"], ["smooth", "P1", "--median", "5"],
    ["smooth", "P1", "--width", "30m", "--only", "elevation"],
    ["smooth", "P1", "--width", "1h30m"],
    ["resample", "P1", "--every", "50m"],
    ["resample", "P1", "--every", "1min"], ["clean", "P1", "--speed", "3km/h"],
    ["times", "P1", "--shift", "-1h30"], ["times", "P1", "--strip"],
    ["times", "P1", "--estimate", "tobler", "--start", "2026-07-11 06:00"],
    ["times", "P1", "--estimate", "4km/h", "--start", "2026-07-11T06:00Z"],
    ["elevation", "P1", "--shift", "-48m"], ["split", "P1", "--every", "2km"],
    ["split", "P1", "--near", "L1", "--within", "1km"],
  ])
  func `each operation changes the path, and one undo restores it`(words: [String]) throws {
    let program = try CLIProgram.withSampleTrip()
    let before = try program.run("export", "P1", "-o", "-").output
    let done = try program.run(words)
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
    #expect(try program.run("export", "P1", "-o", "-").output != before, "\(words)")
    #expect(try program.run("undo").exitCode == 0)
    #expect(try program.run("export", "P1", "-o", "-").output == before, "\(words)")
  }

  @Test(arguments: ["30M", "30", "0.03km"])
  func `a width without a unit is in metres, and units ignore case`(width: String) throws {
    let program = try CLIProgram.withSampleTrip()
    func smoothed(_ width: String) throws -> String {
      #expect(try program.run("smooth", "P1", "--width", width).exitCode == 0)
      let text = try program.run("export", "P1", "-o", "-").output
      #expect(try program.run("undo").exitCode == 0)
      return text
    }
    #expect(try smoothed(width) == smoothed("30m"))
  }

  @Test(arguments: [
    (["simplify", "P1"], "either `--tolerance`, or `--to`"),
    (["simplify", "P1", "--tolerance", "5 apples"], "5 apples"),
    (["crop", "P1", "--distance", "3km"], "not a valid range of distances"),
    (["crop", "P1", "--distance", "3km-1km"], "range of distances from the path's start"),
    (["crop", "P1", "--points", "9-2"], "not a valid range of points"),
    (["smooth", "P1"], "either `--median` or `--width`"),
    (["smooth", "P1", "--width", "5km/h"], "neither a length nor a duration"),
    (
      ["clean", "P1", "--rest", "-1min", "--radius", "500m"],
      "the minimum stop duration must be greater than 0"
    ),
    (
      ["clean", "P1", "--rest", "1min", "--radius", "0m"],
      "the stop radius must be greater than 0"
    ),
    (["clean", "P1", "--radius", "25m"], "`--radius` works only with `--rest`"),
    (["stats", "P1", "--points", "1-99999"], "there is no point 99 999; the path has points 1–"),
    (["add", "place", "Sky", "46", "7", "--elevation", "1e300"], "not a valid elevation"),
    (["add", "place", "Sky", "46", "7", "--elevation", "999999"], "from −12 000 to 100 000"),
    (["edit", "L1", "--elevation", "-20000"], "-20000 m is not a valid elevation"),
    (["resample", "P1", "--every", "10"], "neither a length nor a duration"),
    (["times", "P1"], "exactly one of"),
    (["times", "P1", "--estimate", "tobler"], "needs a start time"),
    (["times", "P1", "--shift", "90"], "enter a unit"),
    (["elevation", "P1"], "`--tiles` or `--shift`"),
    (["elevation", "P1", "--shift", "9m", "--replace"], "`--replace` needs `--tiles`"),
    (["split", "P1"], "one rule"),
    (["split", "P1", "--at", "99999"], "there is no point 99 999"),
    (["split", "P1", "--at", "0"], "numbered from 1"),
    (["crop", "P1", "--points", "0-5"], "not a valid range of points"),
    (["crop", "P1", "--distance", "-1km-2km"], "not a valid range of distances"),
    (["crop", "P1", "--points", "20-9000", "--dry-run"], "the path has points 1–"),
    (["simplify", "P1", "--to", "5", "--points", "9000-9001"], "the path has points 1–"),
    (["crop", "P1", "--distance", "500km-600km", "--dry-run"], "would have no points left"),
    (["times", "P1", "--shift", "-800000d"], "years 1 to 9999"),
    (["times", "P1", "--start", "9999-12-31T23:59:59Z"], "years 1 to 9999"),
    (["elevation", "P1", "--shift", "999999km"], "exceed 1 000 km"),
    (["simplify", "L1", "--to", "10"], "L1"),
  ])
  func `an invalid operation is refused with a specific message`(
    words: [String], expected: String
  ) throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run(words)
    #expect(result.exitCode == 64, "\(words): \(result.exitCode) \(result.errors)")
    #expect(result.errors.contains(expected), "\(words): \(result.errors)")
  }

  @Test func `an empty export writes no file and nothing to standard output`() throws {
    let program = try CLIProgram.withSampleTrip()
    for output in [["-o", program.folder.file("none.gpx").path], []] {
      let result = try program.run(["export", "P1", "--from", "2999-01-01"] + output)
      #expect(result.exitCode == 66)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("The options exclude everything"))
    }
    let whole = try program.run("export", "-o", "-").output
    #expect(whole.hasPrefix("<?xml") && whole.hasSuffix("</gpx>\n"))
  }

  @Test func `a missing elevation tile is named in the error`() throws {
    let program = try CLIProgram.withSampleTrip()
    let result = try program.run("elevation", "P1", "--replace", "--tiles", program.folder.url.path)
    #expect(result.exitCode == 66)
    #expect(result.errors.contains(".hgt"))
  }
}
