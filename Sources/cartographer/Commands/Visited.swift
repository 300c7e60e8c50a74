import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Visited: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "visited",
    abstract: "List the countries, regions and 0.1° grid cells that contain tracks or places.",
    discussion: """
      The country and region of a position are those of the nearest towns that no border separates \
      from the position. They are determined once for each 0.1° cell, or for each 0.01° cell if a \
      border touches the 0.1° cell. A position in a cell without land, or more than 100 km from \
      any town, has no country and is counted separately. A track counts once in each country, \
      region and cell. Routes are not counted, because they are plans. The command needs the base \
      map.
      """)

  static var isCancellable: Bool { true }

  static var emptyDocument: JSONValue? { VisitedReport().json }

  static let examples = [
    Example("cartographer visited", "List the countries and regions of all tracks and places."),
    Example(
      "cartographer visited --from 2026-01-01 --to 2026-12-31",
      "List the countries and regions visited in a year."),
    Example(
      "cartographer visited --group \"Three days in the Alps\" --cells",
      "Also list the grid cells that contain a group's tracks and places."),
    Example("cartographer visited --json", "Print countries, regions and cells as JSON."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of items (default: everything).", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count only the listed items that are in this group. If no items are listed, count all members of the group.",
      valueName: "name|id"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "Count only positions at or after this day or time, such as 2026-07-11.", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Count only positions before this time, or up to the end of this day.", valueName: "time"))
  var to: String?

  @Flag(help: "Also list the 0.1° grid cells. JSON output always contains them.")
  var cells = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let start = try from.map { try DayOrTime(period: $0, of: "--from", in: session.zone).start }
    let end = try to.map { try DayOrTime(period: $0, of: "--to", in: session.zone).end }
    let first = start ?? .distantPast
    let last = end ?? .distantFuture
    guard first < last else {
      throw Failure.usage("The `--from` time is later than the `--to` time.")
    }
    let map: InstalledBaseMap
    do {
      map = try InstalledBaseMap()
    } catch {
      throw Self.withoutMap(error)
    }
    let library = try await session.libraryForReading()
    let (ids, index) = try await session.chosen(items, group: group, in: library)
    let report: VisitedReport
    do {
      report = try await VisitedReport.read(
        ids, in: index.snapshot, from: library, towns: map,
        times: start == nil && end == nil ? nil : first..<last, zone: session.zone)
    } catch  where !(error is LibraryError) && !(error is CancellationError) {
      throw Self.withoutMap(error)
    }
    if global.json { return try session.console.print(report.json) }
    guard !report.isEmpty else {
      return try await session.sayNothingToShow(
        start == nil && end == nil ? "tracks and places" : "tracks and places in this period",
        items, group, in: library)
    }
    try session.console.print(
      report.lines(units: session.units, listsCells: cells))
  }

  private static func withoutMap(_ error: any Error) -> Failure {
    Failure(
      .unavailable, code: "unavailable",
      "Countries and regions are unknown without the base map. \(error)")
  }
}

extension VisitedReport {
  var json: JSONValue {
    .object([
      (
        "countries",
        .array(
          countries.map { area, count in
            .object(
              [("code", .string(area.countryCode)), ("name", .string(area.country))]
                + Self.members(count) + [("cells", .count(count.cellCount))])
          })
      ),
      (
        "regions",
        .array(
          regions.map { area, count in
            .object(
              [
                ("name", .text(area.region)), ("countryCode", .string(area.countryCode)),
                ("country", .string(area.country)),
              ] + Self.members(count) + [("cells", .count(count.cellCount))])
          })
      ),
      (
        "cells",
        .array(
          cells.map { corner, area, count in
            .object(
              [
                ("south", .number(corner.latitude)), ("west", .number(corner.longitude)),
                ("countryCode", .text(area?.countryCode)), ("region", .text(area?.region)),
              ] + Self.members(count))
          })
      ),
      (
        "nowhere",
        .object(Self.members(nowhere) + [("cells", .count(nowhere.cellCount))])
      ),
      ("total", .object(Self.members(total) + [("cells", .count(total.cellCount))])),
    ])
  }

  private static func members(_ count: Count) -> [(String, JSONValue?)] {
    [
      ("tracks", .count(count.tracks)), ("places", .count(count.places)),
      ("days", .count(count.dayCount)), ("lengthMetres", .number(count.metres)),
    ]
  }
}
