import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerPresentation

/// The colours of paths by the days of an itinerary.
@Suite struct DayColoursTests {
  private static let trip = ItemID(.group, 1)

  private func path(_ key: Int64) -> ItemID { ItemID(.path, key) }

  private func plan(
    _ stops: [(day: Int, item: ItemID?)], firstDay: String? = "2027-07-05",
    trashed: Set<ItemID> = []
  ) -> ItineraryPlan {
    let itinerary = stops.enumerated().map { index, stop in
      StopSnapshot(id: StopID(Int64(index + 1)), day: stop.day, item: stop.item, title: "Stop")
    }
    let group = GroupSnapshot(
      id: Self.trip, name: "Trip", created: .distantPast, firstDay: firstDay, itinerary: itinerary)
    return ItineraryPlan(
      of: group, place: { _ in nil },
      path: { id in
        PathSnapshot(
          id: id, kind: .track, name: "Path", created: .distantPast,
          trashed: trashed.contains(id) ? .distantPast : nil)
      }, stretch: { _ in nil })
  }

  @Test func `a path has the colour of the first day that contains it`() throws {
    let plan = plan([(1, path(1)), (2, path(2)), (3, path(1)), (3, nil), (5, path(4))])
    let days = try #require(DayColours(plan) { _ in true })
    #expect(days.role(of: path(1)) == DayColours.role(ofDay: 1))
    #expect(days.role(of: path(2)) == DayColours.role(ofDay: 2))
    #expect(days.role(of: path(4)) == DayColours.role(ofDay: 5))
    #expect(days.role(of: path(3)) == nil)
    #expect(
      days.entries.map(\.title) == [
        "Day 1 · Mon 5 Jul", "Day 2 · Tue 6 Jul", "Day 3 · Wed 7 Jul", "Day 5 · Fri 9 Jul",
      ])
    #expect(days.entries.map(\.role) == [1, 2, 3, 5].map(DayColours.role(ofDay:)))
  }

  @Test func `without a date, the legend names only the numbers of the days`() {
    let days = DayColours(plan([(1, path(1)), (2, path(2))], firstDay: nil)) { _ in true }
    #expect(days?.entries.map(\.title) == ["Day 1", "Day 2"])
  }

  @Test func `paths that are not shown or are in the trash have no colour and no legend`() {
    let stops: [(day: Int, item: ItemID?)] = [(1, path(1)), (2, path(2)), (3, path(3))]
    let days = DayColours(plan(stops, trashed: [path(2)])) { $0 != path(3) }
    #expect(days?.entries.map(\.number) == [1])
    #expect(days?.role(of: path(2)) == nil && days?.role(of: path(3)) == nil)
    #expect(DayColours(plan(stops)) { _ in false } == nil)
    #expect(DayColours(plan([(1, nil)])) { _ in true } == nil)
  }

  @Test(arguments: Theme.Background.allCases)
  func `the colours of a week's days are easy to tell apart`(background: Theme.Background) throws {
    let colours = try (1...7).map { day in
      try #require(Theme.colour(of: DayColours.role(ofDay: day), on: background))
    }
    for (index, colour) in colours.enumerated() {
      for other in colours[..<index] {
        #expect(distance(colour, other) > 120, "\(colour.hexadecimal) \(other.hexadecimal)")
      }
    }
    #expect(DayColours.role(ofDay: 13) == DayColours.role(ofDay: 1))
  }

  /// Returns the perceptual distance between two colours (Riemersma's “redmean” formula).
  private func distance(_ one: RGBColour, _ other: RGBColour) -> Double {
    let mean = (Double(one.red) + Double(other.red)) / 2
    let (red, green, blue) = (
      Double(one.red) - Double(other.red), Double(one.green) - Double(other.green),
      Double(one.blue) - Double(other.blue)
    )
    let (redWeight, blueWeight) = (2 + mean / 256, 2 + (255 - mean) / 256)
    return (redWeight * red * red + 4 * green * green + blueWeight * blue * blue).squareRoot()
  }

  // MARK: Drawing

  @Test func `the legend names the days, and fewer details on a narrow map`() {
    var scene = MapSamples.scene
    scene.dayColours = DayColours(plan([(1, path(1)), (2, path(2)), (3, path(3))])) { _ in true }
    func last(_ columns: Int) -> String {
      let size = Size(columns: columns, rows: 20)
      let viewport = MapViewport.fitting(
        scene.bounds() ?? WorldBounds(.init(x: 0, y: 0)), in: size)
      return MapRenderer().lines(scene, viewport, size: size).suffix(2).joined()
    }
    #expect(last(120).contains("█ Day 1 · Mon 5 Jul █ Day 2 · Tue 6 Jul █ Day 3 · Wed 7 Jul"))
    #expect(last(60).contains("days █ 1 █ 2 █ 3") && !last(60).contains("Mon"))
    #expect(last(16).contains("days █ 1 + 2"))
  }

  @Test func `a printed map has the colours of the days, and other paths keep theirs`() throws {
    func columns(_ latitude: Double) -> TrackColumns {
      TrackColumns(
        latitudes: [latitude, latitude], longitudes: [7, 8], elevations: [.nan, .nan],
        times: [.nan, .nan], segmentStarts: [0])
    }
    func codes(_ days: DayColours?) -> [Substring] {
      var printer = MapPrinter()
      printer.add(path: path(1), columns(46), colour: "#C03020")
      printer.add(path: path(2), columns(46.3), colour: "#C03020")
      if let days { printer.colour(by: days) }
      let lines = printer.lines(columns: 70, rows: 14, colours: true, ascii: false) { _ in }
      return lines.joined().matches(of: /38;5;(\d+)/).map(\.output.1)
    }
    let plain = codes(nil)
    let days = try #require(DayColours(plan([(1, path(1))])) { _ in true })
    let coloured = codes(days)
    let theme = Theme(level: .twoHundredFiftySix)
    let style = Style(DayColours.role(ofDay: 1))
    let code = try #require(theme.appearance(of: style).foreground)
    // The path and the legend have the day's colour.
    #expect(coloured.count { $0 == "\(code)" } >= 2 && !plain.contains("\(code)"))
    #expect(Set(coloured).isSuperset(of: plain), "the path in no day keeps its colour")
  }
}
