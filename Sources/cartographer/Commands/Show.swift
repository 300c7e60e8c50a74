import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Show: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show items with all their fields.")

  func emptyDocument(in session: Session) -> JSONValue? { .object([("items", .array([]))]) }

  static let examples = [
    Example("cartographer show P7", "Show a path with its fields, groups and segments."),
    Example(
      "cartographer show \"Lac Blanc\" G3", "Show a place by its name, and a group by its ID."),
    Example("cartographer show P7 --points --json", "Print every point of a path as JSON."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Flag(help: "Also list the points of paths, numbered from 1.")
  var points = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let ids = try await session.items(chosen, in: library)
    let index = ItemIndex(
      try await library.snapshot(of: ids, withMembers: [.location, .path]))
    // Groups have no position, so their description needs no towns.
    let towns = ids.contains { $0.kind != .group } ? session.towns : nil
    var moments: [(ItemID, Coordinate, Date)] = []
    if global.json {
      var described: [JSONValue] = []
      for id in ids {
        let item = try await ItemDescription(
          id, index, library, zone: session.zone, notation: session.notation,
          units: session.units, towns: towns)
        described.append(item.json(withPoints: points))
      }
      try session.console.print(.object([("items", .array(described))]))
    } else {
      for (position, id) in ids.enumerated() {
        if position > 0 { try session.console.print("") }
        let item = try await ItemDescription(
          id, index, library, zone: session.zone, notation: session.notation,
          units: session.units, towns: towns)
        try item.print(to: session.console, withPoints: points)
        if let moment = item.moment { moments.append(moment) }
      }
      session.suggestZones(at: moments)
    }
  }
}
