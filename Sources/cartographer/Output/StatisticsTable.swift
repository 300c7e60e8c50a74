import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The periods for which `stats --by` prints totals.
enum StatisticsPeriod: String, CaseIterable, ExpressibleByArgument {
  case year
}

/// The table of path statistics and totals, as printed by `stats`.
struct StatisticsTable {
  private let paths: [PathStatistics]
  private let total: PathStatistics
  private let breakdowns: [BreakdownTable]
  /// The itineraries of the specified groups. Nil if their planned days were not requested.
  private let planned: [ItineraryTable]?
  private let index: ItemIndex
  private let zone: TimeZone
  private let units: UnitSystem
  /// The totals and path counts by year, or nil if they were not requested. For paths without
  /// times, the year is nil.
  private let years: [(year: Int?, count: Int, total: PathStatistics)]?

  /// Creates the statistics table from a report.
  ///
  /// - Parameter report: The statistics, or nil for an empty list of paths.
  /// - Parameter index: The paths and their groups.
  /// - Parameter period: The period for totals, or nil for a table with one row per path.
  /// - Parameter planned: The itineraries whose days are printed, or nil for none.
  init(
    _ report: StatisticsReport?, _ index: ItemIndex, threshold: Double, zone: TimeZone,
    units: UnitSystem = .metric, period: StatisticsPeriod? = nil, planned: [ItineraryTable]? = nil
  ) {
    self.planned = planned
    self.index = index
    self.zone = zone
    self.units = units
    paths = report?.paths ?? []
    total = report?.total ?? PathStatistics(sumOf: [], threshold: threshold)
    breakdowns = report?.breakdowns.map { BreakdownTable($0, zone: zone, units: units) } ?? []
    years =
      period == nil ? nil : Self.years(report?.paths ?? [], threshold: threshold, zone: zone)
  }

  /// Returns the totals for each year, in ascending order. A path belongs to the year in which it
  /// begins. Paths without times come last.
  private static func years(
    _ paths: [PathStatistics], threshold: Double, zone: TimeZone
  ) -> [(year: Int?, count: Int, total: PathStatistics)] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return Dictionary(grouping: paths) { path in
      path.timeFirst.map { calendar.component(.year, from: $0) }
    }
    .sorted { ($0.key ?? Int.max) < ($1.key ?? Int.max) }
    .map { entry in
      let total = PathStatistics(sumOf: entry.value, threshold: threshold)
      return (year: entry.key, count: entry.value.count, total: total)
    }
  }

  /// The ID, start position and start time of each path that has times.
  var moments: [(ItemID, Coordinate, Date)] {
    paths.compactMap { path in
      guard let id = path.id, let start = path.start, let time = path.timeFirst else { return nil }
      return (id, start, time)
    }
  }

  // MARK: Text

  var lines: [DisplayText] {
    let days = planned?.flatMap(\.dayLines) ?? []
    // The planned days begin with a blank line, which separates them from the table of paths.
    guard !paths.isEmpty else { return Array(days.dropFirst()) }
    if let years { return lines(of: years) }
    let sensors = Self.sensors.filter { sensor in paths.contains { sensor.value($0) != nil } }
    var table = PrintableTable(
      [.leading, .leading] + Array(repeating: .trailing, count: 10 + sensors.count))
    table.add(
      [
        "", "", "date", "points", "length", "ascent", "descent", "lowest", "highest", "time",
        "moving",
        "mean",
      ] + sensors.map { DisplayText($0.title) })
    for path in paths {
      table.add(cells(path.id?.description ?? "", path.name ?? "", path, sensors))
    }
    if paths.count > 1 { table.add(cells("", "total", total, sensors)) }
    return table.lines + breakdowns.flatMap(\.lines) + days
  }

  private func lines(
    of years: [(year: Int?, count: Int, total: PathStatistics)]
  ) -> [DisplayText] {
    var table = PrintableTable([.leading] + Array(repeating: .trailing, count: 6))
    table.add(["year", "paths", "length", "ascent", "descent", "time", "moving"])
    for (year, count, total) in years {
      table.add(cells(year.map { "\($0)" } ?? "undated", count, total))
    }
    if years.count > 1 { table.add(cells("total", paths.count, total)) }
    return table.lines
  }

  private func cells(_ title: String, _ count: Int, _ path: PathStatistics) -> [DisplayText] {
    func climb(_ metres: Double?) -> DisplayText { self.climb(metres, of: path) }
    return [
      DisplayText(title), "\(count)", DisplayText(units.length(metres: path.lengthMetres)),
      climb(path.ascentMetres), climb(path.descentMetres), duration(path.durationSeconds),
      duration(path.movingSeconds),
    ]
  }

  /// The explanatory notes below the table.
  var notes: [DisplayText] {
    let planned = planned?.first { !$0.dayLines.isEmpty }.map { [$0.note] } ?? []
    guard !paths.isEmpty else { return planned }
    let threshold = units.elevation(metres: total.threshold)
    let climb: DisplayText = """
      A climb or a descent ends when the elevation changes by at least \(threshold) in the opposite \
      direction. The first and last parts of a segment count in full. Therefore, ascent minus descent \
      equals the net elevation change.
      """
    guard breakdowns.contains(where: \.hasPieces) else { return [climb] + planned }
    return [
      climb,
      "Each split and day is measured separately, so the sum of the ascents can exceed the path's ascent.",
    ] + planned
  }

  /// A table column for sensor values. The column is omitted if no path has such values.
  private struct Sensor {
    let title: String
    let unit: String
    let value: (PathStatistics) -> Double?
  }

  private static var sensors: [Sensor] {
    [
      Sensor(title: "heart", unit: "bpm", value: \.heartRateMean),
      Sensor(title: "cadence", unit: "rpm", value: \.cadenceMean),
      Sensor(title: "power", unit: "W", value: \.powerMean),
    ]
  }

  private func cells(
    _ id: String, _ name: String, _ path: PathStatistics, _ sensors: [Sensor]
  ) -> [DisplayText] {
    func elevation(_ metres: Double?) -> DisplayText {
      DisplayText(metres.map { units.elevation(metres: $0) } ?? "")
    }
    return [
      DisplayText(id), DisplayText(name), date(path.timeFirst), "\(Numbers.grouped(path.points))",
      DisplayText(units.length(metres: path.lengthMetres)), climb(path.ascentMetres, of: path),
      climb(path.descentMetres, of: path), elevation(path.elevationMin),
      elevation(path.elevationMax),
      duration(path.durationSeconds), duration(path.movingSeconds),
      DisplayText(path.speedMean.map { units.speed(metresPerSecond: $0) } ?? ""),
    ]
      + sensors.map { sensor in
        DisplayText(sensor.value(path).map { "\(Self.whole($0)) \(sensor.unit)" } ?? "")
      }
  }

  private func duration(_ seconds: Double?) -> DisplayText {
    DisplayText(seconds.map { UnitSystem.duration(seconds: $0) } ?? "")
  }

  private func climb(_ metres: Double?, of path: PathStatistics) -> DisplayText {
    DisplayText(
      metres.map { units.climb(metres: $0, isPartial: path.hasPartialElevations) } ?? "")
  }

  private func date(_ time: Date?) -> DisplayText {
    DisplayText(time.map { TimeText.day($0, in: zone) } ?? "")
  }

  /// Formats a number as a rounded integer.
  private static func whole(_ value: Double) -> String {
    Numbers.grouped(value.rounded())
  }

  // MARK: JSON

  var json: JSONValue {
    let more = Dictionary(
      uniqueKeysWithValues: breakdowns.map { ($0.id, $0.members) })
    return .object([
      ("paths", .array(paths.map { json($0, $0.id.flatMap { more[$0] } ?? []) })),
      ("total", .object(Self.members(of: total))),
      ("plannedDays", planned.map { .array($0.flatMap(\.daysJSON)) }),
      ("years", years.map { JSONValue.array($0.map { Self.json($0.year, $0.count, $0.total) }) }),
    ])
  }

  /// Returns the totals of a year as JSON. The year is nil for paths without times.
  private static func json(_ year: Int?, _ count: Int, _ total: PathStatistics) -> JSONValue {
    let head: [(String, JSONValue?)] = [
      ("year", year.map { JSONValue.count($0) }), ("paths", .count(count)),
    ]
    return .object(head + members(of: total))
  }

  private func json(_ path: PathStatistics, _ more: [(String, JSONValue?)]) -> JSONValue {
    let identity = path.id.map(index.identity) ?? []
    let groups = path.id.flatMap(index.path).map { index.groupsJSON($0.groups) }
    return .object(identity + Self.members(of: path) + [("groups", groups)] + more)
  }

  private static func members(of path: PathStatistics) -> [(String, JSONValue?)] {
    path.members + [
      ("segments", .count(path.segments)),
      ("durationSeconds", .measure(path.durationSeconds)),
      ("movingSeconds", .measure(path.movingSeconds)), ("speedMean", .measure(path.speedMean)),
      ("speedMax", .measure(path.speedMax)), ("heartRateMean", .measure(path.heartRateMean)),
      ("heartRateMax", .measure(path.heartRateMax)), ("cadenceMean", .measure(path.cadenceMean)),
      ("cadenceMax", .measure(path.cadenceMax)), ("powerMean", .measure(path.powerMean)),
      ("powerMax", .measure(path.powerMax)), ("threshold", .number(path.threshold)),
    ]
  }
}
