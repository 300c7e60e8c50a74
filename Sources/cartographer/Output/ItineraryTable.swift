import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// An itinerary as a table, as printed by `itinerary`.
struct ItineraryTable {
  private let group: GroupSnapshot
  private let plan: ItineraryPlan
  private let pace: String
  private let units: UnitSystem

  init(_ group: GroupSnapshot, _ plan: ItineraryPlan, pace: String, units: UnitSystem) {
    self.group = group
    self.plan = plan
    self.pace = pace
    self.units = units
  }

  // MARK: Text

  var lines: [DisplayText] {
    guard !plan.days.isEmpty else { return [] }
    var table = PrintableTable([
      .trailing, .leading, .leading, .leading, .trailing, .trailing, .trailing, .trailing,
      .trailing,
      .leading,
    ])
    table.add(["", "", "", "", "length", "ascent", "descent", "time", "straight", ""])
    for day in plan.days {
      table.add(
        ["", "", "", DisplayText(title(day))] + cells(day.totals) + [DisplayText("")])
      for line in day.lines { table.add(cells(line)) }
    }
    if plan.days.count > 1 {
      table.add(["", "", "", "Total"] + cells(plan.total) + [DisplayText("")])
    }
    return table.lines
  }

  /// The table of the planned days and their totals, without the stops, as printed by `stats`.
  /// Empty if the itinerary is empty.
  var dayLines: [DisplayText] {
    guard !plan.days.isEmpty else { return [] }
    var table = PrintableTable([.leading] + Array(repeating: .trailing, count: 5))
    table.add(["  planned day", "length", "ascent", "descent", "time", "straight"])
    for day in plan.days { table.add([DisplayText("  \(title(day))")] + cells(day.totals)) }
    if plan.days.count > 1 { table.add(["  Total"] + cells(plan.total)) }
    return ["", DisplayText("\(group.id.description)  \(group.name)")] + table.lines
  }

  /// An explanation of the table. If the itinerary is empty, the note tells the user how to add a
  /// stop.
  var note: DisplayText {
    guard !plan.days.isEmpty else {
      return """
        \(group.name) has no itinerary yet. \
        To add a stop: cartographer itinerary add \(group.id.description) ITEM
        """
    }
    let climb =
      plan.total.omitsClimb
      ? " `≥` marks ascents, descents and times that can be higher, because elevations are missing."
      : ""
    return """
      Times are estimates (\(pace)) for paths only.\(climb) The column `straight` shows straight-line \
      distances between stops.
      """
  }

  private func title(_ day: ItineraryPlan.Day) -> String {
    "Day \(day.number)" + (day.date.map { ", \($0.short(ofDay: day.number))" } ?? "")
  }

  private func cells(_ line: ItineraryPlan.Line) -> [DisplayText] {
    let state = line.stop.state == .done ? "done" : ""
    var remarks = [line.stop.note].filter { !$0.isEmpty }
    if line.isTrashed { remarks.insert("(in the trash)", at: 0) }
    if !line.isMember { remarks.insert("(not in the group)", at: 0) }
    return [
      "\(line.number)", DisplayText(line.stop.id.description), DisplayText(state),
      DisplayText(
        "  \(line.stop.title)" + (line.stop.item.map { "  \($0)" } ?? "")),
      DisplayText(line.stretch.map { units.length(metres: $0.lengthMetres) } ?? ""),
      climb(line.stretch?.ascentMetres, isPartial: line.stretch?.omitsClimb ?? false),
      climb(line.stretch?.descentMetres, isPartial: line.stretch?.omitsClimb ?? false),
      DisplayText(
        line.stretch.map {
          UnitSystem.estimate(seconds: $0.estimatedSeconds, omitsClimb: $0.omitsClimb)
        } ?? ""),
      DisplayText(line.straightMetres.map { units.length(metres: $0) } ?? ""),
      DisplayText(remarks.joined(separator: " ")),
    ]
  }

  private func cells(_ totals: ItineraryPlan.Totals) -> [DisplayText] {
    [
      DisplayText(totals.hasLength ? units.length(metres: totals.lengthMetres) : ""),
      climb(totals.ascentMetres, isPartial: totals.omitsClimb),
      climb(totals.descentMetres, isPartial: totals.omitsClimb),
      DisplayText(
        totals.hasLength
          ? UnitSystem.estimate(seconds: totals.estimatedSeconds, omitsClimb: totals.omitsClimb)
          : ""),
      DisplayText(
        totals.hasLength || totals.straightMetres > 0
          ? units.length(metres: totals.straightMetres) : ""),
    ]
  }

  private func climb(_ metres: Double?, isPartial: Bool) -> DisplayText {
    DisplayText(metres.map { units.climb(metres: $0, isPartial: isPartial) } ?? "")
  }

  // MARK: JSON

  private var groupJSON: JSONValue {
    .object([("id", .string(group.id.description)), ("name", .string(group.name))])
  }

  /// The planned days and their totals, without the stops, as printed by `stats --json`.
  var daysJSON: [JSONValue] {
    plan.days.map { day in
      .object([
        ("group", groupJSON), ("day", .count(day.number)), ("date", .text(day.date?.description)),
        ("total", json(day.totals)),
      ])
    }
  }

  var json: JSONValue {
    .object([
      ("group", groupJSON), ("firstDay", .text(group.firstDay)), ("pace", .string(pace)),
      ("days", .array(plan.days.map(json))), ("total", json(plan.total)),
    ])
  }

  private func json(_ day: ItineraryPlan.Day) -> JSONValue {
    .object([
      ("day", .count(day.number)), ("date", .text(day.date?.description)),
      ("entries", .array(day.lines.map(json))), ("total", json(day.totals)),
    ])
  }

  private func json(_ line: ItineraryPlan.Line) -> JSONValue {
    .object([
      ("id", .string(line.stop.id.description)), ("number", .count(line.number)),
      ("item", .text(line.stop.item?.description)), ("title", .string(line.stop.title)),
      ("state", .string(line.stop.state.rawValue)),
      ("note", line.stop.note.isEmpty ? nil : .string(line.stop.note)),
      ("lengthMetres", .measure(line.stretch?.lengthMetres)),
      ("ascentMetres", .measure(line.stretch?.ascentMetres)),
      ("descentMetres", .measure(line.stretch?.descentMetres)),
      ("estimatedSeconds", .measure(line.stretch?.estimatedSeconds)),
      ("straightMetres", .measure(line.straightMetres)),
      ("member", line.isMember ? nil : .boolean(false)),
      ("trashed", line.isTrashed ? .boolean(true) : nil),
    ])
  }

  private func json(_ totals: ItineraryPlan.Totals) -> JSONValue {
    .object([
      ("entries", .count(totals.stops)), ("done", .count(totals.done)),
      ("lengthMetres", .number(totals.lengthMetres)),
      ("ascentMetres", .measure(totals.ascentMetres)),
      ("descentMetres", .measure(totals.descentMetres)),
      ("estimatedSeconds", .number(totals.estimatedSeconds)),
      ("straightMetres", .number(totals.straightMetres)),
    ])
  }
}
