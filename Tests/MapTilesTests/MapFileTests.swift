import Foundation
import Geodesy
import MapFixtures
import MapTiles
import TestSupport
import Testing

/// Reading tiles from PMTiles archives and MBTiles databases.
struct MapFileTests {
  private let folder: TemporaryDirectory
  private let tile = TileWriter(layers: [("water", [TileWriter.area([[(0, 0), (9, 0), (9, 9)]])])])

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ bytes: [UInt8], _ name: String = "map.pmtiles") throws -> URL {
    let file = folder.url.appending(path: name)
    try Data(bytes).write(to: file)
    return file
  }

  private func code(opening url: URL) -> MapFileError.Code? {
    do throws(MapFileError) {
      _ = try MapFiles.open(url)
      return nil
    } catch {
      #expect(error.path == url.path)
      #expect(error.message.contains("; "), "\(error.message) has no advice")
      return error.code
    }
  }

  private func archive(_ count: Int = 5) -> PMTilesWriter {
    PMTilesWriter(
      entries: (0..<count).map { number in
        PMTilesWriter.Entry(
          tile: UInt64(number), content: TileWriter(layers: [("layer\(number)", [])]).bytes)
      })
  }

  private func names(_ file: any MapFile) throws -> [String?] {
    try [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)].map { zoom, x, y in
      let id = try #require(TileID(zoom: zoom, x: x, y: y))
      return try file.content(of: id).flatMap { VectorTile($0)?.layers.first?.name }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `tiles are found with and without leaf directories and in any order of contents`(
    hasLeaves: Bool, isReversed: Bool
  ) throws {
    var writer = archive()
    writer.hasLeaves = hasLeaves
    writer.isReversed = isReversed
    let file = try MapFiles.open(try write(writer.bytes))
    #expect(try names(file) == ["layer0", "layer1", "layer2", "layer3", "layer4"])
    #expect(file.info.zooms == 0...1)
  }

  @Test
  func `an archive without compression is read`() throws {
    var writer = archive()
    writer.directoryCompression = 1
    writer.tileCompression = 1
    #expect(try names(MapFiles.open(try write(writer.bytes))).compactMap(\.self).count == 5)
  }

  @Test
  func `a run of equal tiles is stored once, and a tile after the run is missing`() throws {
    var writer = archive(2)
    writer.entries[1].run = 3
    #expect(
      try names(MapFiles.open(try write(writer.bytes)))
        == ["layer0", "layer1", "layer1", "layer1", nil])
  }

  @Test
  func `the metadata give name, credits without markup, and layers`() throws {
    var writer = archive()
    writer.metadata = """
      {"name": "Alps", "attribution": "<a href='x'>&copy; OpenStreetMap</a>  contributors",
       "vector_layers": [{"id": "water"}, {"id": "roads"}]}
      """
    let info = try MapFiles.open(try write(writer.bytes)).info
    writer.bounds = (-10.5, 40, 11, 45)
    #expect(
      try MapFiles.open(try write(writer.bytes)).info.bounds
        == GeoBounds(south: 40, west: -10.5, north: 45, east: 11))
    #expect(info.name == "Alps")
    #expect(info.attribution == "© OpenStreetMap contributors")
    #expect(info.layers == ["water", "roads"])
    #expect(info.bounds == nil)
  }

  @Test
  func `credits keep their text around angle brackets and numbered entities`() throws {
    var writer = archive()
    writer.metadata = #"{"attribution": "1 < 2 &#169; &#xA9; <b>me</b> &amp;lt; &unknown; &copy;"}"#
    #expect(
      try MapFiles.open(try write(writer.bytes)).info.attribution
        == "1 < 2 © © me &lt; &unknown; ©")
  }

  @Test
  func `each unsupported kind of archive is refused with its reason`() throws {
    func code(_ change: (inout PMTilesWriter) -> Void) throws -> MapFileError.Code? {
      var writer = archive()
      change(&writer)
      return self.code(opening: try write(writer.bytes))
    }
    #expect(try code { $0.version = 4 } == .unsupportedVersion)
    #expect(try code { $0.tileCompression = 3 } == .unsupportedCompression)
    #expect(try code { $0.tileCompression = 4 } == .unsupportedCompression)
    #expect(try code { $0.directoryCompression = 3 } == .unsupportedCompression)
    for type: UInt8 in 2...6 { #expect(try code { $0.tileType = type } == .unsupportedTiles) }
    #expect(try code { $0.zooms = (5, 2) } == .damaged)
    #expect(try code { $0.entries = [] } == .empty)
    #expect(self.code(opening: try write(Array("PM".utf8) + [2, 0, 0, 0])) == .unsupportedVersion)
    #expect(self.code(opening: try write([])) == .empty)
    #expect(self.code(opening: try write(Array("not a map".utf8))) == .wrongFormat)
    #expect(self.code(opening: folder.url) == .cannotRead)
    #expect(self.code(opening: folder.url.appending(path: "missing.pmtiles")) == .cannotRead)
  }

  @Test
  func `an archive cut off at any byte is refused with the reason`() throws {
    let whole = archive().bytes
    for count in 0..<whole.count {
      let expected: MapFileError.Code = count == 0 ? .empty : count < 7 ? .wrongFormat : .damaged
      #expect(code(opening: try write(Array(whole[..<count]))) == expected, "\(count) bytes")
    }
    #expect(code(opening: try write(whole)) == nil)
  }

  @Test
  func `changed bytes in an archive never trap`() throws {
    var writer = archive()
    writer.hasLeaves = true
    let whole = writer.bytes
    var random = SplitMix64(seed: 17)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let file = try? MapFiles.open(try write(bytes)) else { continue }
      for (zoom, x, y) in [(0, 0, 0), (1, 0, 0), (1, 1, 1), (24, 9, 9)] {
        let id = try #require(TileID(zoom: zoom, x: x, y: y))
        if let content = try? file.content(of: id), let tile = VectorTile(content) {
          _ = MapTile(tile, id)
        }
      }
    }
  }

  @Test
  func `rows of an MBTiles database are counted from the south`() throws {
    let file = folder.url.appending(path: "a?b #1.mbtiles")
    try writeMBTiles(
      file,
      metadata: [
        "name": "Two tiles", "format": "pbf", "attribution": "© me", "bounds": "-10.5, 40,11,45",
      ],
      tiles: [
        (1, 0, 1, gzipped(TileWriter(layers: [("north", [])]).bytes)),
        (1, 0, 0, TileWriter(layers: [("south", [])]).bytes),
      ])
    let map = try MapFiles.open(file)
    #expect(try names(map) == [nil, "north", "south", nil, nil])
    #expect(map.info.zooms == 1...1)
    #expect(map.info.name == "Two tiles")
    #expect(map.info.attribution == "© me")
    #expect(map.info.bounds == GeoBounds(south: 40, west: -10.5, north: 45, east: 11))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a?b #1.mbtiles"])
  }

  @Test
  func `an MBTiles database without vector tiles is refused with its reason`() throws {
    func code(
      _ metadata: [String: String], _ tiles: [(Int, Int, Int, [UInt8])]
    ) throws -> MapFileError.Code? {
      let file = folder.url.appending(path: "map.mbtiles")
      try? FileManager.default.removeItem(at: file)
      try writeMBTiles(file, metadata: metadata, tiles: tiles)
      return self.code(opening: file)
    }
    #expect(try code(["format": "pbf"], []) == .empty)
    #expect(try code(["format": "png"], [(0, 0, 0, [1])]) == .unsupportedTiles)
    #expect(try code([:], [(0, 0, 0, [0x89, 0x50, 0x4E, 0x47, 1])]) == .unsupportedTiles)
    #expect(try code([:], [(0, 0, 0, Array("hello".utf8))]) == .unsupportedTiles)
    #expect(try code([:], [(0, 0, 0, tile.bytes)]) == nil)
    #expect(try code([:], [(99, 0, 0, tile.bytes)]) == .empty)
  }

  @Test
  func `only the zoom levels that a map can have are used`() throws {
    let file = folder.url.appending(path: "map.mbtiles")
    try writeMBTiles(
      file, metadata: ["format": "pbf"], tiles: [-1, 3, 30].map { ($0, 0, 0, tile.bytes) })
    #expect(try MapFiles.open(file).info.zooms == 0...24)
  }

  @Test
  func `a path that begins with two slashes is opened`() throws {
    let file = folder.url.appending(path: "map.mbtiles")
    try writeMBTiles(file, metadata: ["format": "pbf"], tiles: [(0, 0, 0, tile.bytes)])
    #expect(code(opening: URL(filePath: "/" + file.path)) == nil)
  }

  @Test
  func `a database with unfinished changes is refused`() throws {
    let file = folder.url.appending(path: "map.mbtiles")
    try writeMBTiles(file, metadata: ["format": "pbf"], tiles: [(0, 0, 0, tile.bytes)])
    try Data("log".utf8).write(to: folder.url.appending(path: "map.mbtiles-wal"))
    #expect(code(opening: file) == .cannotRead)
  }

  @Test
  func `a query that never ends is interrupted`() throws {
    let file = folder.url.appending(path: "map.mbtiles")
    try writeMBTiles(
      file, metadata: ["format": "pbf"], tiles: [],
      script: """
        DROP TABLE tiles;
        CREATE VIEW tiles AS
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT i AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'' AS tile_data FROM n;
        """)
    #expect(code(opening: file) == .cannotRead)
  }

  @Test
  func `a damaged tile of an MBTiles database is reported with its address`() throws {
    let file = folder.url.appending(path: "map.mbtiles")
    try writeMBTiles(
      file, metadata: ["format": "pbf"], tiles: [(0, 0, 0, Array(gzipped(tile.bytes).dropLast(9)))])
    let map = try MapFiles.open(file)
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    let error = #expect(throws: MapFileError.self) { try map.content(of: id) }
    #expect(error?.code == .damaged)
    #expect(error?.tile == id)
    #expect(error?.description.contains("tile 0/0/0") == true)
  }
}
