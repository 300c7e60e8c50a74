import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Map: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Draw places and paths as a text map.")

  static let examples = [
    Example("cartographer map", "Draw everything on a map of 100 columns and 30 rows."),
    Example(
      "cartographer map P7 --size 60x20", "Draw one path on a map of 60 columns and 20 rows."),
    Example(
      "cartographer map --group \"Three days in the Alps\" --format ansi",
      "Draw a group in colour."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of items (default: everything).", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("Draw the members of this group.", valueName: "name|id"))
  var group: String?

  @Option(help: ArgumentHelp("The size of the map in columns and rows.", valueName: "CxR"))
  var size = CellSize(columns: 100, rows: 30)

  @Option(
    help: ArgumentHelp(
      "The output format: text or ansi (default: ansi on a terminal, else text).",
      valueName: "format"))
  var format: String?

  @Option(help: "The characters for drawing lines: braille or ascii.")
  var glyphs = Glyphs.braille

  @Flag(
    name: .customLong("base-map"), inversion: .prefixedNo,
    help: "Draw coasts, rivers, borders and towns below the items.")
  var base = true

  @OptionGroup var global: GlobalOptions

  enum Glyphs: String, CaseIterable, ExpressibleByArgument {
    case braille, ascii
  }

  func run(in session: Session) async throws {
    let usesColour = try usesColour(in: session)
    if global.json {
      throw Failure.usage("`map` has no JSON output. For data as JSON, use `list --json`.")
    }
    let library = try await session.libraryForReading()
    let (ids, index) = try await session.chosen(items, group: group, in: library)
    guard !ids.isEmpty else {
      return try await session.sayNothingToShow("places and paths", group, in: library)
    }
    var printer = MapPrinter(baseMap: base ? session.openBaseMap() : nil)
    for id in ids {
      guard let place = index.place(id) else { continue }
      printer.add(
        place: id, place.coordinate, name: place.name,
        colour: index.colour(of: place.colour, in: place.groups))
    }
    for geometry in try await library.geometries(of: ids.filter { $0.kind == .path }) {
      let path = index.path(geometry.id)
      printer.add(
        path: geometry.id, geometry.columns,
        colour: index.colour(of: path?.colour, in: path?.groups ?? []))
    }
    let lines = printer.lines(
      columns: size.columns, rows: size.rows, colours: usesColour, ascii: glyphs == .ascii,
      reporting: { session.console.say(DisplayText(String(describing: $0))) })
    try session.console.write(lines.map { "\($0)\n" }.joined())
  }

  private func usesColour(in session: Session) throws -> Bool {
    switch format {
    case nil: return session.usesColour
    case "text": return false
    case "ansi": return global.colours != .never
    case "svg", "png":
      throw Failure.usage("The formats svg and png are not supported yet. Use text or ansi.")
    case .some(let other):
      throw Failure.usage("'\(other)' is not a map format. Use text or ansi.")
    }
  }
}
