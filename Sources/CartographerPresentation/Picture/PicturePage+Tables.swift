import CartographerCore
import Foundation
import Geodesy

extension PicturePage {
  /// A table of text cells. The columns in `numbers` are right-aligned.
  private struct Table {
    let heading: String
    let columns: [String]
    let numbers: Range<Int>
    /// The rows of the table, each with its CSS class.
    var rows: [(cells: [String], style: String?)] = []
    /// The CSS colour class of each row's first cell, keyed by row index.
    var colours: [Int: String] = [:]
    /// A sentence about omitted rows. Nil if no row is omitted.
    var remark: String?

    func add(to markup: inout MarkupText) {
      markup.begin("section")
      markup.add("h2", heading)
      if let remark { markup.add("p", remark) }
      markup.begin("div", ["class": "wide"])
      markup.begin("table")
      add(columns, "th", nil, to: &markup)
      for (index, row) in rows.enumerated() {
        add(row.cells, "td", row.style, colour: colours[index], to: &markup)
      }
      markup.end()
      markup.end()
      markup.end()
    }

    private func add(
      _ cells: [String], _ name: String, _ style: String?, colour: String? = nil,
      to markup: inout MarkupText
    ) {
      let attributes: MarkupText.Attributes = [:]
      markup.begin("tr", attributes.adding("class", style))
      for (index, cell) in cells.enumerated() {
        if index == 0, let colour {
          markup.begin(name)
          markup.begin("span", ["class": "mark \(colour)"])
          markup.add("b", cell)
          markup.end()
          markup.end()
          continue
        }
        markup.add(name, attributes.adding("class", numbers.contains(index) ? "number" : nil), cell)
      }
      markup.end()
    }
  }

  /// The maximum number of rows in a table of paths or places.
  private static let mostRows = 1_000

  /// Returns a remark about the omitted items, or nil if the table lists all items.
  private static func remark(_ count: Int, _ noun: String) -> String? {
    guard count > mostRows else { return nil }
    return """
      The table shows the first \(Numbers.grouped(mostRows)) of \(Numbers.grouped(count)) \(noun).
      """
  }

  private func elevation(_ metres: Double?) -> String {
    metres.map { units.elevation(metres: $0) } ?? ""
  }

  /// Returns a climb as text, or an empty string if the climb is nil.
  ///
  /// - Parameter isPartial: Whether the climb is a minimum, because many points have no elevation.
  private func climb(_ metres: Double?, isPartial: Bool) -> String {
    metres.map { units.climb(metres: $0, isPartial: isPartial) } ?? ""
  }

  /// Describes a position relative to the nearest town, or returns an empty string if no town is
  /// near.
  private func words(_ coordinate: Coordinate) -> String {
    towns?.near(coordinate)?.words(in: units) ?? ""
  }

  private func duration(_ seconds: Double?) -> String {
    seconds.map { UnitSystem.duration(seconds: $0) } ?? ""
  }

  func addPaths(to markup: inout MarkupText) {
    guard !contents.paths.isEmpty else { return }
    var table = Table(
      heading: contents.paths.count == 1 ? "Path" : "Paths",
      columns: [
        "name", "date", "length", "ascent", "descent", "lowest", "highest", "time", "moving",
        "mean",
        "from", "to",
      ], numbers: 1..<10)
    table.remark = Self.remark(contents.paths.count, "paths")
    for path in contents.paths.prefix(Self.mostRows) {
      let measures = path.measures
      table.rows.append(
        (
          [
            path.title, measures.timeFirst.map { TimeText.day($0, in: zone) } ?? "",
            units.length(metres: measures.lengthMetres),
            climb(measures.ascentMetres, isPartial: measures.hasPartialElevations),
            climb(measures.descentMetres, isPartial: measures.hasPartialElevations),
            elevation(measures.elevationMin),
            elevation(measures.elevationMax), duration(measures.durationSeconds),
            duration(measures.movingSeconds),
            measures.speedMean.map { units.speed(metresPerSecond: $0) } ?? "",
            words(path.start), words(path.end),
          ], nil
        ))
    }
    // The total has no mean speed and no towns, because they would be meaningless for several
    // paths.
    if contents.paths.count > 1 {
      let all = contents.paths.map(\.measures)
      let isPartial = all.contains(where: \.hasPartialElevations)
      func sum(_ values: [Double?]) -> Double? {
        let known = values.compactMap(\.self)
        return known.isEmpty ? nil : known.reduce(0, +)
      }
      table.rows.append(
        (
          [
            "Total", "", units.length(metres: sum(all.map(\.lengthMetres)) ?? 0),
            climb(sum(all.map(\.ascentMetres)), isPartial: isPartial),
            climb(sum(all.map(\.descentMetres)), isPartial: isPartial),
            elevation(all.compactMap(\.elevationMin).min()),
            elevation(all.compactMap(\.elevationMax).max()),
            duration(sum(all.map(\.durationSeconds))), duration(sum(all.map(\.movingSeconds))), "",
            "", "",
          ], "total"
        ))
    }
    table.add(to: &markup)
  }

  func addPlaces(to markup: inout MarkupText) {
    guard !contents.places.isEmpty else { return }
    var table = Table(
      heading: contents.places.count == 1 ? "Place" : "Places",
      columns: ["name", "position", "elevation", "where", "notes"], numbers: 2..<3)
    table.remark = Self.remark(contents.places.count, "places")
    for place in contents.places.prefix(Self.mostRows) {
      table.rows.append(
        (
          [
            place.title, "\(notation.format(place.coordinate))", elevation(place.elevationMetres),
            words(place.coordinate),
            place.notes.split(whereSeparator: \.isNewline).joined(separator: " / "),
          ], nil
        ))
    }
    table.add(to: &markup)
  }

  func addItinerary(to markup: inout MarkupText) {
    guard let plan = contents.itinerary, !plan.days.isEmpty else { return }
    var table = Table(
      heading: "Itinerary",
      columns: ["", "stop", "length", "ascent", "descent", "estimated time", "straight", "notes"],
      numbers: 2..<7)
    func cells(_ totals: ItineraryPlan.Totals) -> [String] {
      [
        totals.hasLength ? units.length(metres: totals.lengthMetres) : "",
        climb(totals.ascentMetres, isPartial: totals.omitsClimb),
        climb(totals.descentMetres, isPartial: totals.omitsClimb),
        totals.hasLength
          ? UnitSystem.estimate(seconds: totals.estimatedSeconds, omitsClimb: totals.omitsClimb)
          : "",
        totals.hasLength || totals.straightMetres > 0
          ? units.length(metres: totals.straightMetres) : "",
      ]
    }
    // The numbers have the colours of the stops on the map.
    let stops = Dictionary(map.stops.map { ($0.id, $0.role) }) { first, _ in first }
    let days = Dictionary(
      (contents.dayColours?.entries ?? []).map { ($0.number, $0.role) }
    ) { first, _ in first }
    for day in plan.days {
      table.colours[table.rows.count] = days[day.number].map { map.colours[$0] }
      let date = day.date.map { ", \($0.short(ofDay: day.number))" } ?? ""
      table.rows.append((["", "Day \(day.number)\(date)"] + cells(day.totals) + [""], "day"))
      for line in day.lines {
        table.colours[table.rows.count] = stops[line.stop.id].map { map.colours[$0] }
        let stretch = line.stretch
        let notes = [line.stop.state == .done ? "done" : "", line.stop.note].filter {
          !$0.isEmpty
        }
        table.rows.append(
          (
            [
              "\(line.number)", line.stop.title,
              stretch.map { units.length(metres: $0.lengthMetres) } ?? "",
              climb(stretch?.ascentMetres, isPartial: stretch?.omitsClimb ?? false),
              climb(stretch?.descentMetres, isPartial: stretch?.omitsClimb ?? false),
              stretch.map {
                UnitSystem.estimate(seconds: $0.estimatedSeconds, omitsClimb: $0.omitsClimb)
              } ?? "",
              line.straightMetres.map { units.length(metres: $0) } ?? "",
              notes.joined(separator: "; "),
            ], nil
          ))
      }
    }
    table.rows.append((["", "Total"] + cells(plan.total) + [""], "total"))
    table.add(to: &markup)
  }

  func addDescription(to markup: inout MarkupText) {
    let sentences = ViewDescription(contents, towns: towns, units: units).sentences
    markup.begin("section")
    markup.add("h2", "In words")
    for sentence in sentences { markup.add("p", sentence) }
    markup.end()
  }
}
