import Foundation
import Geodesy
import MapTiles
import TestSupport
import Testing

/// Map files of other programs, which are beside the checkout on some machines.
@Suite(.enabled(if: SharedMaps.root != nil, "the maps ../shared/maps are not on this machine"))
struct SharedMapsTests {
  @Test(arguments: [
    ("pmtiles/PMTiles_empty.pmtiles", MapFileError.Code.empty),
    ("pmtiles/PMTiles_invalid.pmtiles", .wrongFormat),
    ("pmtiles/PMTiles_invalid_v4.pmtiles", .unsupportedVersion),
    ("pmtiles/PMTiles_test_fixture_mlt.pmtiles", .unsupportedTiles),
    ("pmtiles/go-pmtiles_unclustered.pmtiles", .unsupportedTiles),
    ("pmtiles/martin_webp2_raster.pmtiles", .unsupportedTiles),
    ("pmtiles/pmtiles-rs_single_tile_brotli.pmtiles", .unsupportedTiles),
    ("mbtiles/mbtileserver_geography-class_png_raster.mbtiles", .unsupportedTiles),
    ("mbtiles/mbtileserver_geography-class_webp_raster.mbtiles", .unsupportedTiles),
    ("mbtiles/mbtileserver_invalid-tile-format.mbtiles", .unsupportedTiles),
    ("mbtiles/mbtileserver_invalid.mbtiles", .wrongFormat),
    ("mbtiles/node-mbtiles_corrupt.mbtiles", .damaged),
    ("mbtiles/node-mbtiles_some-empty-tiles.mbtiles", .unsupportedTiles),
    ("mbtiles/node-mbtiles_with spaces.mbtiles", .empty),
  ])
  func `a file that cannot be shown is refused with its reason`(
    path: String, code: MapFileError.Code
  ) throws {
    let file = try #require(SharedMaps.root).appending(path: path)
    let error = #expect(throws: MapFileError.self) { try MapFiles.open(file) }
    #expect(error?.code == code, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("pmtiles/PMTiles_test_fixture_1.pmtiles", 1), ("pmtiles/PMTiles_test_fixture_2.pmtiles", 1),
    ("pmtiles/planetiler_box1degree.pmtiles", 1), ("pmtiles/tippecanoe_bboxes_vector.pmtiles", 1),
    ("pmtiles/protomaps_vector_ODbL_firenze.pmtiles", 108),
    ("mbtiles/mbtileserver_world_cities_missing_center.mbtiles", 196),
    ("mbtiles/mbtileserver_world_cities_vector.mbtiles", 196),
    ("mbtiles/planetiler_bostonbuildings_vector.mbtiles", 3),
    ("mbtiles/planetiler_jakartabuildings_vector.mbtiles", 1),
    ("mbtiles/planetiler_lakemerge_vector.mbtiles", 1),
  ])
  func `all tiles of a file can be decoded and show something`(path: String, count: Int) throws {
    let file = try MapFiles.open(try #require(SharedMaps.root).appending(path: path))
    var tiles: [MapTile] = []
    for zoom in file.info.zooms {
      for x in SharedMaps.columns(of: file, zoom) {
        for y in SharedMaps.rows(of: file, zoom) {
          let id = try #require(TileID(zoom: zoom, x: x, y: y))
          guard let content = try file.content(of: id) else { continue }
          // A failed requirement would print the whole tile.
          guard let tile = VectorTile(content) else {
            Issue.record("the tile \(id) cannot be decoded")
            continue
          }
          tiles.append(MapTile(tile, id))
        }
      }
    }
    #expect(tiles.count == count)
    #expect(tiles.contains { !$0.lines.isEmpty || !$0.labels.isEmpty })
  }

  @Test
  func `the streets of Florence have their roles and names`() throws {
    let root = try #require(SharedMaps.root)
    let file = try MapFiles.open(
      root.appending(path: "pmtiles/protomaps_vector_ODbL_firenze.pmtiles"))
    #expect(file.info.attribution == "Protomaps © OpenStreetMap")
    #expect(TileSchema.recognised(by: file.info.layers) == .protomaps)
    // The tile with the cathedral.
    let id = try #require(TileID(zoom: 14, x: 8704, y: 5971))
    let content = try #require(try file.content(of: id))
    let tile = MapTile(try #require(VectorTile(content)), id)
    let roles = Set(tile.lines.map(\.role))
    #expect(roles.isSuperset(of: [.building, .minorRoad, .path, .water]))
    #expect(tile.labels.contains { $0.text == "Via dei Calzaiuoli" && $0.kind == .street })
  }

  @Test
  func `the tiles of the MVT fixtures decode as their descriptions say`() throws {
    let folder = try #require(SharedMaps.root).appending(path: "mvt/fixtures")
    var checked = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let fixture = folder.appending(path: name)
      let info = try JSONDecoder().decode(
        Fixture.self, from: Data(contentsOf: fixture.appending(path: "info.json")))
      let bytes = [UInt8](try Data(contentsOf: fixture.appending(path: "tile.mvt")))
      let tile = VectorTile(bytes)
      // Other tiles may be refused or read in part, but they must not trap.
      if info.validity.v2 { #expect(tile != nil, "fixture \(name)") }
      let id = try #require(TileID(zoom: 0, x: 0, y: 0))
      if let tile { _ = MapTile(tile, id) }
      checked += 1
    }
    #expect(checked == 74)
  }

  private struct Fixture: Decodable {
    struct Validity: Decodable { let v2: Bool }
    let validity: Validity
  }

  @Test(arguments: ["N27E086", "N44W072", "S33W071"])
  func `terrain tiles give contours and shading`(name: String) throws {
    let url = try #require(SharedMaps.root).appending(path: "hgt/\(name).hgt")
    let corner = try #require(TileCorner(name: name))
    let bytes = try Data(contentsOf: url, options: .alwaysMapped)
    var grid = ElevationGrid { $0 == corner ? try ElevationTile(corner: $0, bytes: bytes) : nil }
    let middle = WebMercator.project(
      Coordinate(latitude: Double(corner.latitude) + 0.5, longitude: Double(corner.longitude) + 0.5)
    )
    let id = try #require(
      TileID(zoom: 11, x: Int(middle.x * 2048), y: Int(middle.y * 2048)))
    let samples = try #require(try ElevationSamples(id, cells: 64, from: &grid))
    #expect(samples.contours(everyMetres: 50).lines.count == 2)
    #expect(samples.shading().darkness.contains { $0 > 0 })
  }
}

/// The folder `../shared/maps`, relative to the package root.
enum SharedMaps {
  static let root: URL? = {
    let folder = PackageFiles.root.deletingLastPathComponent().appending(path: "shared/maps")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The columns of a zoom level in which a sample can have tiles.
  static func columns(of file: any MapFile, _ zoom: Int) -> Range<Int> {
    range(file, zoom) { WebMercator.project($0).x }
  }

  static func rows(of file: any MapFile, _ zoom: Int) -> Range<Int> {
    range(file, zoom) { WebMercator.project($0).y }
  }

  private static func range(
    _ file: any MapFile, _ zoom: Int, _ axis: (Coordinate) -> Double
  ) -> Range<Int> {
    guard zoom > 6 else { return 0..<1 << zoom }
    let places = [
      "firenze": (43.78, 11.24), "boston": (42.36, -71.06), "jakarta": (-6.31, 106.83),
      "lakemerge": (44.65, -81.96),
    ]
    let place = places.first { file.path.contains($0.key) }?.value ?? (0, 0)
    let middle = Int(
      axis(Coordinate(latitude: place.0, longitude: place.1)) * Double(1 << zoom))
    return max(middle - 20, 0)..<middle + 20
  }
}
