import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The numbers of stops and the colours of days in pictures and pages of a trip.
@Suite struct ItineraryPictureTests {
  // MARK: Samples

  /// A trip of three days from a hotel to a hut and a camp, and a path that is in no day. All
  /// members have the colour of the group.
  private func trip(
    _ stops: [StopSnapshot] = Self.stops, isByDay: Bool = false
  ) -> PictureContents {
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "Trip", colour: "#C03020", created: .distantPast,
      firstDay: "2027-07-05", itinerary: stops)
    let paths = [
      PictureSamples.path(1, "Ascent", [(46, 7), (46.1, 7.2)], groups: [group.id]),
      PictureSamples.path(2, "Traverse", [(46.1, 7.2), (46, 7.4)], groups: [group.id]),
      PictureSamples.path(3, "Descent", [(46, 7.4), (46.1, 7.6)], groups: [group.id]),
      PictureSamples.path(4, "Detour", [(45.9, 7), (45.9, 7.6)], groups: [group.id]),
    ]
    let places = [
      place(1, "Hotel", 46, 7, "Hotel", group.id), place(2, "Hut", 46.1, 7.2, "Hut", group.id),
      place(3, "Camp", 46, 7.4, "Campground", group.id),
    ]
    var contents = PictureSamples.contents(paths, places: places, groups: [group])
    contents.itinerary = ItineraryPlan(
      of: group, place: { id in places.first { $0.id == id } },
      path: { id in paths.first { $0.0.id == id }?.0 }, stretch: { _ in nil })
    if isByDay { contents.colourByDay() }
    return contents
  }

  private func place(
    _ key: Int64, _ name: String, _ latitude: Double, _ longitude: Double, _ symbol: String,
    _ group: ItemID
  ) -> PlaceSnapshot {
    PlaceSnapshot(
      id: ItemID(.location, key), name: name, symbol: symbol,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), created: .distantPast,
      groups: [group])
  }

  private static let rows: [(day: Int, item: ItemID?, title: String)] = [
    (1, ItemID(.location, 1), "Hotel"), (1, ItemID(.path, 1), "Ascent"),
    (1, ItemID(.location, 2), "Hut"), (2, ItemID(.path, 2), "Traverse"),
    (2, ItemID(.location, 3), "Camp"), (3, nil, "Sleep <late>"), (3, ItemID(.path, 3), "Descent"),
  ]

  private static let stops = rows.enumerated().map { index, row in
    StopSnapshot(id: StopID(Int64(index + 1)), day: row.day, item: row.item, title: row.title)
  }

  private func picture(
    _ contents: PictureContents, magnifications: [Double] = [1], showsHeatMap: Bool = false
  ) throws -> MapPicture {
    try MapPicture(
      contents, view: PictureSamples.view(contents), units: .metric, base: nil, layers: [],
      magnifications: magnifications, showsHeatMap: showsHeatMap)
  }

  private func html(_ contents: PictureContents) throws -> String {
    try PicturePage(
      contents, view: PictureSamples.view(contents), units: .metric, zone: .gmt,
      notation: .decimalDegrees, base: nil
    ).html
  }

  /// Returns the numbers on the map, each with the CSS class of its colour, without the legend.
  private func numbers(_ markup: String) -> [[String]] {
    markup.components(separatedBy: "class=\"furniture\"")[0].matches(
      of: /<g class="(c\d+)">\n<rect class="stop"[^>]*>\n<text class="stop-number[^>]*>([^<]*)</
    ).map { [String($0.output.1), String($0.output.2)] }
  }

  /// Returns the colour of a CSS class in a light picture.
  private func colour(_ style: Substring, in markup: String) -> String? {
    markup.components(separatedBy: ".\(style){color:").dropFirst().first.map {
      String($0.prefix(7))
    }
  }

  private func colour(ofDay number: Int) -> String? {
    Theme.colour(of: DayColours.role(ofDay: number), on: .light)?.hexadecimal
  }

  // MARK: Stops

  @Test func `stops at the same position share a label, beside the place's symbol`() throws {
    let text = try picture(trip()).svg(.light)
    #expect(numbers(text).map { $0[1] } == ["1,2", "3,4", "5,7"])
    #expect(text.contains("<title>1 Hotel; 2 Ascent</title>"))
    #expect(PictureSamples.texts("text", in: text).contains("stop"), "the legend explains it")
    #expect(try PictureSamples.problems(of: text) == "")
  }

  @Test func `the ends of paths do not cover the symbols of places`() throws {
    func ends(_ text: String) -> [Int] {
      ["<circle class=\"start\" r=\"5\"", "<rect class=\"end\" x=\"-5\""].map {
        text.components(separatedBy: $0).count - 1
      }
    }
    var plain = trip()
    plain.itinerary = nil
    #expect(ends(try picture(plain).svg(.light)) == [4, 4])
    // The detour, and the end of the last day, are at no place.
    #expect(ends(try picture(trip()).svg(.light)) == [1, 2])
  }

  @Test func `a picture without stops is the same as without the itinerary`() throws {
    var plain = trip()
    plain.itinerary = nil
    let text = try picture(plain).svg(.light)
    #expect(!text.contains("class=\"stop") && !text.contains(".stop{"))
    let title = StopSnapshot(id: StopID(1), day: 1, title: "Sleep")
    #expect(try picture(trip([title])).svg(.light) == text)
    let page = try html(plain)
    #expect(!page.contains("class=\"stop") && !page.contains(".stop{") && !page.contains(".mark{"))
  }

  @Test func `a heat map shows no stops`() throws {
    let text = try picture(trip(isByDay: true), showsHeatMap: true).svg(.light)
    #expect(!text.contains("class=\"stop") && !text.contains("Day 1"))
  }

  @Test func `stop numbers cover neither symbols nor each other, and none is missing`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<20 {
      let places = (1...12).map { key in
        PictureSamples.place(
          Int64(key), "Place \(key)", Double.random(in: 46...46.5, using: &random),
          Double.random(in: 7...8, using: &random))
      }
      let stops = places.map { StopSnapshot(id: StopID($0.id.key), day: 1, item: $0.id, title: "") }
      let group = GroupSnapshot(
        id: ItemID(.group, 1), name: "", created: .distantPast, itinerary: stops)
      var contents = PictureSamples.contents([], places: places)
      contents.itinerary = ItineraryPlan(
        of: group, place: { id in places.first { $0.id == id } }, path: { _ in nil },
        stretch: { _ in nil })
      var drawing = try picture(contents)
      drawing.placeLabels()
      let boxes = drawing.placedStops.map { $0.label.box(magnifiedBy: 1) }
      for (index, box) in boxes.enumerated() {
        #expect(!boxes[..<index].contains { $0.overlaps(box) })
        for place in places {
          let at = drawing.view.position(of: place.coordinate)
          let symbol = PictureLabels.Box(low: at - SIMD2(6, 6), high: at + SIMD2(6, 6))
          #expect(!symbol.overlaps(box))
        }
      }
      let numbers = drawing.placedStops.flatMap { $0.stop.stops.map(\.number) }
      #expect(numbers.sorted() == Array(1...12))
    }
  }

  @Test func `many stops at one position show the first four numbers`() throws {
    let stops = (1...6).map {
      StopSnapshot(id: StopID($0), day: Int($0), item: ItemID(.location, 1), title: "Hotel")
    }
    #expect(numbers(try picture(trip(stops)).svg(.light)).map { $0[1] } == ["1,2,3,4,…"])
  }

  @Test func `a page shows the end of a path near a place only when zoomed in`() throws {
    let near = PictureSamples.path(1, "Path", [(46, 7.0034), (46, 7.6)])
    let hut = place(1, "Hut", 46, 7, "Hut", ItemID(.group, 1))
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "", created: .distantPast,
      itinerary: [StopSnapshot(id: StopID(1), day: 1, item: hut.id, title: "Hut")])
    var contents = PictureSamples.contents([near], places: [hut])
    contents.itinerary = ItineraryPlan(
      of: group, place: { _ in hut }, path: { _ in nil }, stretch: { _ in nil })
    // The path begins 4 pixels from the hut.
    let page = try picture(contents, magnifications: MapPicture.pageMagnifications)
    #expect(page.marks.filter { $0.kind != .distance }.map(\.magnification) == [4, 1])
    #expect(try html(contents).contains(/data-from="4">\n<circle class="start"/))
    #expect(try picture(contents).marks.filter { $0.kind != .distance }.map(\.kind) == [.end])
  }

  // MARK: Days

  @Test func `each day's paths have a colour, which the legend explains`() throws {
    let text = try picture(trip(isByDay: true)).svg(.light)
    for (key, day) in [(1, 1), (2, 2), (3, 3)] {
      let pattern = try Regex("<g class=\"path (c\\d+)\" data-id=\"P\(key)\"")
      let path = try #require(text.firstMatch(of: pattern))
      let style = try #require(path.output[1].substring)
      #expect(colour(style, in: text) == colour(ofDay: day))
    }
    let detour = try #require(text.firstMatch(of: /<g class="path (c\d+)" data-id="P4"/))
    #expect(colour(detour.output.1, in: text) == "#c03020")
    let texts = PictureSamples.texts("text", in: text)
    for entry in ["Day 1 · Mon 5 Jul", "Day 2 · Tue 6 Jul", "Day 3 · Wed 7 Jul", "Detour"] {
      #expect(texts.contains(entry), "\(entry)")
    }
    #expect(!texts.contains("Ascent"))
  }

  @Test func `stop numbers have the colours of their days`() throws {
    let text = try picture(trip(isByDay: true)).svg(.light)
    let found = numbers(text)
    #expect(found.map { $0[1] } == ["1,2", "3", "4", "5", "7"])
    #expect(
      found.map { colour(Substring($0[0]), in: text) } == [1, 1, 2, 2, 3].map(colour(ofDay:)))
  }

  @Test func `without a path in the itinerary, paths keep their colours`() {
    var contents = trip([StopSnapshot(id: StopID(1), day: 1, title: "Sleep")])
    let roles = contents.paths.map(\.role)
    let isColoured = contents.colourByDay()
    #expect(!isColoured)
    #expect(contents.paths.map(\.role) == roles && contents.dayColours == nil)
  }

  @Test(arguments: [false, true])
  func `the itinerary's table and the map have the same numbers and colours`(isByDay: Bool) throws {
    let page = try html(trip(isByDay: isByDay))
    let marks = page.matches(of: /<span class="mark (c\d+)">\n<b>(\d*)</).map {
      [String($0.output.1), String($0.output.2)]
    }
    let onMap = numbers(page).flatMap { part in
      part[1].split(separator: ",").map { [part[0], String($0)] }
    }
    #expect(onMap.count == 6)
    #expect(marks.filter { !$0[1].isEmpty } == onMap)
    #expect(PictureSamples.texts("td", in: page).contains("6"), "the title is not on the map")
    let days = marks.filter { $0[1].isEmpty }.map { colour(Substring($0[0]), in: page) }
    #expect(days == (isByDay ? [1, 2, 3].map(colour(ofDay:)) : []))
    #expect(try PictureSamples.problems(of: page) == "")
  }

  @Test(arguments: PictureTheme.allCases)
  func `a trip coloured by day matches the golden picture`(theme: PictureTheme) throws {
    try Golden.compare(
      try picture(trip(isByDay: true)).svg(theme), with: "pictures/itinerary-\(theme.rawValue).svg")
  }
}
