import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension ItemWords {
  typealias Line = (text: DisplayText, style: Style)

  /// Returns the details pane's lines. Returns nil if nothing is selected.
  ///
  /// If an itinerary is open, the pane shows the stop under the cursor. If no itinerary is open,
  /// the pane shows the group under the cursor in the groups column, or the selected item if the
  /// groups column does not have the focus. Previews of operations and the table of points are
  /// drawn elsewhere.
  ///
  /// - Parameter most: The maximum number of lines.
  func detail(in size: Size, most: Int = .max) -> [Line]? {
    if let itinerary = state.itinerary, let stop = state.selectedStop {
      return detail(of: stop, in: itinerary, width: size.columns - 2)
        + (state.selectedItem.map { detail(of: $0, in: size, most: most) } ?? [])
    }
    guard state.isInGroupColumn else {
      return state.selectedItem.map { detail(of: $0, in: size, most: most) }
    }
    guard let group = state.columnGroup else {
      return fitted(everything(in: size), to: size, most: most)
    }
    return detail(of: .group(group), in: size, most: most)
  }

  /// Returns an item's details, wrapped to a pane's width. Small panes show fewer details.
  ///
  /// - Parameter most: The maximum number of lines.
  func detail(of item: LibraryItem, in size: Size, most: Int = .max) -> [Line] {
    fitted(isSmall(size) ? brief(item) : full(item), to: size, most: most)
  }

  private func isSmall(_ size: Size) -> Bool { size.columns < 36 || size.rows < 9 }

  /// Wraps the facts about an item to fit a pane's width.
  ///
  /// - Complexity: O(m · c), where m is `most` and c is the pane's width in columns.
  ///   The complexity does not depend on the length of the text.
  private func fitted(_ facts: [Fact], to size: Size, most: Int) -> [Line] {
    let whole = max(size.columns - 2, 2)
    var lines: [Line] = []
    for fact in facts where lines.count < most {
      // Labels and values have separate columns, so that wrapped values stay aligned.
      let column = fact.label.width
      let blank = (" " as DisplayText).repeated(column)
      let width = column == 0 ? whole : max(whole - column, 2)
      let rest = most - lines.count
      // One more column per line, since wrapping drops the space at a line's end.
      let (columns, isVast) = rest.multipliedReportingOverflow(by: width + 1)
      let text =
        isVast
        ? self.whole(fact.text)
        : DisplayText(fact.text, glyphs: state.settings.glyphs, columns: columns)
      for (row, text) in text.wrapped(to: width, most: rest).enumerated() {
        lines.append((text: (row == 0 ? fact.label : blank) + text, style: fact.style))
      }
    }
    return lines
  }

  /// A fact about an item: a label, which may be empty, and a text with its style.
  private typealias Fact = (label: DisplayText, text: String, style: Style)

  private var units: UnitSystem { state.settings.units }

  /// Returns details about the whole library, laid out like a group's details.
  private func everything(in size: Size) -> [Fact] {
    let snapshot = state.index.snapshot
    let paths = snapshot.paths.filter { $0.trashed == nil }.map(\.id)
    let places = snapshot.places.filter { $0.trashed == nil }.map(\.id)
    let members = membersByKind(paths + places)
    let title: Fact = ("", "Everything", Style(.title))
    guard !isSmall(size) else {
      return [title, ("", members, .text)] + briefTotals(of: paths).map { ("", $0, .text) }
    }
    return [title, (DisplayText("Members").padded(to: 9), members, .text)]
      + totals(of: paths).compactMap { label, total in
        total.map { (label.padded(to: 9), $0, .text) }
      }
  }

  /// Returns the most important facts about an item as unlabelled lines, for small panes.
  private func brief(_ item: LibraryItem) -> [Fact] {
    var lines: [Fact] = [("", item.title, Style(.title))]
    switch item {
    case .path(let path):
      // Until the measures are loaded, the number of points from the list is shown.
      if let measures = state.library.measures(of: path.id) {
        var facts: [String] = []
        if let start = measures.timeFirst {
          facts.append(TimeText.day(start, in: state.settings.zone))
        }
        if let seconds = measures.durationSeconds {
          facts.append(UnitSystem.duration(seconds: seconds))
        } else if !path.isOutline, let stretch = state.library.stretch(of: path.id),
          stretch.estimatedSeconds > 0
        {
          facts.append(
            UnitSystem.estimate(
              seconds: stretch.estimatedSeconds, omitsClimb: stretch.omitsClimb))
        }
        facts.append(units.length(metres: measures.lengthMetres))
        lines.append(("", facts.joined(separator: "  "), .text))
        lines.append(("", climb(measures), .text))
        lines.append(("", pointCount(measures), .text))
        if let facts = briefFacts(of: item) { lines.append(("", facts, .text)) }
      } else if let count = path.pointCount {
        lines.append(("", Numbers.counted(count, "point"), .text))
      }
    case .place(let place):
      lines.append(("", state.settings.notation.format(place.coordinate), .text))
      let facts = [
        place.elevationMetres.map { units.elevation(metres: $0) }, place.symbol,
        place.time.map { TimeText.day($0, in: state.settings.zone) },
      ].compactMap { $0 }
      if !facts.isEmpty { lines.append(("", facts.joined(separator: "  "), .text)) }
      for words in [place.comment, place.details] {
        if let words, !words.isEmpty { lines.append(("", words, .text)) }
      }
    case .group(let group):
      lines.append(("", members(of: group), .text))
      for line in briefTotals(of: group) { lines.append(("", line, .text)) }
    }
    if let groups = groupNames(item) { lines.append(("", "in \(groups)", .text)) }
    for line in noteLines(item) { lines.append(("", line, Style(.dim))) }
    return lines
  }

  private func climb(_ measures: TrackMeasures) -> String {
    guard let ascent = measures.ascentMetres, let descent = measures.descentMetres else {
      return "no elevation"
    }
    let isPartial = measures.hasPartialElevations
    return "↑\(units.climb(metres: ascent, isPartial: isPartial))  "
      + "↓\(units.climb(metres: descent, isPartial: isPartial))"
  }

  private func pointCount(_ measures: TrackMeasures) -> String {
    let points = Numbers.counted(measures.points, "point")
    return measures.segments > 1
      ? "\(points) in \(Numbers.grouped(measures.segments)) segments" : points
  }

  private func members(of group: GroupSnapshot) -> String {
    "\(Numbers.counted(group.pathCount, "path")), \(Numbers.counted(group.placeCount, "place"))"
  }

  /// Returns the number of items of each kind as text, such as
  /// `3 paths (2 tracks, 1 route), 4 places`.
  ///
  /// Tracks and routes are counted separately only if the items include both.
  private func membersByKind(_ ids: [ItemID]) -> String {
    let paths = ids.filter { $0.kind == .path }
    let routes = paths.count { state.index.path($0)?.kind == .route }
    let tracks = paths.count - routes
    let kinds =
      routes > 0 && tracks > 0
      ? " (\(Numbers.counted(tracks, "track")), \(Numbers.counted(routes, "route")))" : ""
    return Numbers.counted(paths.count, "path") + kinds + ", "
      + Numbers.counted(ids.count - paths.count, "place")
  }

  private func groupNames(_ item: LibraryItem) -> String? {
    let names = state.index.groupsInUse(item.groups).map(\.name).sorted()
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func noteLines(_ item: LibraryItem) -> [String] {
    item.notes.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func full(_ item: LibraryItem) -> [Fact] {
    var lines: [Fact] = []
    func add(_ label: DisplayText, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append((label.padded(to: 9), value, .text))
    }
    lines.append(("", item.title, Style(.title)))
    switch item {
    case .path(let path):
      let kind = path.kind == .route ? "route (planned)" : "track (recorded)"
      add("Kind", path.isOutline ? "outline of an area" : kind)
      if let measures = state.library.measures(of: path.id) { describe(measures, of: path.id, add) }
      for (row, line) in endsOnMap(path.id).enumerated() { add(row == 0 ? "Near" : " ", line) }
      add("Symbol", path.symbol)
      add("Type", path.type)
      add("Comment", path.comment)
      add("Details", path.details)
    case .place(let place):
      add("Position", state.settings.notation.format(place.coordinate))
      add("Near", towns?.words(for: place.coordinate, in: units))
      add("Height", place.elevationMetres.map { units.elevation(metres: $0) })
      let zone = probableZone(place.id, place.time)
      add("Time", place.time.map { timeText($0, besides: zone) })
      add("Zone", zone)
      add("Symbol", place.symbol)
      add("Type", place.type)
      add("Comment", place.comment)
      add("Details", place.details)
    case .group(let group):
      add("Members", membersByKind(state.index.members(of: group.id)))
      for (label, total) in totals(of: group) { add(label, total) }
    }
    for fact in facts(of: item) { add(fact.label, fact.value) }
    add("Groups", groupNames(item))
    add("Colour", item.colour.map(ColourNames.name))
    for (row, line) in noteLines(item).enumerated() { add(row == 0 ? "Notes" : " ", line) }
    add("Id", item.id.description)
    return lines
  }

  private var towns: BaseMapTowns? { state.map.base.scene.towns }

  /// Returns a note about an item's probable time zone. Returns nil if the local time is the same
  /// in that zone and in the editor's time zone.
  private func probableZone(_ id: ItemID, _ time: Date?) -> String? {
    guard let time, let start = state.index.ends(of: id)?.start,
      let zone = towns?.otherZone(at: start, time, than: state.settings.zone)
    else { return nil }
    return "probably \(zone.identifier)"
  }

  /// Formats a time in the editor's time zone. If the item was probably recorded in another time
  /// zone, a zero UTC offset is written as `UTC`, so that the time is not mistaken for local time.
  private func timeText(_ time: Date, besides probableZone: String?) -> String {
    let text = TimeText.minute(time, in: state.settings.zone)
    let offset = " +00:00"
    guard probableZone != nil, text.hasSuffix(offset) else { return text }
    return text.dropLast(offset.count) + " UTC"
  }

  /// Describes where a path starts and ends relative to the nearest towns. Returns an empty array
  /// if there are no towns nearby.
  private func endsOnMap(_ id: ItemID) -> [String] {
    guard let towns, let ends = state.index.ends(of: id) else { return [] }
    let words = towns.words(fromStart: ends.start, toEnd: ends.end, in: units)
    return (words ?? "").split(whereSeparator: \.isNewline).map(String.init)
  }

  private func describe(
    _ measures: TrackMeasures, of id: ItemID, _ add: (DisplayText, String?) -> Void
  ) {
    let zone = probableZone(id, measures.timeFirst)
    add("Start", measures.timeFirst.map { timeText($0, besides: zone) })
    add("Zone", zone)
    let duration = measures.durationSeconds.map(UnitSystem.duration(seconds:))
    let moving = measures.movingSeconds.map(UnitSystem.duration(seconds:))
    add("Length", units.length(metres: measures.lengthMetres))
    // The moving time is shown only if it differs, since details have few lines.
    let isSame = moving == nil || moving == duration
    add("Time", duration.map { isSame ? $0 : "\($0), moving \(moving ?? "")" } ?? estimate(of: id))
    if measures.ascentMetres != nil {
      add("Climb", "\(climb(measures))  (≥\(threshold(measures.thresholdMetres)))")
    }
    if let low = measures.elevationMin, let high = measures.elevationMax {
      add(
        "Heights",
        "\(units.elevation(metres: low)) to \(units.elevation(metres: high))"
          + (measures.hasPartialElevations ? ", missing at many points" : ""))
    } else {
      add("Heights", "none; \(state.elevationHint)")
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
