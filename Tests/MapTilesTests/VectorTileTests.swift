import MapFixtures
import MapTiles
import TestSupport
import Testing

/// The decoding of vector tiles.
struct VectorTileTests {
  @Test
  func `points, lines and rings with holes are decoded`() throws {
    let ring: [(Int32, Int32)] = [(0, 0), (10, 0), (10, 10), (0, 10)]
    let hole: [(Int32, Int32)] = [(2, 2), (2, 8), (8, 8)]
    let bytes = TileWriter(layers: [
      (
        "all",
        [
          TileWriter.point(-5, 7, [("name", "Pö")]), TileWriter.line([(1, 1), (4096, 5000)]),
          TileWriter.area([ring, hole]),
        ]
      )
    ]).bytes
    let layer = try #require(VectorTile(bytes)?.layers.first)
    #expect(layer.extent == 4096)
    let parts = layer.features.map { layer.parts(of: $0) }
    #expect(parts[0].map(\.xs) == [[-5]])
    #expect(parts[0].map(\.ys) == [[7]])
    #expect(parts[1].map(\.xs) == [[1, 4096]])
    #expect(parts[1].map(\.ys) == [[1, 5000]])
    #expect(parts[2].map(\.xs) == [ring.map(\.0), hole.map(\.0)])
    #expect(parts[2].map(\.ys) == [ring.map(\.1), hole.map(\.1)])
    #expect(layer.value("name", of: layer.features[0]) == .text("Pö"))
    #expect(layer.value("name", of: layer.features[1]) == nil)
  }

  @Test
  func `a packed field in several parts and an unpacked field are decoded`() throws {
    func geometry(_ write: (inout ProtobufWriter) -> Void) throws -> [[Int32]] {
      var feature = ProtobufWriter()
      feature.number(3, 2)
      write(&feature)
      var layer = ProtobufWriter()
      layer.content(1, Array("lines".utf8))
      layer.content(2, feature.bytes)
      var tile = ProtobufWriter()
      tile.content(3, layer.bytes)
      let decoded = try #require(VectorTile(tile.bytes)?.layers.first)
      return decoded.parts(of: decoded.features[0]).map(\.xs)
    }
    let numbers: [UInt32] = [9, 2, 2, 10, 4, 4]
    let parts = try geometry {
      $0.packed(4, Array(numbers.prefix(3)))
      $0.packed(4, Array(numbers.suffix(3)))
    }
    #expect(parts == [[1, 3]])
    let single = try geometry { for number in numbers { $0.number(4, UInt64(number)) } }
    #expect(single == [[1, 3]])
  }

  @Test
  func `a huge number of points in a command does not reserve memory`() throws {
    var feature = ProtobufWriter()
    feature.number(3, 2)
    feature.packed(4, [9, 2, 2, UInt32.max & ~7 | 2, 4, 4])
    var layer = ProtobufWriter()
    layer.content(1, Array("lines".utf8))
    layer.content(2, feature.bytes)
    var tile = ProtobufWriter()
    tile.content(3, layer.bytes)
    let decoded = try #require(VectorTile(tile.bytes)?.layers.first)
    #expect(decoded.parts(of: decoded.features[0]).isEmpty)
  }

  @Test
  func `coordinates up to the limits of 32 bits are decoded, and larger ones are left out`() throws
  {
    let limit = Int32.max
    let bytes = TileWriter(layers: [
      (
        "far",
        [TileWriter.line([(-limit / 2, 0), (limit / 2, 0)]), TileWriter.line([(0, 0), (1, 1)])]
      )
    ]).bytes
    let layer = try #require(VectorTile(bytes)?.layers.first)
    #expect(layer.parts(of: layer.features[0]).map(\.xs) == [[-limit / 2, limit / 2]])
    var feature = ProtobufWriter()
    feature.number(3, 2)
    // Two steps of 2^31 − 1 units to the east.
    feature.packed(4, [9, UInt32.max - 1, 0, 10, UInt32.max - 1, 0])
    var writer = ProtobufWriter()
    writer.content(1, Array("lines".utf8))
    writer.content(2, feature.bytes)
    var tile = ProtobufWriter()
    tile.content(3, writer.bytes)
    let decoded = try #require(VectorTile(tile.bytes)?.layers.first)
    #expect(decoded.parts(of: decoded.features[0]).isEmpty)
  }

  @Test
  func `changed bytes in a tile never trap`() throws {
    let whole = TileWriter(layers: [
      (
        "roads",
        [
          TileWriter.line([(0, 0), (4096, 100), (-80, 3)], [("kind", "highway"), ("name", "A1")]),
          TileWriter.area([[(0, 0), (10, 0), (10, 10)]], [("kind", "water")]),
        ]
      ), ("places", [TileWriter.point(5, 5, [("name", "Rome"), ("population", "3e6")])]),
    ]).bytes
    let id = try #require(TileID(zoom: 3, x: 1, y: 2))
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if let tile = VectorTile(bytes) { _ = MapTile(tile, id) }
    }
  }
}
