import Foundation
import TestSupport
import Testing

/// The units of printed values on the command line.
@Suite struct CLIUnitTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  private func setUnits(_ units: String) throws {
    let folder = program.folder.file(".config/cartographer")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "units = \"\(units)\"\n".write(
      to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
  }

  /// Commands that print lengths, elevations or speeds, without values that are not measured.
  private static let commands = [
    ["list", "paths"], ["list", "places", "refuge"], ["show", "P1"], ["show", "Lac Miroir"],
    ["show", "P4", "--points"], ["stats"],
    ["stats", "P1", "--splits", "5km", "--days", "--slopes"],
    ["stats", "--by", "year"], ["near", "Lac Miroir", "-n", "3"],
    ["distance", "L15", "L20"], ["dedupe", "--within", "1km"], ["itinerary", "Trip"],
    ["simplify", "P1", "--tolerance", "10m", "--dry-run"], ["join", "P1", "P2", "--dry-run"],
    ["split", "P1", "--every", "5km", "--dry-run"], ["visited"],
  ]

  /// Recorded sensor values keep their units, such as m/s.
  private var metric: Regex<(Substring, Substring)> { /[0-9] (m|km|km\/h)\b(?!\/s)/ }
  private var imperial: Regex<(Substring, Substring)> { /[0-9] (ft|mi|mph)\b/ }

  @Test(arguments: commands)
  func `the setting units and the option --units choose the units of printed values`(
    words: [String]
  ) throws {
    try program.run("itinerary", "add", "Trip", "P1", "P2")
    let before = try program.run(words)
    #expect(before.exitCode == 0, "\(before.errors)")
    #expect(before.output.contains(metric) && !before.output.contains(imperial))
    let option = try program.run(words + ["--units", "imperial"]).output
    #expect(option.contains(imperial) && !option.contains(metric), "\(option)")
    try setUnits("imperial")
    #expect(try program.run(words).output == option)
    #expect(try program.run(words + ["--units", "metric"]).output == before.output)
  }

  @Test func `an edit's dry run has the chosen units as text, and metres as JSON`() throws {
    let edit = ["edit", "Lac Miroir", "--elevation", "1000", "--dry-run", "--units", "imperial"]
    #expect(try program.run(edit).output.contains("3 281 ft"))
    let json = try program.run(edit + ["--json"]).output
    #expect(json.contains("1 000 m") && !json.contains(" ft"), "\(json)")
  }

  @Test func `JSON has the same values in all units`() throws {
    for words in [["stats"], ["list"], ["show", "P1"], ["near", "Lac Miroir"]] {
      let metric = try program.run(words + ["--json"]).output
      #expect(try program.run(words + ["--json", "--units", "nautical"]).output == metric)
    }
  }

  @Test func `the option may precede the command`() throws {
    let after = try program.run("stats", "--units", "nautical")
    #expect(try program.run("--units", "nautical", "stats").output == after.output)
  }

  @Test func `an unknown unit is refused with the known ones`() throws {
    let result = try program.run("stats", "--units", "furlongs")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("'metric', 'imperial'"), "\(result.errors)")
  }
}
