import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct MapPictureTests {
  private func svg(
    _ contents: PictureContents, theme: PictureTheme = .light, units: UnitSystem = .metric,
    base: InstalledBaseMap? = nil, width: Int = 800, height: Int = 600
  ) throws -> String {
    try MapPicture(
      contents, view: PictureSamples.view(contents, width: width, height: height), units: units,
      base: base
    ).svg(theme)
  }

  @Test(arguments: PictureTheme.allCases)
  func `a map with the base map matches the golden picture`(theme: PictureTheme) throws {
    let base = try PictureSamples.baseMap
    let text = try svg(PictureSamples.trip, theme: theme, base: base)
    #expect(try PictureSamples.problems(of: text) == "")
    try Golden.compare(text, with: "pictures/map-\(theme.rawValue).svg")
  }

  @Test func `a picture names its items, its scale and the sources of the base map`() throws {
    let base = try PictureSamples.baseMap
    let text = try svg(PictureSamples.trip, base: base)
    let texts = PictureSamples.texts("text", in: text)
    for wanted in [
      "Lake &amp; hills", "Geneva – Montreux", "Walk &lt;above&gt; Montreux", "Rochers de Naye",
      "Lausanne", "start", "end", "10 km", "N", Credit.mapLine,
    ] { #expect(texts.contains(wanted), "\(wanted)") }
    for style in ["land", "lake", "border", "river"] {
      #expect(text.contains("<path class=\"\(style)\""), "\(style)")
    }
    #expect(text.contains("<desc>The map of “Lake &amp; hills” shows 2 paths and 1 place."))
  }

  @Test func `a picture without the base map needs no credits`() throws {
    let text = try svg(PictureSamples.trip)
    #expect(!text.contains(Credit.mapLine) && !text.contains("class=\"land\" d="))
  }

  @Test func `a picture refers to no other file`() throws {
    let text = try svg(PictureSamples.trip, base: PictureSamples.baseMap)
    let links = text.matches(of: /(href|src|url\(|@import|https?:)[^"]*/).map {
      String($0.output.0)
    }
    #expect(links == ["http://www.w3.org/2000/svg"])
  }

  @Test func `names from files cannot add markup or control characters`() throws {
    let name = "</text><script>alert(1)</script>\u{1B}[2J\u{202E}\u{FFFF}\"'&"
    let contents = PictureSamples.contents(
      [PictureSamples.path(1, name, [(46, 7), (46.1, 7.1)])],
      places: [PictureSamples.place(1, name, 46.05, 7.02)], title: name)
    let text = try svg(contents)
    #expect(!text.contains("<script") && text.contains("&lt;script&gt;"))
    let bad: [Unicode.Scalar] = ["\u{1B}", "\u{202E}", "\u{FFFF}"]
    #expect(!text.unicodeScalars.contains { bad.contains($0) })
    #expect(try PictureSamples.problems(of: text) == "")
  }

  @Test func `items have their own colour, the colour of their group, or one of the palette`()
    throws
  {
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "G", colour: "#00AA00", created: .distantPast)
    let points = [(46.0, 7.0), (46.1, 7.1)]
    let contents = PictureSamples.contents(
      [
        PictureSamples.path(1, "own", points, colour: "#123456", groups: [group.id]),
        PictureSamples.path(2, "group", points, groups: [group.id]),
        PictureSamples.path(3, "palette", points),
      ], groups: [group])
    #expect(
      contents.colours.roles == [
        .custom(RGBColour(red: 0x12, green: 0x34, blue: 0x56)),
        .custom(RGBColour(red: 0, green: 0xAA, blue: 0)), .path(3),
      ])
    let text = try svg(contents)
    #expect(text.contains(".c0{color:#123456}") && text.contains(".c1{color:#00aa00}"))
    #expect(contents.groups == [.init(name: "G", role: contents.colours.roles[1])])
  }

  @Test func `the legend of many paths names the groups with colours`() throws {
    let group = GroupSnapshot(
      id: ItemID(.group, 1), name: "Walks", colour: "#00AA00", created: .distantPast)
    let paths = (1...30).map { key in
      PictureSamples.path(
        Int64(key), "Path \(key)", [(46, 7), (46.1, 7 + Double(key) / 300)],
        groups: key > 10 ? [group.id] : [])
    }
    let texts = PictureSamples.texts(
      "text", in: try svg(PictureSamples.contents(paths, groups: [group])))
    #expect(texts.contains("Walks") && texts.contains("10 other paths"))
    #expect(!texts.contains("Path 1"))
  }

  @Test func `a path across the antimeridian is one short line`() throws {
    let contents = PictureSamples.contents([
      PictureSamples.path(1, "Fiji", [(-17, 179.8), (-17, -179.8)])
    ])
    let base = try PictureSamples.baseMap
    let text = try svg(contents, base: base)
    let line = try #require(text.firstMatch(of: /<path class="line" d="M48 ([0-9.]+)l704 0"/))
    #expect(abs(try #require(Double(line.output.1)) - 294) < 0.2)
    #expect(text.contains("class=\"land\""), "islands on both sides are drawn")
  }

  @Test(arguments: [UnitSystem.metric, .imperial, .nautical])
  func `the scale bar has a round length in the chosen units`(units: UnitSystem) throws {
    for span in [0.0001, 0.004, 0.03, 0.9, 12, 100] {
      let contents = PictureSamples.contents([
        PictureSamples.path(1, "P", [(0, 0), (0, span)])
      ])
      let view = PictureSamples.view(contents)
      let text = try svg(contents, units: units)
      let bar = try #require(
        text.firstMatch(of: /<path class="bar" d="M16 [0-9]+V[0-9]+H([0-9.]+)V/))
      let label = try #require(text.firstMatch(of: />([0-9. ]+) (km|m|mi|ft|nm)<\/text>\n<\/g>/))
      let digits = String(label.output.1.filter { $0 != " " })
      let number = try #require(Double(digits))
      let unit = ["km": 1_000, "m": 1, "mi": 1_609.344, "ft": 0.3048, "nm": 1_852.0]
      let metres = number * (unit[String(label.output.2)] ?? 0)
      let width = try #require(Double(bar.output.1)) - 16
      #expect(abs(width * view.metresPerPixel / metres - 1) < 0.03, "\(label.output.0)")
      #expect([1, 2, 5].contains(number / pow(10, log10(number).rounded(.down))), "\(number)")
      #expect(width <= 200)
    }
  }

  @Test(arguments: [(100, 100), (8_000, 100), (100, 8_000), (300, 200)])
  func `pictures of any size are well-formed`(width: Int, height: Int) throws {
    let text = try svg(PictureSamples.trip, width: width, height: height)
    #expect(try PictureSamples.problems(of: text) == "")
    #expect(!text.contains("nan") && !text.contains("inf"))
    let single = PictureSamples.contents([], places: [PictureSamples.place(1, "Pole", 90, 0)])
    #expect(!(try svg(single, width: width, height: height)).contains("nan"))
  }

  @Test func `labels do not overlap each other or leave the picture, at any magnification`() throws
  {
    var random = SplitMix64.forTest()
    for _ in 0..<20 {
      let places = (1...60).map { key in
        PictureSamples.place(
          Int64(key), String(repeating: "x", count: Int.random(in: 1...25, using: &random)),
          Double.random(in: 46...46.5, using: &random), Double.random(in: 7...8, using: &random))
      }
      let contents = PictureSamples.contents([], places: places)
      var picture = try MapPicture(
        contents, view: PictureSamples.view(contents), units: .metric,
        base: PictureSamples.baseMap, layers: Set(BaseMapScene.Layer.allCases),
        magnifications: MapPicture.pageMagnifications)
      picture.placeLabels()
      for factor in MapPicture.pageMagnifications {
        let boxes = picture.labels.labels.filter { $0.magnification <= factor }
          .map { $0.box(magnifiedBy: factor) }
        #expect(boxes.count > 10)
        for (index, box) in boxes.enumerated() {
          #expect(!boxes[..<index].contains { $0.overlaps(box) })
          guard factor == 1 else { continue }
          #expect(box.low.x >= 0 && box.high.x <= 800 && box.low.y >= 0 && box.high.y <= 600)
        }
      }
    }
  }
}
