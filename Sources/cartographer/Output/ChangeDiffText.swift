import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A diff as text and as JSON: the differences made by changes in the history, or the differences
/// between the store and a copy of the store.
struct ChangeDiffText {
  private let diff: ChangeDiff
  private let index: ItemIndex
  private let zone: TimeZone
  private let notation: CoordinateNotation
  /// The copy to compare with the store, or nil to show the differences made by changes in the
  /// history.
  private let copy: String?

  init(
    _ diff: ChangeDiff, _ index: ItemIndex, zone: TimeZone, notation: CoordinateNotation,
    copy: String? = nil
  ) {
    self.notation = notation
    self.diff = diff
    self.copy = copy
    self.index = index
    self.zone = zone
  }

  // MARK: Text

  var lines: [DisplayText] {
    let index = index
    let text = ChangeDiffLines(diff, zone: zone, notation: notation) { index.name($0) }
    let title = copy.map { "Differences between \($0) and the store" } ?? text.title
    return ([title, ""] + text.lines).map { DisplayText($0) }
  }

  /// Lines of text that show, for each item, the number of differences in its fields, points and
  /// stops. The last line contains the totals.
  var statistics: [DisplayText] {
    var table = PrintableTable([.leading, .leading, .leading, .leading])
    for item in diff.items {
      let points = item.points.added + item.points.changed + item.points.removed
      let stops = item.itinerary.added + item.itinerary.changed + item.itinerary.removed
      let counts = [
        (item.fields.count, "field"), (points, "point"), (stops, "stop"),
        (item.joined.count + item.left.count, "group"),
      ].filter { $0.0 > 0 }.map { Numbers.counted($0.0, $0.1) }
      table.add([
        DisplayText(item.id.description), DisplayText(item.name),
        DisplayText(item.action.rawValue), DisplayText(counts.joined(separator: ", ")),
      ])
    }
    let actions = [ChangeDiff.Action.created, .changed, .deleted].compactMap { action in
      let count = diff.items.count { $0.action == action }
      return count > 0 ? "\(Numbers.grouped(count)) \(action.rawValue)" : nil
    }
    let total = Numbers.counted(diff.items.count + diff.untold, "item")
    return table.lines
      + [DisplayText(([total] + actions).joined(separator: ", "))]
  }

  // MARK: JSON

  var json: JSONValue {
    .object(
      header + [
        ("items", .array(diff.items.map(json))),
        ("untold", diff.untold > 0 ? .count(diff.untold) : nil),
      ])
  }

  private var header: [(String, JSONValue?)] {
    if let copy { return [("since", .string(copy))] }
    guard diff.changes.count == 1, let change = diff.changes.first else {
      return [("changes", .array(diff.changes.map { .integer($0.id) }))]
    }
    return [
      ("id", .integer(change.id)), ("title", .string(change.title.imperative)),
      ("time", .time(change.time)), ("state", .string(change.state.rawValue)),
    ]
  }

  private func json(_ item: ChangeDiff.Item) -> JSONValue {
    .object([
      ("id", .string(item.id.description)), ("name", .string(item.name)),
      ("action", .string(item.action.rawValue)),
      (
        "fields",
        item.fields.isEmpty
          ? nil
          : .array(
            item.fields.map {
              .object([
                ("name", .string($0.name)), ("before", $0.before.flatMap(json)),
                ("after", $0.after.flatMap(json)),
              ])
            })
      ), ("points", item.points.isEmpty ? nil : json(item.points)),
      (
        "itinerary",
        item.itinerary.isEmpty
          ? nil
          : .object([
            ("added", .count(item.itinerary.added)), ("changed", .count(item.itinerary.changed)),
            ("removed", .count(item.itinerary.removed)),
          ])
      ),
      ("joined", item.joined.isEmpty ? nil : .strings(item.joined)),
      ("left", item.left.isEmpty ? nil : .strings(item.left)),
    ])
  }

  private func json(_ value: ChangeDiff.Value) -> JSONValue? {
    switch value {
    case .text(let text): .string(text)
    // The number may be a coordinate.
    case .number(let number): number.isFinite ? .degrees(number) : nil
    case .time(let time): .time(time)
    }
  }

  private func json(_ points: ChangeDiff.PointChanges) -> JSONValue {
    .object([
      ("added", .count(points.added)), ("changed", .count(points.changed)),
      ("removed", .count(points.removed)),
      (
        "first",
        points.samples.isEmpty
          ? nil
          : .array(
            points.samples.map {
              .object([("before", $0.before.map(json)), ("after", $0.after.map(json))])
            })
      ),
    ])
  }

  private func json(_ state: ChangeDiff.PointChange.State) -> JSONValue {
    .object([
      ("latitude", .degrees(state.coordinate.latitude)),
      ("longitude", .degrees(state.coordinate.longitude)),
      ("elevation", .measure(state.elevation)), ("time", .time(state.time)),
    ])
  }
}
