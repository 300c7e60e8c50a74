import Geodesy
import MapFixtures
import MapTiles
import Testing

/// The style table and the tiles that it produces.
struct MapStyleTests {
  private func tile(
    _ layers: [(String, [TileWriter.Feature])], _ address: (Int, Int, Int) = (0, 0, 0),
    part: TileID? = nil, schema: TileSchema? = nil
  ) throws -> MapTile {
    let id = try #require(TileID(zoom: address.0, x: address.1, y: address.2))
    let bytes = TileWriter(layers: layers.map { (name: $0.0, features: $0.1) }).bytes
    return MapTile(try #require(VectorTile(bytes)), id, part: part, schema: schema)
  }

  private static let leg: [(Int32, Int32)] = [(0, 0), (100, 100)]
  private static let square: [(Int32, Int32)] = [(0, 0), (100, 0), (100, 100), (0, 100)]

  /// The layer and the attribute of one feature of each role, by schema.
  private static let samples:
    [(TileSchema, MapRole, layer: String, attribute: (String, String), isArea: Bool)] = [
      (.openMapTiles, .water, "water", ("class", "lake"), true),
      (.openMapTiles, .waterway, "waterway", ("class", "river"), false),
      (.openMapTiles, .woods, "landcover", ("class", "wood"), true),
      (.openMapTiles, .building, "building", ("colour", "red"), true),
      (.openMapTiles, .motorway, "transportation", ("class", "motorway"), false),
      (.openMapTiles, .majorRoad, "transportation", ("class", "primary"), false),
      (.openMapTiles, .minorRoad, "transportation", ("class", "minor"), false),
      (.openMapTiles, .path, "transportation", ("class", "path"), false),
      (.openMapTiles, .railway, "transportation", ("class", "rail"), false),
      (.openMapTiles, .border, "boundary", ("admin_level", "2"), false),
      (.openMapTiles, .region, "boundary", ("admin_level", "4"), false),
      (.openMapTiles, .contour, "contour", ("ele", "120"), false),
      (.protomaps, .water, "water", ("kind", "lake"), true),
      (.protomaps, .waterway, "water", ("kind", "river"), false),
      (.protomaps, .waterway, "physical_line", ("pmap:kind", "river"), false),
      (.protomaps, .woods, "landuse", ("kind", "forest"), true),
      (.protomaps, .woods, "natural", ("landuse", "forest"), true),
      (.protomaps, .building, "buildings", ("kind", "building"), true),
      (.protomaps, .motorway, "roads", ("kind", "highway"), false),
      (.protomaps, .majorRoad, "roads", ("pmap:kind", "major_road"), false),
      (.protomaps, .minorRoad, "roads", ("kind", "minor_road"), false),
      (.protomaps, .path, "roads", ("kind", "path"), false),
      (.protomaps, .path, "roads", ("highway", "footway"), false),
      (.protomaps, .railway, "roads", ("kind", "rail"), false),
      (.protomaps, .railway, "transit", ("pmap:kind", "railway"), false),
      (.protomaps, .border, "boundaries", ("kind", "country"), false),
      (.protomaps, .border, "boundaries", ("pmap:min_admin_level", "2"), false),
      (.protomaps, .region, "boundaries", ("kind", "region"), false),
      (.shortbread, .water, "ocean", ("x", "y"), true),
      (.shortbread, .water, "water_polygons", ("kind", "water"), true),
      (.shortbread, .waterway, "water_lines", ("kind", "stream"), false),
      (.shortbread, .woods, "land", ("kind", "forest"), true),
      (.shortbread, .motorway, "streets", ("kind", "motorway"), false),
      (.shortbread, .majorRoad, "streets", ("kind", "secondary"), false),
      (.shortbread, .minorRoad, "streets", ("kind", "residential"), false),
      (.shortbread, .path, "streets", ("kind", "track"), false),
      (.shortbread, .railway, "streets", ("kind", "rail"), false),
      (.shortbread, .border, "boundaries", ("admin_level", "2"), false),
      (.unknown, .other, "parcels", ("kind", "anything"), true),
    ]

  @Test
  func `the style table gives each schema's features their roles`() throws {
    for sample in Self.samples {
      let feature =
        sample.isArea
        ? TileWriter.area([Self.square], [sample.attribute])
        : TileWriter.line(Self.leg, [sample.attribute])
      let id = try #require(TileID(zoom: 0, x: 0, y: 0))
      let bytes = TileWriter(layers: [(sample.layer, [feature])]).bytes
      let tile = MapTile(try #require(VectorTile(bytes)), id, schema: sample.0)
      #expect(
        tile.lines.map(\.role) == (sample.1 == .woods ? [] : [sample.1]),
        "\(sample.0) \(sample.layer) \(sample.attribute)")
      let isFilled = sample.1 == .water || sample.1 == .woods
      #expect(tile.areas.map(\.role) == (isFilled ? [sample.1] : []))
    }
  }

  @Test
  func `a schema is recognised by its layers`() {
    #expect(TileSchema.recognised(by: ["transportation", "water", "place"]) == .openMapTiles)
    #expect(TileSchema.recognised(by: ["roads", "water", "earth", "places"]) == .protomaps)
    #expect(TileSchema.recognised(by: ["streets", "ocean", "buildings"]) == .shortbread)
    #expect(TileSchema.recognised(by: ["cities"]) == .unknown)
    // Layers with these names are in many maps.
    #expect(TileSchema.recognised(by: ["building"]) == .unknown)
    #expect(TileSchema.recognised(by: ["roads", "water"]) == .unknown)
  }

  @Test
  func `important roads appear at smaller zoom levels than unimportant ones`() throws {
    let tile = try tile(
      [
        (
          "transportation",
          ["motorway", "primary", "minor", "path"].map {
            TileWriter.line(Self.leg, [("class", $0)])
          }
        )
      ], schema: .openMapTiles)
    let zooms = Dictionary(uniqueKeysWithValues: tile.lines.map { ($0.role, $0.leastZoom) })
    let motorway = try #require(zooms[.motorway])
    let major = try #require(zooms[.majorRoad])
    let minor = try #require(zooms[.minorRoad])
    let path = try #require(zooms[.path])
    #expect(motorway < major && major < minor && minor < path)
  }

  @Test
  func `lines are cut at the edges of the tile`() throws {
    let tile = try tile(
      [("streets", [TileWriter.line([(-2048, 2048), (2048, 2048), (2048, -500)])])], (1, 1, 1))
    let line = try #require(tile.lines.first)
    #expect(line.starts == [0])
    #expect(line.xs == [0.5, 0.75, 0.75])
    #expect(line.ys == [0.75, 0.75, 0.5])
  }

  @Test
  func `the outline of an area has no legs along or beyond the edges of the tile`() throws {
    let tile = try tile(
      [("water", [TileWriter.area([[(-64, 1024), (2048, 1024), (2048, 4160), (-64, 4160)]])])],
      schema: .openMapTiles)
    let line = try #require(tile.lines.first)
    #expect(line.starts == [0])
    #expect(line.xs == [0, 0.5, 0.5])
    #expect(line.ys == [0.25, 0.25, 1])
    let ring = try #require(tile.areas.first?.rings.first)
    #expect(ring.count == 4)
    #expect(Set(ring.map(\.x)) == [0, 0.5] && Set(ring.map(\.y)) == [0.25, 1])
  }

  @Test
  func `a part of a tile has only the content inside the part`() throws {
    let part = try #require(TileID(zoom: 2, x: 1, y: 1))
    let tile = try tile(
      [
        ("water", [TileWriter.area([[(0, 0), (4096, 0), (4096, 4096), (0, 4096)]])]),
        ("transportation", [TileWriter.line([(0, 1500), (4096, 1500)], [("class", "primary")])]),
        (
          "place",
          [
            TileWriter.point(1500, 1500, [("class", "town"), ("name", "Inside")]),
            TileWriter.point(500, 500, [("class", "town"), ("name", "Outside")]),
          ]
        ),
      ], part: part)
    #expect(tile.id == part)
    #expect(tile.labels.map(\.text) == ["Inside"])
    #expect(tile.lines.map(\.role) == [.majorRoad])
    #expect(tile.lines.first?.xs == [0.25, 0.5])
    let ring = try #require(tile.areas.first?.rings.first)
    #expect(Set(ring.map(\.x)) == [0.25, 0.5] && Set(ring.map(\.y)) == [0.25, 0.5])
  }

  @Test
  func `lines and points in layers that a known schema does not have are shown`() throws {
    let tile = try tile(
      [
        ("trails", [TileWriter.line(Self.leg), TileWriter.area([Self.square])]),
        ("huts", [TileWriter.point(9, 9, [("name", "Hut")])]),
        ("transportation", [TileWriter.line(Self.leg, [("class", "unknown")])]),
      ], schema: .openMapTiles)
    #expect(tile.lines.map(\.role) == [.other])
    #expect(tile.lines.first?.starts.count == 1)
    #expect(tile.labels.map(\.text) == ["Hut"])
  }

  @Test(arguments: [
    [("kind", "tram"), ("rail", "true")], [("kind", "rail"), ("service", "yard")],
  ])
  func `trams and yards of Shortbread are not railways`(attributes: [(String, String)]) throws {
    let tile = try tile(
      [("streets", [TileWriter.line(Self.leg, attributes)])], schema: .shortbread)
    #expect(tile.lines.isEmpty)
  }

  @Test
  func `names beyond the limit of a tile are left out`() throws {
    let place = TileWriter.point(5, 5, [("name", "Home")])
    let few = try tile([("cities", [place])])
    #expect(!few.isTruncated)
    let many = try tile([("cities", Array(repeating: place, count: 20_001))])
    #expect(many.isTruncated)
    #expect(many.labels.count == 20_000)
  }

  @Test
  func `names have a kind, a position and a weight`() throws {
    let tile = try tile(
      [
        (
          "place",
          [
            TileWriter.point(2048, 1024, [("class", "city"), ("name", "Firenze"), ("rank", "3")]),
            TileWriter.point(4100, 10, [("class", "city"), ("name", "In the next tile")]),
            TileWriter.point(5, 5, [("class", "city")]),
            TileWriter.point(0, 5, [("class", "city"), ("name", "Unranked"), ("rank", "nan")]),
          ]
        ), ("mountain_peak", [TileWriter.point(0, 0, [("name", "Monte"), ("ele", "1200")])]),
      ], schema: .openMapTiles)
    #expect(
      tile.labels == [
        MapLabel(kind: .city, text: "Firenze", x: 0.5, y: 0.25, weight: -3),
        MapLabel(kind: .city, text: "Unranked", x: 0, y: 5 / 4096, weight: 0),
        MapLabel(kind: .peak, text: "Monte", x: 0, y: 0, weight: 1200),
      ])
  }

  @Test
  func `a street has a line and a name at its middle`() throws {
    let tile = try tile(
      [
        (
          "roads",
          [
            TileWriter.line(
              [(0, 0), (1024, 0), (2048, 0)], [("kind", "minor_road"), ("name", "Via Roma")])
          ]
        )
      ], schema: .protomaps)
    #expect(tile.lines.map(\.role) == [.minorRoad])
    #expect(tile.labels.map(\.text) == ["Via Roma"])
    #expect(tile.labels.first?.x == 0.25)
  }
}
