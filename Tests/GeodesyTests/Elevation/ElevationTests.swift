import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct ElevationTests {
  /// Returns a three-second tile whose samples are a function of row (from north) and column.
  private func tile(_ name: String, _ height: (Int, Int) -> Int16) throws -> ElevationTile {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1201 * 1201 * 2) { buffer, count in
      for row in 0..<1201 {
        for column in 0..<1201 {
          let sample = UInt16(bitPattern: height(row, column))
          buffer[count] = UInt8(sample >> 8)
          buffer[count + 1] = UInt8(sample & 0xFF)
          count += 2
        }
      }
    }
    return try ElevationTile(corner: try #require(TileCorner(name: name)), bytes: Data(bytes))
  }

  /// Returns a tile with the same elevation everywhere: 257 m times a number.
  private func flatTile(_ name: String, _ number: UInt8, size: Int = 1201) throws -> ElevationTile {
    try ElevationTile(
      corner: try #require(TileCorner(name: name)),
      bytes: Data(repeating: number, count: size * size * 2))
  }

  @Test(arguments: [
    ("N46E007.hgt", 46, 7), ("s01w072", -1, -72), ("N00E000.SRTMGL1.hgt", 0, 0),
    ("S17W180.hgt", -17, -180), ("N89E179.HGT", 89, 179),
  ])
  func `a tile's file name gives its corner`(name: String, latitude: Int, longitude: Int) throws {
    let corner = try #require(TileCorner(name: name))
    #expect(corner.latitude == latitude && corner.longitude == longitude)
    #expect(name.uppercased().hasPrefix(corner.name))
  }

  @Test(arguments: [
    "", "N46", "N46E7.hgt", "X46E007", "N90E000", "N46E180", "S91E000", "N46E007x", "N４6E007",
    "readme.txt",
  ])
  func `an invalid tile name is rejected`(name: String) {
    #expect(TileCorner(name: name) == nil)
  }

  @Test func `a tile of an invalid size is refused with the valid sizes`() throws {
    let corner = try #require(TileCorner(latitude: 0, longitude: 0))
    #expect {
      try ElevationTile(corner: corner, bytes: Data(count: 100))
    } throws: { "\($0)".contains("100 bytes") && "\($0)".contains("2884802") }
  }

  @Test func `elevations are exact at samples and bilinear between them`() throws {
    // 2 m a row southward, 5 m a column eastward, hence linear everywhere.
    let tile = try tile("N46E007") { row, column in Int16(2 * row + 5 * column) }
    let expected = { (latitude: Double, longitude: Double) in
      2 * (47 - latitude) * 1200 + 5 * (longitude - 7) * 1200
    }
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let coordinate = Coordinate(
        latitude: .random(in: 46...47, using: &random),
        longitude: .random(in: 7...8, using: &random))
      let found = try #require(tile.elevation(at: coordinate))
      #expect(abs(found - expected(coordinate.latitude, coordinate.longitude)) < 1e-6)
    }
    for (latitude, longitude) in [(46.0, 7.0), (47, 7), (46, 8), (47, 8), (46.5, 7.25)] {
      #expect(
        tile.elevation(at: Coordinate(latitude: latitude, longitude: longitude))
          == expected(latitude, longitude))
    }
    #expect(tile.elevation(at: Coordinate(latitude: 45.999, longitude: 7.5)) == nil)
    #expect(tile.elevation(at: Coordinate(latitude: 46.5, longitude: 8.001)) == nil)
    #expect(tile.elevation(at: Coordinate(latitude: .nan, longitude: 7.5)) == nil)
  }

  @Test func `unknown samples are left out of the interpolation`() throws {
    let tile = try tile("N00E000") { row, column in
      row == 600 && column == 600 ? Int16.min : row > 700 ? Int16.min : 100
    }
    let at = { (row: Double, column: Double) in
      tile.elevation(at: Coordinate(latitude: 1 - row / 1200, longitude: column / 1200))
    }
    #expect(at(600, 600) == nil)
    #expect(at(600.6, 600.6) == 100)
    #expect(at(600.1, 600.1) == nil)
    #expect(at(599, 600) == 100)
    #expect(at(700, 300) == 100)
    #expect(at(700.4, 300.5) == 100)
    #expect(at(900, 300) == nil)
  }

  @Test func `elevations are found on tile edges and corners, even at the 180° meridian`() throws {
    var tiles: [TileCorner: ElevationTile] = [:]
    let heights: [(String, UInt8)] = [
      ("N00E000", 1), ("S01E000", 2), ("S01W001", 4), ("N10E179", 5),
    ]
    for (name, height) in heights {
      let made = try flatTile(name, height, size: name == "N10E179" ? 3601 : 1201)
      tiles[made.corner] = made
    }
    var asked: [TileCorner] = []
    var grid = ElevationGrid { corner in
      asked.append(corner)
      return tiles[corner]
    }
    let at = { (latitude: Double, longitude: Double) in
      try grid.elevation(at: Coordinate(latitude: latitude, longitude: longitude)).map { $0 / 257 }
    }
    #expect(try at(0.5, 0.5) == 1)
    #expect(try at(-0.5, 0.5) == 2)
    #expect(try at(0, 0.5) == 1)
    #expect(try at(-0.5, 0) == 2)
    #expect(try at(-0.5, -0.25) == 4)
    #expect(try at(-1, -1) == 4)
    #expect(try at(1, 1) == 1)
    #expect(try at(10.5, 180) == 5)
    #expect(try at(10.5, -180) == 5)
    #expect(try at(0.5, -0.5) == nil)
    #expect(try at(90, 0) == nil)
    #expect(Set(asked).count == asked.count)
    #expect(grid.missingTiles.contains { $0.name == "N00W001" })
  }

  @Test func `elevations are filled or replaced, and unknown ones are counted`() throws {
    let made = try tile("N00E000") { _, column in Int16(column) }
    var grid = ElevationGrid { $0 == made.corner ? made : nil }
    var columns = TrackColumns.line(4, elevations: [500, .nan, 500, .nan])
    columns.latitudes = [0.5, 0.5, 0.5, 0.5]
    columns.longitudes = [0.5, 0.25, 0.75, 5]
    let filled = try columns.elevations(from: &grid, .fill)
    #expect(filled.elevations[0] == 500 && filled.elevations[1] == 300)
    #expect(filled.changed == 1 && filled.unknown == 1 && filled.elevations[3].isNaN)
    let replaced = try columns.elevations(from: &grid, .replace, offset: 50)
    #expect(replaced.elevations.dropLast() == [650, 350, 950])
    #expect(replaced.changed == 3 && replaced.unknown == 1)
    #expect(columns.offsetElevations(byMetres: -20)[0] == 480)
  }
}
