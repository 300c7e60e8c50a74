import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Screen {
  /// Draws the itinerary in the list pane: the days with their totals, and the numbered stops.
  mutating func drawItinerary(_ itinerary: ItineraryState, in content: Rect) {
    guard let rows = layout.listRows, let group = state.index.group(itinerary.group) else { return }
    let lines = state.itineraryRows
    let head = content.line(0).inset(columns: 1, rows: 0)
    surface.put(text("Itinerary of \(group.name)"), in: head, style: Style(.title))
    guard !lines.isEmpty else {
      let advice: [DisplayText] =
        itinerary.filter.isEmpty
        ? [
          "", "Nothing is planned yet.", "",
          text(state.key("add-stop") + "    adds a place, path or title"),
          text(state.key("first-day") + "    sets the date of day 1"),
          text(state.key("back") + "  goes back"),
        ]
        : [
          "", "No stop contains", text("“\(itinerary.filter)”."), "",
          text(state.key("back") + "  clears the filter"),
        ]
      for (row, line) in advice.enumerated() {
        surface.put(line, in: rows.line(row).inset(columns: 1, rows: 0), style: Style(.dim))
      }
      if state.focus == .list { surface.cursor = rows.origin }
      return
    }
    let selected = lines.firstIndex { $0.stop != nil && $0.stop == itinerary.stop } ?? 0
    let words = words
    let columns = rows.columns
    let list = ListView(
      count: lines.count, cursor: ListCursor(selected: selected, top: itinerary.top),
      isFocused: state.focus == .list
    ) { words.row(lines[$0], columns: columns) }
    list.draw(into: &surface, in: rows)
  }

  /// Returns the parts of an itinerary's header: the filter, and the numbers of stops and marked
  /// stops.
  func facts(of itinerary: ItineraryState) -> [(DisplayText, Style)] {
    var facts: [(DisplayText, Style)] = []
    if !itinerary.filter.isEmpty {
      facts.append((text("/\(itinerary.filter)").clipped(to: 20), Style(.accent)))
    }
    let count =
      itinerary.filter.isEmpty
      ? Numbers.grouped(state.itineraryStops.count) : state.countOfFiltered
    facts.append((text(count), Style(.text)))
    let marked = Numbers.grouped(itinerary.marks.count)
    if state.actsOnStopMarks {
      facts.append((text("\(marked) marked"), Style(.marked)))
    } else if !itinerary.marks.isEmpty {
      facts.append((text("\(marked) marked but hidden"), Style(.dim)))
    }
    return facts
  }
}

extension ItemWords {
  func row(_ row: ItineraryRow, columns: Int) -> ListRow {
    switch row {
    case .day(let day):
      return head(day, columns: columns - 2)
    case .emptyDays(let numbers, let date): return head(numbers, date, columns: columns - 2)
    case .stop(let line): return self.row(line)
    }
  }

  /// Returns a day's heading. If the heading is too long, the climb is omitted first, then the
  /// walking time, and then the date.
  private func head(_ day: ItineraryPlan.Day, columns: Int) -> ListRow {
    head(
      "Day \(day.number)", dates: dates(day.date, ofDay: day.number),
      details: [
        summary(day.totals), summary(day.totals, withClimb: false),
        summary(day.totals, withClimb: false, withTime: false),
      ], columns: columns)
  }

  /// Returns the heading of one or more consecutive days without stops.
  private func head(_ days: ClosedRange<Int>, _ date: CalendarDay?, columns: Int) -> ListRow {
    guard days.count > 1 else {
      return head(
        "Day \(days.lowerBound)", dates: dates(date, ofDay: days.lowerBound),
        details: ["no stops"], columns: columns)
    }
    let dates = date.map { date in
      let last = date.adding(days: days.count - 1)
      return [
        "\(date.shortest(ofDay: days.lowerBound)) – \(last.shortest(ofDay: days.upperBound))"
      ]
    }
    return head(
      "Days \(days.lowerBound)–\(days.upperBound)", dates: dates ?? [],
      details: ["no stops"], columns: columns)
  }

  /// Returns a day's date in the formats used in headings, longest first.
  private func dates(_ date: CalendarDay?, ofDay number: Int) -> [String] {
    date.map { [$0.short(ofDay: number), $0.shortest(ofDay: number)] } ?? []
  }

  /// Returns a heading whose date and details fit the given width. If not even the shortest date
  /// fits beside the shortest details, the date is omitted.
  ///
  /// - Parameter dates: The alternative forms of the date, longest first.
  /// - Parameter details: The alternative forms of the details at the right end, longest first.
  private func head(_ name: String, dates: [String], details: [String], columns: Int) -> ListRow {
    let style = Style(.accent, .bold)
    let dated = dates.map { "\(name) \($0)" }
    // The date is more important than all details except the shortest. The longest details, with
    // the climb, are never shown instead of the date.
    let choices =
      [(dated, details.dropLast()), (dated, details.suffix(1))]
      + [([name], dates.isEmpty ? details[...] : details.suffix(2))]
    for (labels, details) in choices {
      for label in labels.map(text) {
        for detail in details.map(text) where label.width + detail.width < columns {
          return ListRow(label, detail: detail, style: style)
        }
      }
    }
    return ListRow(text(name), detail: text(details.last ?? ""), style: style)
  }

  private func row(_ line: ItineraryPlan.Line) -> ListRow {
    let isDone = line.stop.state == .done
    let mark = isDone ? state.settings.glyphs == .ascii ? "x" : "✓" : " "
    var label = "\(mark)\(line.number) \(line.stop.title)"
    if !line.stop.note.isEmpty {
      label += ": \(line.stop.note.split(whereSeparator: \.isNewline).joined(separator: " "))"
    }
    var detail = ""
    if line.isTrashed {
      detail = "in the trash"
    } else {
      let length = line.stretch.map { settings.units.length(metres: $0.lengthMetres) }
      // Before a path, the distance from the previous stop is shown only if it is large enough to
      // be a gap.
      let least = length == nil ? 0 : Self.leastGapMetres
      let gap = line.straightMetres.flatMap { metres in
        metres >= least ? "\(crow)\(settings.units.length(metres: metres))" : nil
      }
      detail = [gap, length].compactMap(\.self).joined(separator: " ")
    }
    let shownLabel = text(label)
    return ListRow(
      shownLabel, detail: text(detail),
      isMarked: state.itinerary?.marks.contains(line.stop.id) == true,
      style: line.isTrashed || isDone ? Style(.dim) : .text,
      matches: matches(of: state.itinerary?.filter ?? "", in: shownLabel))
  }

  /// The minimum straight-line distance, in metres, that is shown next to a path's length or in the
  /// details pane.
  private static let leastGapMetres = 50.0

  /// The symbol that precedes a straight-line distance.
  private var crow: String { settings.glyphs == .ascii ? "~" : "⇢" }

  private var settings: Settings { state.settings }

  /// Returns a day's totals (length, climb and estimated time) as text.
  func summary(
    _ totals: ItineraryPlan.Totals, withClimb: Bool = true, withTime: Bool = true
  ) -> String {
    guard totals.hasLength else {
      return totals.straightMetres > 0
        ? "\(crow)\(settings.units.length(metres: totals.straightMetres))" : ""
    }
    var facts = [settings.units.length(metres: totals.lengthMetres)]
    if withClimb, let ascent = totals.ascentMetres {
      facts.append("↑\(settings.units.climb(metres: ascent, isPartial: totals.omitsClimb))")
    }
    if withTime {
      facts.append(
        UnitSystem.estimate(seconds: totals.estimatedSeconds, omitsClimb: totals.omitsClimb))
    }
    return facts.joined(separator: " ")
  }

  /// Returns a path's estimated walking time as text, followed by a note that it is an estimate.
  /// Returns nil if the path has not been measured yet, or if the path is the outline of an area.
  func estimate(of path: ItemID) -> String? {
    guard state.index.path(path)?.isOutline != true else { return nil }
    return state.library.stretch(of: path).flatMap { stretch in
      guard stretch.estimatedSeconds > 0 else { return nil }
      let words =
        switch (stretch.ascentMetres, stretch.hasPartialElevations) {
        case (nil, _): " (estimate without climb)"
        case (_, true): " (estimate omits part of the climb)"
        case (_, false): " (estimate)"
        }
      return UnitSystem.estimate(
        seconds: stretch.estimatedSeconds, omitsClimb: stretch.omitsClimb) + words
    }
  }

  /// Returns a stop's details, which are shown above the details of its place or path.
  func detail(of stop: StopSnapshot, in itinerary: ItineraryState, width: Int) -> [Line] {
    guard let plan = state.library.plan(of: itinerary.group),
      let line = plan.lines.first(where: { $0.stop.id == stop.id }),
      let day = plan.days.first(where: { $0.number == stop.day })
    else { return [] }
    var lines: [(String, Style)] = []
    let date = day.date.map { ", \($0.short(ofDay: day.number))" } ?? ""
    lines.append(
      (
        "\(Numbers.grouped(line.number)) of \(Numbers.grouped(plan.total.stops))  Day \(day.number)\(date)",
        Style(.accent)
      ))
    let totals = [
      summary(day.totals),
      day.totals.straightMetres >= Self.leastGapMetres && day.totals.lengthMetres > 0
        ? "and \(settings.units.length(metres: day.totals.straightMetres)) in between" : "",
    ].filter { !$0.isEmpty }
    if !totals.isEmpty { lines.append(("Day: " + totals.joined(separator: "  "), .text)) }
    if let path = stop.item, line.stretch != nil, let estimate = estimate(of: path) {
      lines.append(("Walking time \(estimate)", .text))
    }
    if let straight = line.straightMetres, straight >= Self.leastGapMetres {
      lines.append(
        (
          "\(settings.units.length(metres: straight)) in a straight line from the previous stop",
          .text
        ))
    }
    if line.isTrashed {
      lines.append(("This item is in the trash; the totals exclude it", Style(.warning)))
    }
    if !line.isMember {
      lines.append(("This item is no longer in the group", Style(.warning)))
    }
    if !stop.note.isEmpty { lines.append((stop.note, .text)) }
    // The pane has no other heading for a stop without an item.
    if stop.item == nil { lines.insert((stop.title, Style(.title)), at: 0) }
    return lines.flatMap { line, style in
      line.split(whereSeparator: \.isNewline).flatMap {
        text(String($0)).wrapped(to: max(width, 2)).map { (text: $0, style: style) }
      }
    }
  }
}
