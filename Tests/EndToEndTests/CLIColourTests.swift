import Foundation
import TestSupport
import Testing

/// The colours along paths on the command line.
@Suite struct CLIColourTests {
  private static let tracks = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><name>Climb</name><trkseg>\((0...60).map(point).joined())</trkseg></trk>
    <trk><name>Plain</name><trkseg><trkpt lat="46.1" lon="7.0"/><trkpt lat="46.1" lon="7.1"/>
    </trkseg></trk></gpx>
    """

  private static func point(_ number: Int) -> String {
    """
    <trkpt lat="\(46 + Double(number) / 600)" lon="\(7 + Double(number) / 500)"><ele>\(500 + 20 * number)</ele>\
    <time>2026-07-10T10:\(number < 10 ? "0" : "")\(min(number, 59)):00Z</time></trkpt>
    """
  }

  private let program: CLIProgram

  init() throws {
    program = try CLIProgram(importing: Self.tracks)
  }

  private func map(_ options: String...) throws -> Subprocess {
    try program.run(["map", "--no-base-map", "--size", "80x12"] + options)
  }

  @Test(arguments: [
    ("elevation", "elevation m"), ("speed", "speed km/h"), ("slope", "slope %"),
    ("time", "time min"),
  ])
  func `the option --colour-by draws a legend with the unit`(quantity: String, title: String) throws
  {
    let result = try map("--colour-by", quantity, "--format", "ansi")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = result.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(text.contains("\(title) █"), "\(text)")
  }

  @Test func `without colours, the steps have different characters`() throws {
    let text = try map("--colour-by", "elevation", "--glyphs", "ascii").output
    #expect(text.contains("elevation m : 750 + 1 000 * 1 250 % 1 500 #"), "\(text)")
    for character in ":+*%#" {
      #expect(text.count { $0 == character } > 1, "the legend and the path have “\(character)”")
    }
  }

  @Test func `the options --units and --format ansi choose the unit and colours`() throws {
    let text = try map("--colour-by", "elevation", "--units", "imperial", "--format", "ansi").output
    #expect(text.contains("ft"))
    let colours = text.matches(of: /38;5;(\d+)m[^\u{1B}]*[⠁-⣿]/).map(\.1)
    #expect(Set(colours).count >= 5, "\(text)")
  }

  @Test func `a message says that no path has heart rates`() throws {
    let result = try map("--colour-by", "heart-rate")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("No path has heart rates, so each path is drawn in one colour."))
    #expect(result.output == (try map().output))
  }

  @Test(arguments: ["svg", "html"])
  func `pictures and pages have the colours and a legend`(format: String) throws {
    let file = program.folder.file("a.\(format)").path
    #expect(try program.run("map", "--colour-by", "elevation", "-o", file).exitCode == 0)
    let picture = try String(contentsOfFile: file, encoding: .utf8)
    for text in [">Elevation<", ">below 750 m<", ">from 1 500 m<", ">Plain<"] {
      #expect(picture.contains(text), "\(text)")
    }
    #expect(picture.matches(of: /class="line c\d+"/).count == 5)
  }

  @Test(arguments: [["--heat"], ["--describe"]])
  func `the option --colour-by contradicts other ways to draw`(words: [String]) throws {
    let failure = try program.run(["map", "--colour-by", "speed"] + words)
    #expect(failure.exitCode == 64 && failure.errors.contains(words[0]))
  }

  @Test func `an unknown quantity is refused with the known ones`() throws {
    let failure = try program.run("map", "--colour-by", "mood")
    #expect(failure.exitCode == 64 && failure.errors.contains("heart-rate"))
  }
}
