import CartographerCore
import Foundation
import Geodesy
import MapFixtures
import MapTiles
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// The selection of tiles and files that are read for a view of the user's own maps.
struct OwnMapReadingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ writer: PMTilesWriter) throws -> UserMaps {
    let file = folder.file("a.pmtiles")
    try Data(writer.bytes).write(to: file)
    return UserMaps(UserMaps.Sources(maps: [file.path]))
  }

  private func window(
    _ zoom: Double, _ size: Size = Size(columns: 40, rows: 20)
  ) -> MapTileWindow {
    MapTileWindow(
      MapViewport(centre: Coordinate(latitude: 0, longitude: 0), zoom: zoom), in: size)
  }

  @Test
  func `a missing tile is replaced by the part of a larger tile`() throws {
    var writer = TownMap.archive()
    let tile = try #require(TileID(zoom: 1, x: 0, y: 0))
    writer.entries.append(PMTilesWriter.Entry(tile: tile.hilbertNumber, content: TownMap.tile()))
    writer.zooms = (0, 1)
    var problems: [String] = []
    let pieces = try write(writer).scene(for: window(1), problems: &problems).pieces
    #expect(pieces.map(\.id.description).sorted() == ["1/0/0", "1/0/1", "1/1/0", "1/1/1"])
    for piece in pieces where piece.id.x == 1 && piece.id.y == 0 {
      let xs = piece.lines.flatMap(\.shape.xs)
      #expect(!xs.isEmpty && xs.allSatisfy { $0 >= 0.5 })
      #expect(piece.areas.isEmpty, "the lake is in the south-west")
    }
    #expect(problems.isEmpty)
  }

  @Test
  func `a map is shown two levels below its smallest one in a wide terminal`() throws {
    var writer = TownMap.archive()
    let size = Size(columns: 500, rows: 150)
    let tile = try #require(window(4, size).at(zoom: 6).tiles.first)
    writer.entries = [PMTilesWriter.Entry(tile: tile.hilbertNumber, content: TownMap.tile())]
    writer.zooms = (6, 6)
    var problems: [String] = []
    let maps = try write(writer)
    #expect(try maps.scene(for: window(4, size), problems: &problems).pieces.count == 1)
  }

  @Test
  func `the reading for an outdated view stops`() throws {
    let maps = try write(TownMap.archive())
    var problems: [String] = []
    #expect(throws: CancellationError.self) {
      try maps.scene(for: window(1), problems: &problems, isCancelled: { true })
    }
  }

  @Test
  func `a map without a list of layers is recognised by its tiles`() throws {
    var writer = TownMap.archive()
    writer.metadata = "{}"
    var problems: [String] = []
    let pieces = try write(writer).scene(for: window(1), problems: &problems).pieces
    #expect(pieces.map { $0.lines.map(\.role) } == [[.motorway, .path, .water]])
  }

  @Test
  func `a named pipe and a folder are rejected as layers`() throws {
    let pipe = folder.file("pipe.geojson").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let maps = UserMaps(UserMaps.Sources(layers: [pipe, folder.url.path]))
    var problems: [String] = []
    #expect(try maps.scene(for: window(1), problems: &problems).files.isEmpty)
    #expect(problems.count == 2)
    for problem in problems { #expect(problem.contains("specify a file"), "\(problem)") }
  }
}
