import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Profile: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Draw the elevation profile of a path.")

  static let examples = [
    Example("cartographer profile P7", "Draw a profile 100 columns wide and 12 rows high."),
    Example(
      "cartographer profile \"Day 2\" --size 60x8",
      "Draw a profile 60 columns wide and 8 rows high."),
  ]

  @Argument(help: ArgumentHelp("The ID or name of the path.", valueName: "item"))
  var item: String

  @Option(help: ArgumentHelp("The size of the profile in columns and rows.", valueName: "CxR"))
  var size = CellSize(columns: 100, rows: 12)

  @Option(help: "The units of measurement: metric or imperial.")
  var units = Units.metric

  @Option(help: "The characters for drawing: braille or ascii.")
  var glyphs = Map.Glyphs.braille

  @OptionGroup var global: GlobalOptions

  enum Units: String, CaseIterable, ExpressibleByArgument {
    case metric, imperial
  }

  func run(in session: Session) async throws {
    if global.json {
      throw Failure.usage(
        "`profile` has no JSON output. For data as JSON, use `show --points --json`.")
    }
    let library = try await session.libraryForReading()
    let id = try await session.item(item, kind: .path, in: library)
    for geometry in try await library.geometries(of: [id]) {
      let lines = ProfilePrinter.lines(
        geometry.columns, units: units == .metric ? .metric : .imperial, columns: size.columns,
        rows: size.rows, ascii: glyphs == .ascii)
      try session.console.write(lines.map { "\($0)\n" }.joined())
    }
  }
}
