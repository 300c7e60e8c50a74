import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Stats: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Print the length, ascent, descent, times and speeds of paths.",
    discussion: """
      Lengths are geodesic on WGS 84, without the gaps between segments. Ascent and descent are \
      counted between turning points: a climb ends where a descent of at least the threshold \
      follows, and a descent ends where a climb of at least the threshold follows. The parts \
      before the first and after the last turning point of a segment count in full. Therefore, \
      ascent minus descent always equals the last elevation minus the first. If more than a tenth \
      of the points have no elevation, ascent and descent are minimum values, marked with ≥; \
      without further options, missing elevations are counted only for short paths without times. \
      Each split and day is measured separately, so the sums of their ascents and descents can \
      exceed those of the whole path. In JSON, the values are ascentMetres, descentMetres and \
      threshold.
      """)

  func emptyDocument(in session: Session) -> JSONValue? {
    StatisticsTable(nil, ItemIndex(LibrarySnapshot()), threshold: 5, zone: .gmt).json
  }

  static let examples = [
    Example("cartographer stats", "Print statistics for all paths and their total."),
    Example("cartographer stats P7 P9", "Print statistics for two paths and their total."),
    Example(
      "cartographer stats --group \"Three days in the Alps\"",
      "Print statistics for the paths in a group."),
    Example(
      "cartographer stats P7 --splits 1km --slopes",
      "Print statistics for each kilometre, and the length of each slope class."),
    Example(
      "cartographer stats P7 --points 120-480 --threshold 10m",
      "Print statistics for points 120 to 480."),
    Example("cartographer stats --by year", "Print the totals for each year."),
    Example("cartographer stats --json", "Print the statistics as JSON, in metres and seconds."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of paths (default: all).", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Measure only the listed paths that are in this group. If no paths are listed, measure all paths in the group.",
      valueName: "name|id"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "The minimum elevation change in the opposite direction that ends a climb or a descent.",
      valueName: "length"))
  var threshold = "5m"
  @Option(
    help: ArgumentHelp(
      "Measure only a range of points, numbered from 1: 20-80, 20- or -80 (default: all points).",
      valueName: "first-last"))
  var points: String?
  @Option(
    help: ArgumentHelp(
      "Also print statistics for each split of this length, such as 1km or 1mi.",
      valueName: "length"))
  var splits: String?
  @Flag(
    help: """
      Also print statistics for each day, in local time, and the planned days of groups that have an \
      itinerary.
      """)
  var days = false
  @Flag(help: "Also print the length of each slope class.") var slopes = false

  @Option(
    help: ArgumentHelp(
      "Print one row for each year, in local time, instead of one for each path.",
      valueName: "year"))
  var by: StatisticsPeriod?
  @OptionGroup var span: TimeSpanOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let named = try await session.items(items, in: library)
    let limit = try await session.group(group, in: library)
    let chosen = try await session.chosen(named, in: limit, kinds: [.path], library)
    let paths = chosen.ids.filter { $0.kind == .path }
    let others = chosen.ids.filter { $0.kind != .path }
    if paths.isEmpty, !others.isEmpty, group == nil {
      throw Failure.usage("Only paths have statistics.", remedy: "See: cartographer list paths")
    }
    if !others.isEmpty {
      session.console.say("Only paths have statistics; ignored: \(others.shortList()).")
    }
    // The options are checked before the report is computed, so that a wrong option is reported
    // immediately.
    let range = try points.map(PointRange.init)?.range
    if range != nil, paths.count != 1 {
      throw Failure.usage("`--points` needs exactly one path, not \(Numbers.grouped(paths.count)).")
    }
    let threshold = try Quantity.metres(argument: threshold)
    guard threshold >= 0 else {
      throw Failure.usage("The value of `--threshold` cannot be negative.")
    }
    if by != nil, points != nil || splits != nil || days || slopes {
      throw Failure.usage(
        "`--by` cannot be combined with `--points`, `--splits`, `--days` or `--slopes`.")
    }
    let times = try span.span(in: session.zone)
    let options = StatisticsOptions(
      thresholdMetres: threshold, points: range,
      splitMetres: try splits.map { try Quantity.metres(argument: $0) },
      days: days ? session.zone : nil, hasSlopes: slopes)
    // The report covers all paths, and the time span is applied to the finished report. The notes
    // at the end also need the paths that the time span leaves out.
    let report = try await library.statistics(ofPaths: paths, options)
    // Planned days are those of whole groups. They do not depend on the recorded times.
    let trips = named.isEmpty ? [limit].compactMap(\.self) : limit == nil ? named : []
    let planned =
      days && times == nil
      ? try await itineraries(of: trips, threshold: threshold, session, library) : nil
    let statistics = StatisticsTable(
      times.map { report?.beginning(in: $0) } ?? report, chosen.index, threshold: threshold,
      zone: session.zone, units: session.units, period: by, planned: planned)
    if global.json {
      try session.console.print(statistics.json)
    } else {
      try session.console.print(statistics.lines)
      for note in statistics.notes { session.console.say(note) }
      session.suggestZones(at: statistics.moments, onlyForDays: !days)
    }
    // The notes about omitted paths follow the table, so that a long table does not hide them.
    if let times, let report {
      let undated = report.paths.count(where: { $0.timeFirst == nil })
      if undated > 0 {
        let leftOut = Numbers.counted(undated, "path")
        session.console.say("Left out \(leftOut) without times.")
      }
      if report.beginning(in: times).paths.isEmpty {
        session.console.say("No path begins in the specified period.")
      }
    }
    if paths.isEmpty {
      try await session.sayNothingToShow("paths", items, group, in: library)
    }
  }

  /// Returns the itineraries of the groups among the given items. Returns nil if there are no
  /// groups.
  private func itineraries(
    of items: [ItemID], threshold: Double, _ session: Session, _ library: Library
  ) async throws -> [ItineraryTable]? {
    var tables: [ItineraryTable] = []
    for id in items where id.kind == .group {
      let (group, plan) = try await library.itinerary(of: id, thresholdMetres: threshold)
      tables.append(ItineraryTable(group, plan, pace: "naismith", units: session.units))
    }
    return tables.isEmpty ? nil : tables
  }
}
