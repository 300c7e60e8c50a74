import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The differences that a change in the history made, as text and as JSON.
struct ChangeDiffText {
  private let diff: ChangeDiff
  private let index: ItemIndex
  private let zone: TimeZone

  init(_ diff: ChangeDiff, _ index: ItemIndex, zone: TimeZone) {
    self.diff = diff
    self.index = index
    self.zone = zone
  }

  // MARK: Text

  var lines: [DisplayText] {
    let index = index
    let text = ChangeDiffLines(diff, zone: zone) { index.name($0) }
    return ([text.title, ""] + text.lines).map { DisplayText($0) }
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      ("id", .integer(diff.entry.id)), ("title", .string(diff.entry.title.imperative)),
      ("time", .time(diff.entry.time)), ("state", .string(diff.entry.state.rawValue)),
      ("items", .array(diff.items.map(json))),
      ("untold", diff.untold > 0 ? .count(diff.untold) : nil),
    ])
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
    case .number(let number): .measure(number)
    case .time(let time): .time(time)
    }
  }

  private func json(_ points: ChangeDiff.Points) -> JSONValue {
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

  private func json(_ state: ChangeDiff.Point.State) -> JSONValue {
    .object([
      ("latitude", .number(state.coordinate.latitude)),
      ("longitude", .number(state.coordinate.longitude)),
      ("elevation", .measure(state.elevation)), ("time", .time(state.time)),
    ])
  }
}
