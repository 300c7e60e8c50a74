import Geodesy
import Testing

@Suite struct MapLinkTests {
  @Test(arguments: [
    "https://www.openstreetmap.org/#map=15/45.7251/6.7104",
    "https://www.openstreetmap.org/?mlat=45.7251&mlon=6.7104#map=15/45.1/6.1",
    "http://openstreetmap.org/index.html?mlat=45.7251&mlon=6.7104&zoom=15",
    "https://www.openstreetmap.org/way/45394171#map=10/45.7251/6.7104&layers=N",
    "https://www.openstreetmap.org/search?query=45.7251%2C6.7104",
    "www.openstreetmap.org/#map=15/45.7251/6.7104",
    "https://www.google.com/maps/@45.7251,6.7104,15z",
    "https://www.google.ch/maps/place/Refuge/@45.1,6.1,17z/data=!3m1!4b1!4m6!3m5!1s0x47890:0xab!8m2!3d45.7251!4d6.7104!16s%2Fg",
    "https://www.google.com/maps/place/45%C2%B043'30.36%22N+6%C2%B042'37.44%22E/@45.1,6.1,17z",
    "https://www.google.com/maps/search/?api=1&query=45.7251%2C6.7104",
    "https://www.google.com/maps/search/45.7251,+6.7104?entry=tts",
    "https://maps.google.com/maps?q=45.7251,6.7104&z=16",
    "https://maps.google.com/?ll=45.7251,6.7104",
    "https://maps.google.com/maps?q=loc:45.7251,6.7104",
    "https://maps.google.com/maps?z=16&q=Mezza9%4045.7251,6.7104",
    "https://www.google.com/maps/dir/?api=1&destination=45.7251,6.7104",
    "https://www.google.com/maps/dir/46.1,6.1/45.7251,6.7104",
    "https://www.google.com/maps/dir/46.1,6.1/45.7251,6.7104/@45.9,6.4,11z/data=!3m1!4b1",
    "https://www.google.com/maps/dir/45.7251,6.7104",
    "https://www.openstreetmap.org/directions?route=46.1%2C6.1%3B45.7251%2C6.7104#map=9/45.9/6.4",
    "google.com/maps?q=45.7251,6.7104",
    "https://maps.apple.com/?ll=45.7251,6.7104&q=Refuge",
    "https://maps.apple.com/?q=45.7251,6.7104",
    "https://maps.apple.com/place?coordinate=45.7251,6.7104&name=Refuge",
    "https://maps.apple.com/?daddr=45.7251,6.7104&dirflg=w", "maps.apple.com/?ll=45.7251%2C6.7104",
    "https://omaps.app/map?v=1&ll=45.7251,6.7104&n=Refuge", "om://map?v=1&ll=45.7251,6.7104&n=A",
  ])
  func `a link contains the position of its pin, search or map`(_ link: String) throws {
    let position = try CoordinateParser.parse(link)
    #expect(abs(position.latitude - 45.7251) < 1e-9)
    #expect(abs(position.longitude - 6.7104) < 1e-9)
  }

  @Test(arguments: [
    "https://www.google.com/maps/place/Refuge/@45.1,6.1,17z/data=!3m1!8m2!3d45.7251!4d6.7104",
    "https://maps.google.com/maps?q=45.7251,6.7104&ll=45.1,6.1&z=16",
    "https://www.openstreetmap.org/?mlat=45.7251&mlon=6.7104#map=15/45.1/6.1",
    "https://maps.apple.com/?coordinate=45.7251,6.7104&center=45.1,6.1",
    " https://www.openstreetmap.org/search?query=45.7251%2C6.7104#map=15/45.1/6.1 ",
  ])
  func `a link with a pin elsewhere than the map's centre tells both positions`(_ link: String) {
    #expect(
      CoordinateParser.remark(on: link) == """
        The link contains two positions: the marked position 45.72510°N 6.71040°E, which is used, \
        and the map's centre 45.10000°N 6.10000°E.
        """)
  }

  @Test(arguments: [
    "https://www.google.com/maps/place/Refuge/@45.72512,6.7104,17z/data=!3d45.7251!4d6.7104",
    "https://www.openstreetmap.org/#map=15/45.7251/6.7104",
    "https://www.google.com/maps/@45.7251,6.7104,15z", "https://maps.google.com/?ll=45.7,6.7",
    "https://www.google.com/maps/place/Refuge+du+Lac", "https://example.org/45.7,6.7",
    "geo:45.7251,6.7104,183", "geo:0,0?q=45.7251,6.7104(Hut)",
    "geo:45.72512,6.7104?q=45.7251,6.7104(Hut)", "geo:45.7251,6.7104?q=Hut", "45.7251 6.7104",
    "NN12", "",
  ])
  func `a text with one position has no remark`(_ text: String) {
    #expect(CoordinateParser.remark(on: text) == nil)
  }

  @Test func `the pin of a geo URI is used, and the position before the query is told`() throws {
    let text = "geo:45.1,6.1,500?q=45.7251,6.7104(Hut)"
    let position = try CoordinateParser.parse(text)
    #expect(position == Coordinate(latitude: 45.7251, longitude: 6.7104))
    #expect(CoordinateParser.elevation(in: text) == nil, "the altitude is that of 45.1, 6.1")
    #expect(CoordinateParser.elevation(in: "geo:45.1,6.1,500?q=45.1,6.1(Hut)") == 500)
    #expect(
      CoordinateParser.remark(on: text) == """
        The geo: URI contains two positions: the marked position 45.72510°N 6.71040°E, which is \
        used, and the unmarked position 45.10000°N 6.10000°E.
        """)
  }

  // Source: the test data of the Python package osm-shortlink.
  @Test(arguments: [
    ("https://osm.org/go/0EEQhq--", 51.51, 0.054, 0.003),
    ("https://osm.org/go/0OP4tR~rx?m=", 51.876, 19.579, 0.000_003),
    ("https://www.openstreetmap.org/go/0OP4tR@rx", 51.876, 19.579, 0.000_003),
  ])
  func `a short link of OpenStreetMap is decoded`(
    _ link: String, _ latitude: Double, _ longitude: Double, _ tolerance: Double
  ) throws {
    let position = try CoordinateParser.parse(link)
    #expect(abs(position.latitude - latitude) < tolerance)
    #expect(abs(position.longitude - longitude) < tolerance)
  }

  // Source: the tests of Organic Maps, parser_tests.cpp.
  @Test(arguments: [
    ("om://8wAAAAAAAA/Name", 0, 0), ("https://omaps.app/Byqqqqqqqq/Name", 45, 0),
    ("ge0://Bzqqqqqqqq/Name", 45, 45), ("http://ge0.me/BaF6F6F6F6/Name", -20, 20),
    ("om://B4srhdHVVt", 64.5234, 12.1234), ("om://B_________/Name", 90, 179.999_999),
    ("om://BAAAAAAAAA/Name", -90, -180),
  ])
  func `a link of Organic Maps is decoded`(
    _ link: String, _ latitude: Double, _ longitude: Double
  ) throws {
    let position = try CoordinateParser.parse(link)
    #expect(abs(position.latitude - latitude) < 1e-5)
    #expect(abs(position.longitude - longitude) < 1e-5)
  }

  @Test(arguments: [
    ("https://maps.app.goo.gl/abcdefgh", "short link"), ("https://goo.gl/maps/abc", "short link"),
    ("https://maps.apple/p/abc", "short link"), ("https://example.org/45.7,6.7", "example.org"),
    ("https://www.google.com/maps/place/Refuge+du+Lac", "no position"),
    ("https://www.openstreetmap.org/node/123", "no position"),
    ("https://maps.apple.com/?q=Refuge12", "no position"), ("om://Byqqqqqqq", "no position"),
    ("https://www.google.com/maps/@95.7251,6.7104,15z", "no position"), ("https://", "near"),
  ])
  func `a link without a position is refused with the reason`(_ link: String, _ reason: String) {
    let error = #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(link) }
    #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
  }
}
