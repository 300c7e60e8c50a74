import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Map: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Draw places and paths as a map of characters.")

  static let examples = [
    Example("cartographer map", "Everything, on 100 columns and 30 rows."),
    Example("cartographer map P7 --size 60x20", "One path, smaller."),
    Example(
      "cartographer map --group \"Three days in the Alps\" --format ansi", "A trip, in colours."),
  ]

  @Argument(help: ArgumentHelp("Ids or names; everything if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The members of a group.", valueName: "name|id"))
  var group: String?

  @Option(help: ArgumentHelp("Columns and rows.", valueName: "CxR"))
  var size = CellSize(columns: 100, rows: 30)

  @Option(help: ArgumentHelp("text or ansi (default: ansi on a terminal).", valueName: "format"))
  var format: String?

  @Option(help: "What lines are drawn with: braille or ascii.")
  var glyphs = Glyphs.braille

  @OptionGroup var global: GlobalOptions

  enum Glyphs: String, CaseIterable, ExpressibleByArgument {
    case braille, ascii
  }

  func run(in session: Session) async throws {
    let usesColour = try usesColour(in: session)
    if global.json {
      throw Failure.usage("A map is a picture and has no JSON form; see list --json.")
    }
    let library = try await session.libraryForReading()
    let (ids, index) = try await session.chosen(items, group: group, in: library)
    var printer = MapPrinter()
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
      columns: size.columns, rows: size.rows, colours: usesColour, ascii: glyphs == .ascii)
    try session.console.write(lines.map { "\($0)\n" }.joined())
  }

  private func usesColour(in session: Session) throws -> Bool {
    switch format {
    case nil: return session.usesColour
    case "text": return false
    case "ansi": return !global.noColor
    case "svg", "png":
      throw Failure.usage("The formats svg and png are not there yet; use text or ansi.")
    case .some(let other):
      throw Failure.usage("'\(other)' is no format of map; use text or ansi.")
    }
  }
}
