import CartographerCore
import Foundation
import Geodesy

/// The differences made by a change in the history, as lines of text.
///
/// The lines may contain untrusted names, so they must be converted to ``DisplayText`` before
/// printing.
package struct ChangeDiffLines {
  /// A line of text and the item that the line describes, if any.
  package struct Line: Sendable, Equatable {
    package let text: String
    package let item: ItemID?

    package init(_ text: String, _ item: ItemID? = nil) {
      self.text = text
      self.item = item
    }
  }

  private let diff: ChangeDiff
  private let groupName: (ItemID) -> String
  private let zone: TimeZone
  private let notation: CoordinateNotation

  package init(
    _ diff: ChangeDiff, zone: TimeZone, notation: CoordinateNotation,
    groupName: @escaping (ItemID) -> String
  ) {
    self.notation = notation
    self.diff = diff
    self.zone = zone
    self.groupName = groupName
  }

  /// The title of one or more changes, such as `12  2026-07-11 08:02 +02:00  Rename Hut` or
  /// `12..15  3 changes`.
  package var title: String {
    guard diff.changes.count == 1, let change = diff.changes.first else {
      let ends = [diff.changes.first, diff.changes.last].compactMap { $0.map { "\($0.id)" } }
      return "\(ends.joined(separator: ".."))  \(Numbers.counted(diff.changes.count, "change"))"
    }
    let state = change.state == .done ? "" : " (\(change.state.rawValue))"
    return
      "\(change.id)  \(TimeText.minute(change.time, in: zone))  \(change.title.imperative)\(state)"
  }

  package var lines: [String] { itemLines.map(\.text) }

  /// The lines of text, each with the item that the line describes.
  package var itemLines: [Line] {
    var found: [Line] = []
    for item in diff.items {
      if !found.isEmpty { found.append(Line("")) }
      var lines: [String] = []
      lines.append("\(item.id)  \(item.name)  \(Self.word(item.action))")
      lines += item.fields.flatMap(self.lines(of:))
      lines += self.lines(of: item.points)
      lines += Self.counts(
        "itinerary", item.itinerary.added, item.itinerary.changed, item.itinerary.removed)
      for group in item.joined { lines.append("  + in \(name(group))") }
      for group in item.left { lines.append("  - in \(name(group))") }
      found += lines.map { Line($0, item.id) }
    }
    if diff.items.isEmpty { found.append(Line("no differences")) }
    if diff.untold > 0 {
      found += [Line(""), Line("… and \(Numbers.counted(diff.untold, "more item"))")]
    }
    return found
  }

  private static func word(_ action: ChangeDiff.Action) -> String {
    switch action {
    case .created: "created"
    case .changed: "changed"
    case .deleted: "deleted permanently"
    }
  }

  private func name(_ group: ItemID) -> String {
    let name = groupName(group)
    return name == group.description ? name : "\(group) \(name)"
  }

  private func lines(of field: ChangeDiff.Field) -> [String] {
    func side(_ mark: String, _ value: ChangeDiff.Value?) -> [String] {
      guard let value else { return [] }
      return text(value).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .enumerated().map { row, line in
          "  \(mark) \(Self.padded(row == 0 ? field.name : ""))\(line)"
        }
    }
    return side("-", field.before) + side("+", field.after)
  }

  private static func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(10 - label.count, 1))
  }

  private func text(_ value: ChangeDiff.Value) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): Numbers.grouped(number)
    case .time(let time): TimeText.minute(time, in: zone)
    }
  }

  private static func counts(
    _ label: String, _ added: Int, _ changed: Int, _ removed: Int
  ) -> [String] {
    let counts = [(added, "added"), (changed, "changed"), (removed, "removed")]
      .filter { $0.0 > 0 }.map { "\(Numbers.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    return counts.isEmpty ? [] : ["    \(padded(label))\(counts)"]
  }

  private func lines(of points: ChangeDiff.PointChanges) -> [String] {
    var lines = Self.counts("points", points.added, points.changed, points.removed)
    for sample in points.samples {
      if let state = sample.before { lines.append("  - \(Self.padded("point"))\(text(state))") }
      if let state = sample.after { lines.append("  + \(Self.padded("point"))\(text(state))") }
    }
    if points.changed + points.removed > points.samples.count, !points.samples.isEmpty {
      lines.append("    …")
    }
    return lines
  }

  private func text(_ state: ChangeDiff.PointChange.State) -> String {
    var text = notation.format(state.coordinate)
    if let elevation = state.elevation { text += "  \(Numbers.grouped(elevation)) m" }
    if let time = state.time {
      text += "  \(TimeText.day(time, in: zone)) \(TimeText.clock(time, in: zone))"
    }
    return text
  }
}
