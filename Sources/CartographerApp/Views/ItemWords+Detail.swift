import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension ItemWords {
  typealias Line = (text: DisplayText, style: Style)

  /// All there is to say about an item, in lines that fit a pane, short where it is small.
  func detail(of item: LibraryItem, in size: Size) -> [Line] {
    let lines = size.columns < 36 || size.rows < 9 ? brief(item) : full(item)
    let width = max(size.columns - 2, 2)
    return lines.flatMap { line in
      guard !line.label.isEmpty else {
        return line.text.wrapped(to: width).map { (text: $0, style: line.style) }
      }
      // The value stands in a column of its own.
      let column = line.label.width
      let blank: DisplayText = " "
      return line.text.wrapped(to: max(width - column, 2)).enumerated().map { row, text in
        (text: (row == 0 ? line.label : blank.repeated(column)) + text, style: line.style)
      }
    }
  }

  /// A line with the name of what it says, if it has one.
  private typealias Fact = (label: DisplayText, text: DisplayText, style: Style)

  private var units: UnitSystem { state.settings.units }

  /// For narrow panes: the facts without their names.
  private func brief(_ item: LibraryItem) -> [Fact] {
    var lines: [Fact] = [("", text(item.name), Style(.title))]
    switch item {
    case .path(let path):
      if let measures = state.paths[path.id]?.measures {
        var facts: [String] = []
        if let start = measures.timeFirst {
          facts.append(Times.day(start, in: state.settings.zone))
        }
        if let seconds = measures.durationSeconds {
          facts.append(UnitSystem.duration(seconds: seconds))
        }
        facts.append(units.length(metres: measures.lengthMetres))
        lines.append(("", text(facts.joined(separator: "  ")), .text))
        lines.append(("", text(climb(measures)), .text))
        lines.append(("", text(pointCount(measures)), .text))
        if let facts = briefFacts(of: item) { lines.append(("", text(facts), .text)) }
      } else if let count = path.pointCount {
        lines.append(("", text(Numbers.counted(count, "point")), .text))
      }
    case .place(let place):
      lines.append(("", text(state.settings.notation.format(place.coordinate)), .text))
      let facts = [
        place.elevationMetres.map { units.elevation(metres: $0) }, place.symbol,
        place.time.map { Times.day($0, in: state.settings.zone) },
      ].compactMap { $0 }
      if !facts.isEmpty { lines.append(("", text(facts.joined(separator: "  ")), .text)) }
      for words in [place.comment, place.details] {
        if let words, !words.isEmpty { lines.append(("", text(words), .text)) }
      }
    case .group(let group):
      lines.append(("", text(members(of: group)), .text))
      for line in briefTotals(of: group) { lines.append(("", text(line), .text)) }
    }
    if let groups = groupNames(item) { lines.append(("", text("in \(groups)"), .text)) }
    for line in noteLines(item) { lines.append(("", text(line), Style(.dim))) }
    return lines
  }

  private func climb(_ measures: TrackMeasures) -> String {
    guard let ascent = measures.ascentMetres, let descent = measures.descentMetres else {
      return "no elevation"
    }
    return "↑\(units.elevation(metres: ascent))  ↓\(units.elevation(metres: descent))"
  }

  private func pointCount(_ measures: TrackMeasures) -> String {
    let points = Numbers.counted(measures.points, "point")
    return measures.segments > 1 ? "\(points) in \(measures.segments) segments" : points
  }

  private func members(of group: GroupSnapshot) -> String {
    "\(Numbers.counted(group.pathCount, "path")), \(Numbers.counted(group.placeCount, "place"))"
  }

  private func groupNames(_ item: LibraryItem) -> String? {
    let names = item.groups.compactMap { state.index.group($0)?.name }.sorted()
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func noteLines(_ item: LibraryItem) -> [String] {
    item.notes.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func full(_ item: LibraryItem) -> [Fact] {
    var lines: [Fact] = []
    func add(_ label: DisplayText, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append((label.padded(to: 9), text(value), .text))
    }
    lines.append(("", text(item.name), Style(.title)))
    switch item {
    case .path(let path):
      add("Kind", path.kind == .route ? "route (planned)" : "track (recorded)")
      if let measures = state.paths[path.id]?.measures { describe(measures, add) }
      add("Symbol", path.symbol)
      add("Type", path.type)
      add("Comment", path.comment)
      add("Details", path.details)
    case .place(let place):
      add("Position", state.settings.notation.format(place.coordinate))
      add("Height", place.elevationMetres.map { units.elevation(metres: $0) })
      add("Time", place.time.map { Times.minute($0, in: state.settings.zone) })
      add("Symbol", place.symbol)
      add("Type", place.type)
      add("Comment", place.comment)
      add("Details", place.details)
    case .group(let group):
      add("Members", members(of: group))
      for (label, total) in totals(of: group) { add(label, total) }
    }
    for fact in facts(of: item) { add(fact.label, fact.value) }
    add("Groups", groupNames(item))
    add("Colour", item.colour)
    for (row, line) in noteLines(item).enumerated() { add(row == 0 ? "Notes" : " ", line) }
    add("Id", item.id.description)
    return lines
  }

  private func describe(_ measures: TrackMeasures, _ add: (DisplayText, String?) -> Void) {
    add("Start", measures.timeFirst.map { Times.minute($0, in: state.settings.zone) })
    let duration = measures.durationSeconds.map(UnitSystem.duration(seconds:))
    let moving = measures.movingSeconds.map(UnitSystem.duration(seconds:))
    add("Length", units.length(metres: measures.lengthMetres))
    add("Time", duration.map { total in "\(total)\(moving.map { ", moving \($0)" } ?? "")" })
    if measures.ascentMetres != nil {
      let threshold = units.elevation(metres: measures.thresholdMetres)
      add("Climb", "\(climb(measures))  (≥\(threshold))")
    }
    if let low = measures.elevationMin, let high = measures.elevationMax {
      add("Heights", "\(units.elevation(metres: low)) to \(units.elevation(metres: high))")
    }
    add(
      "Speed",
      measures.speedMean.map { mean in
        let top = measures.speedMax.map { ", top \(units.speed(metresPerSecond: $0))" } ?? ""
        return units.speed(metresPerSecond: mean) + top
      })
    add("Points", pointCount(measures))
  }
}
