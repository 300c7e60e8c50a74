import CartographerCore
import Geodesy
import TerminalUI
import Testing

@testable import CartographerPresentation

/// The symbols of places on the map.
@Suite struct PlaceSymbolTests {
  @Test(arguments: [
    ("Summit", PlaceSymbol.summit), ("Lodge", .hut), ("Mountain Hut", .hut),
    ("Campground", .camp), ("Drinking Water", .water), ("Parking Area", .parking),
    ("Restaurant", .food), ("Scenic Area", .viewpoint), ("Flag, Blue", .flag), ("SUMMIT", .summit),
    ("Café", .food),
  ])
  func `the words of a symbol's name choose the kind`(name: String, kind: PlaceSymbol) {
    #expect(PlaceSymbol(name) == kind)
  }

  @Test(arguments: [nil, "", "Waypoint", "Waterfall", "Museum"])
  func `other names have no kind`(name: String?) {
    #expect(PlaceSymbol(name) == nil)
  }

  @Test(arguments: [GlyphSet.braille, .block, .ascii])
  func `each kind has a symbol of its own, one cell wide`(set: GlyphSet) {
    let glyphs = MapGlyphs(set)
    let symbols = PlaceSymbol.allCases.map(glyphs.symbol) + [glyphs.symbol(nil)]
    #expect(Set(symbols).count == PlaceSymbol.allCases.count + 1)
    for symbol in symbols { #expect(DisplayText(String(Character(symbol))).width == 1) }
    if set == .ascii { #expect(symbols.allSatisfy { $0.isASCII }) }
    // Start, end, current point and other marks keep their meaning.
    let others = [glyphs.pathStart, glyphs.pathEnd, glyphs.handle, glyphs.pointCursor]
    #expect(others.allSatisfy { !symbols.contains($0) })
  }

  @Test func `the map and the picture draw the symbol of a place`() throws {
    let hut = ItemID(.location, 1)
    let place = try #require(
      MapPlace(
        id: hut, coordinate: Coordinate(latitude: 46, longitude: 7), label: "Refuge",
        symbol: .hut))
    let viewport = MapViewport(centre: place.coordinate, zoom: 10)
    let lines = MapRenderer().lines(
      MapScene(places: [place]), viewport, size: Size(columns: 30, rows: 9))
    #expect(lines.joined().contains("⌂Refuge"))
    var stored = PictureSamples.place(1, "Refuge", 46, 7)
    stored.symbol = "Lodge"
    let contents = PictureSamples.contents([], places: [stored])
    let svg = try MapPicture(
      contents, view: PictureSamples.view(contents, width: 400, height: 300), units: .metric,
      base: nil
    ).svg(.light)
    #expect(svg.contains(PlaceSymbol.hut.outline))
    #expect(!svg.contains(PlaceSymbol.plainOutline))
  }
}
