import MapFixtures
import MapTiles
import Testing

@testable import CartographerPresentation

/// The cache of decoded tiles.
struct MapTileCacheTests {
  private func key(_ number: Int) throws -> MapTileCache.Key {
    MapTileCache.Key(map: 0, tile: try #require(TileID(zoom: 10, x: number, y: 0)))
  }

  private func piece(_ key: MapTileCache.Key) throws -> MapTilePiece {
    MapTilePiece(MapTile(try #require(VectorTile(TownMap.tile())), key.tile))
  }

  @Test
  func `the cache stays below its limit and keeps the tiles used last`() throws {
    let size = try piece(key(0)).byteCount + 200
    var cache = MapTileCache(limit: 10 * size)
    for number in 0..<100 {
      cache.insert(try piece(key(number)), try key(number))
      _ = cache[try key(0)]
      #expect(cache.byteCount <= 10 * size)
    }
    #expect(cache[try key(0)] != nil)
    #expect(cache[try key(99)] != nil)
    #expect(cache[try key(50)] == nil)
  }

  @Test
  func `missing tiles are remembered, and replacing a tile does not count it twice`() throws {
    var cache = MapTileCache(limit: 1_000_000)
    cache.insert(nil, try key(1))
    #expect(cache[try key(1)] != nil)
    #expect(cache[try key(1)]?.piece == nil)
    cache.insert(try piece(key(2)), try key(2))
    let count = cache.byteCount
    cache.insert(try piece(key(2)), try key(2))
    #expect(cache.byteCount == count)
    cache.removeAll(ofMap: 0)
    #expect(cache.byteCount == 0)
  }
}
