import CartographerCore
import Foundation
import Geodesy
import MapFixtures
import MapTiles
import TestSupport
import Testing

@testable import CartographerPresentation

/// The user's own maps in exported pictures.
@Suite struct OwnMapPictureTests {
  private let folder: TemporaryDirectory
  private let tile: TileID

  init() throws {
    folder = try TemporaryDirectory()
    tile = try #require(TileID(zoom: 14, x: 8529, y: 5838))
  }

  /// Returns the coordinate at a position in the tile, in units of its extent.
  private func coordinate(_ x: Double, _ y: Double) -> (Double, Double) {
    let at = WebMercator.unproject(
      WorldPoint(
        x: tile.origin.x + x / 4096 * tile.width, y: tile.origin.y + y / 4096 * tile.width))
    return (at.latitude, at.longitude)
  }

  /// A written map of one tile with a village, its surroundings and their names.
  private func archive() -> PMTilesWriter {
    func square(_ x: Int32, _ y: Int32, _ width: Int32) -> [(Int32, Int32)] {
      [(x, y), (x + width, y), (x + width, y + width), (x, y + width)]
    }
    let street: [(Int32, Int32)] = [(0, 2600), (2000, 2500), (4096, 2600)]
    let content = TileWriter(layers: [
      ("landcover", [TileWriter.area([square(2600, 200, 1_100)], [("class", "wood")])]),
      ("water", [TileWriter.area([square(800, 3_000, 600)], [("class", "lake")])]),
      ("building", [TileWriter.area([square(2100, 2_250, 150)])]),
      (
        "transportation",
        [
          TileWriter.line(street, [("class", "primary")]),
          TileWriter.line([(2000, 2500), (3200, 700)], [("class", "path")]),
        ]
      ),
      ("place", [TileWriter.point(1700, 2300, [("class", "village"), ("name", "Oberdorf")])]),
      ("mountain_peak", [TileWriter.point(3200, 700, [("name", "Spitz & Horn")])]),
      ("water_name", [TileWriter.point(1100, 3300, [("name", "Blausee")])]),
      ("transportation_name", [TileWriter.line(street, [("name", "Dorfstrasse")])]),
    ]).bytes
    var writer = PMTilesWriter(
      entries: [PMTilesWriter.Entry(tile: tile.hilbertNumber, content: content)])
    writer.zooms = (14, 14)
    let (north, west) = coordinate(0, 0)
    let (south, east) = coordinate(4096, 4096)
    writer.bounds = (west, south, east, north)
    let layers = [
      "landcover", "water", "building", "transportation", "place", "mountain_peak", "water_name",
      "transportation_name",
    ]
    writer.metadata = """
      {"name": "Valley", "attribution": "© Valley Mapmakers",
       "vector_layers": [\(layers.map { "{\"id\": \"\($0)\"}" }.joined(separator: ", "))]}
      """
    return writer
  }

  /// A walk through the village and the wood, and a place.
  private var walk: PictureContents {
    let (latitude, longitude) = coordinate(2_400, 1_800)
    return PictureSamples.contents(
      [
        PictureSamples.path(
          1, "Walk", [coordinate(1_600, 3_850), coordinate(1_900, 2_450), coordinate(3_900, 300)])
      ], places: [PictureSamples.place(1, "Bench", latitude, longitude)])
  }

  private func scene(_ view: PictureView, isPage: Bool = false) throws -> MapTilesScene {
    let file = folder.file("valley.pmtiles")
    try Data(archive().bytes).write(to: file)
    var problems: [String] = []
    let scene = try UserMaps(UserMaps.Sources(maps: [file.path])).scene(
      for: view.tileWindow(isPage: isPage), problems: &problems)
    #expect(problems.isEmpty, "\(problems)")
    return scene
  }

  private func svg(
    _ theme: PictureTheme = .light, without layer: BaseMapScene.Layer? = nil
  ) throws -> String {
    let view = PictureSamples.view(walk, width: 640, height: 620)
    var tiles = try scene(view)
    if let layer { tiles.shown.remove(layer) }
    return try MapPicture(walk, view: view, units: .metric, base: nil, userMaps: tiles).svg(theme)
  }

  @Test(arguments: PictureTheme.allCases)
  func `a picture of an own map matches the golden picture`(theme: PictureTheme) throws {
    let text = try svg(theme)
    #expect(try PictureSamples.problems(of: text) == "")
    try Golden.compare(text, with: "pictures/own-map-\(theme.rawValue).svg")
  }

  @Test func `a picture shows the areas, lines, names and credits of an own map`() throws {
    let text = try svg()
    for style in ["ground floor", "woods", "pond", "ground trail", "ground road"] {
      #expect(text.contains("<path class=\"\(style)\""), "\(style)")
    }
    #expect(!text.contains("<path class=\"building\""), "buildings need a larger scale")
    let texts = PictureSamples.texts("text", in: text)
    for wanted in ["Oberdorf", "Spitz &amp; Horn", "Blausee", "Bench", "© Valley Mapmakers"] {
      #expect(texts.contains(wanted), "\(wanted)")
    }
    #expect(!texts.contains("Dorfstrasse"), "the names of streets need a larger scale")
  }

  @Test func `a hidden layer of an own map is not in the picture`() throws {
    let nameless = try svg(without: .names)
    #expect(!nameless.contains("Oberdorf") && nameless.contains("ground road"))
    let roadless = try svg(without: .roads)
    #expect(!roadless.contains("<path class=\"ground road\"") && roadless.contains("Oberdorf"))
  }

  @Test func `a page has the names of streets, which appear when it is magnified`() throws {
    let view = PictureSamples.view(walk, width: 640, height: 620)
    let page = try PicturePage(
      walk, view: view, units: .metric, zone: .gmt, notation: .decimalDegrees, base: nil,
      userMaps: scene(view, isPage: true)
    ).html
    let texts = PictureSamples.texts("text", in: page)
    for wanted in ["Oberdorf", "Dorfstrasse"] { #expect(texts.contains(wanted), "\(wanted)") }
  }
}
