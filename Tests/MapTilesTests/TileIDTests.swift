import MapTiles
import Testing

/// The addresses of tiles.
struct TileIDTests {
  @Test
  func `a tile address must exist at its zoom level`() {
    #expect(TileID(zoom: 0, x: 0, y: 0) != nil)
    #expect(TileID(zoom: 1, x: 2, y: 0) == nil)
    #expect(TileID(zoom: -1, x: 0, y: 0) == nil)
    #expect(TileID(zoom: 25, x: 0, y: 0) == nil)
  }

  @Test
  func `the numbers of tiles in a PMTiles archive are those of the specification`() throws {
    // The numbers are from the specification's table and its reference implementation.
    let expected: [(Int, Int, Int, UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (2, 1, 0, 6), (2, 1, 1, 7), (2, 0, 1, 8), (12, 3423, 1763, 19_078_479),
    ]
    for (zoom, x, y, number) in expected {
      #expect(try #require(TileID(zoom: zoom, x: x, y: y)).hilbertNumber == number)
    }
  }

  @Test
  func `each tile of a zoom level has its own number`() throws {
    var numbers: Set<UInt64> = []
    for x in 0..<32 {
      for y in 0..<32 { numbers.insert(try #require(TileID(zoom: 5, x: x, y: y)).hilbertNumber) }
    }
    #expect(numbers == Set(341..<1365))
  }
}
