import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawDetail(in content: Rect) {
    let rect = content.inset(columns: 1, rows: 0)
    if state.mode.isPathEdit { return drawPoints(in: rect) }
    guard let item = state.selectedItem else {
      surface.put("Nothing selected", in: rect, style: Style(.dim))
      return
    }
    let lines = content.columns < 36 || content.rows < 9 ? brief(item) : full(item)
    let wrapped = lines.flatMap { line in
      line.text.wrapped(to: max(rect.columns, 2)).map { (text: $0, style: line.style) }
    }
    TextView(wrapped).draw(into: &surface, in: rect, top: state.detailTop)
  }

  private typealias Line = (text: DisplayText, style: Style)

  private var units: UnitSystem { state.settings.units }

  /// For narrow panes: the facts without their names.
  private func brief(_ item: LibraryItem) -> [Line] {
    var lines: [Line] = [(text(item.name), Style(.title))]
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
        lines.append((text(facts.joined(separator: "  ")), .text))
        lines.append((text(climb(measures)), .text))
        lines.append((text(pointCount(measures)), .text))
      } else {
        lines.append(("\(path.pointCount) points", .text))
      }
    case .place(let place):
      lines.append((text(state.settings.notation.format(place.coordinate)), .text))
      let facts = [
        place.elevationMetres.map { units.elevation(metres: $0) }, place.symbol,
        place.time.map { Times.day($0, in: state.settings.zone) },
      ].compactMap { $0 }
      if !facts.isEmpty { lines.append((text(facts.joined(separator: "  ")), .text)) }
    case .group(let group):
      lines.append(("\(group.pathCount) paths, \(group.placeCount) places", .text))
    }
    if let groups = groupNames(item) { lines.append((text("in \(groups)"), .text)) }
    if !item.notes.isEmpty { lines.append((text(item.notes), Style(.dim))) }
    return lines
  }

  private func climb(_ measures: TrackMeasures) -> String {
    guard let ascent = measures.ascentMetres, let descent = measures.descentMetres else {
      return "no elevation"
    }
    return "↑\(units.elevation(metres: ascent))  ↓\(units.elevation(metres: descent))"
  }

  private func pointCount(_ measures: TrackMeasures) -> String {
    let points = "\(Numbers.grouped(measures.points)) points"
    return measures.segments > 1 ? "\(points) in \(measures.segments) segments" : points
  }

  private func groupNames(_ item: LibraryItem) -> String? {
    let names = item.groups.compactMap { state.index.group($0)?.name }.sorted()
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func full(_ item: LibraryItem) -> [Line] {
    var lines: [Line] = []
    func add(_ label: DisplayText, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append((label.padded(to: 9) + text(value), .text))
    }
    lines.append((text(item.name), Style(.title)))
    switch item {
    case .path(let path):
      add("Kind", path.kind == .route ? "route (planned)" : "track (recorded)")
      if let measures = state.paths[path.id]?.measures { describe(measures, add) }
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
      add("Members", "\(group.pathCount) paths, \(group.placeCount) places")
      addTotals(of: group.id, add)
    }
    add("Groups", groupNames(item))
    add("Colour", item.colour)
    add("Notes", item.notes)
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
      add("Climb", "\(climb(measures))  (from \(threshold))")
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

  private func addTotals(of group: ItemID, _ add: (DisplayText, String?) -> Void) {
    let members = state.index.snapshot.paths.filter {
      $0.trashed == nil && $0.groups.contains(group)
    }.compactMap { state.paths[$0.id]?.measures }
    guard !members.isEmpty else { return }
    add("Length", units.length(metres: members.reduce(0) { $0 + $1.lengthMetres }))
    let ascent = members.compactMap(\.ascentMetres).reduce(0, +)
    add("Climb", "↑\(units.elevation(metres: ascent))")
  }

  /// The points around the one being edited.
  private mutating func drawPoints(in rect: Rect) {
    guard let id = state.selected, let path = state.paths[id] else { return }
    let edit: PathEditState
    switch state.mode {
    case .pathEdit(let state): edit = state
    case .grab(let grab):
      guard case .point(let state, _) = grab.subject else { return }
      edit = state
    case .browse, .boxSelect, .draw: return
    }
    let distances = path.profile.distancesMetres
    let (head, rows) = rect.splitTop(1)
    surface.put(
      "point \(edit.point + 1) of \(text(Numbers.grouped(path.count)))", in: head,
      style: Style(.title))
    var cursor = ListCursor(selected: edit.point, top: edit.point - rows.rows / 2)
    cursor.settle(count: path.count, height: rows.rows)
    let (words, units, zone) = (words, units, state.settings.zone)
    let list = ListView(count: path.count, cursor: cursor, isFocused: false) { position in
      var facts: [String] = [units.length(metres: distances[position])]
      if let height = path.elevationMetres(at: position) {
        facts.append(units.elevation(metres: height))
      }
      if rect.columns >= 34, let time = path.time(at: position) {
        facts.append(
          Times.clock(
            Date(timeIntervalSinceReferenceDate: time), in: zone))
      }
      return ListRow(
        words.text(Numbers.grouped(position + 1)),
        detail: words.text(facts.joined(separator: "  ")),
        isMarked: edit.anchor != nil && edit.range.contains(position),
        style: position == edit.point ? Style(.accent, .bold) : .text)
    }
    list.draw(into: &surface, in: rows)
  }
}
