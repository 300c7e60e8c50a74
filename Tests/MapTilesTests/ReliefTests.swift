import Geodesy
import MapTiles
import Testing

/// Contours and shading from elevations.
struct ReliefTests {
  private func samples(_ cells: Int, _ metres: (Int, Int) -> Double) throws -> ElevationSamples {
    let id = try #require(TileID(zoom: 10, x: 530, y: 360))
    var values: [Double] = []
    for row in 0...cells { for column in 0...cells { values.append(metres(column, row)) } }
    return ElevationSamples(id, cells: cells, metres: values)
  }

  @Test
  func `a cone has closed round contours`() throws {
    let cone = try samples(64) { column, row in
      let across = Double(column - 32)
      let down = Double(row - 32)
      return 1_000 - 20 * (across * across + down * down).squareRoot()
    }
    let tile = cone.contours(everyMetres: 100)
    let lines = tile.lines.flatMap { line in
      line.starts.indices.map { index in
        let end = index + 1 < line.starts.count ? line.starts[index + 1] : line.xs.count
        return (line.role, Array(line.xs[line.starts[index]..<end]), line.starts[index], end)
      }
    }
    // The levels from 400 m to 900 m have their circles inside the grid.
    let closed = lines.filter { $0.1.first == $0.1.last && $0.1.count > 8 }
    #expect(closed.count == 6)
    #expect(closed.filter { $0.0 == .mainContour }.count == 1)
    let middle = (tile.id.origin.x + tile.id.width / 2, tile.id.origin.y + tile.id.width / 2)
    let main = try #require(tile.lines.first { $0.role == .mainContour })
    for index in main.xs.indices where main.xs.count > 0 {
      let across = (main.xs[index] - middle.0) / tile.id.width * 64
      let down = (main.ys[index] - middle.1) / tile.id.width * 64
      let distance = (across * across + down * down).squareRoot()
      // 500 m is 25 cells from the top; 0 m is 50 cells away.
      #expect(abs(distance - 25) < 0.3 || abs(distance - 50) < 0.3)
    }
  }

  @Test
  func `there are no contours next to missing data`() throws {
    let slope = try samples(8) { column, row in
      column == 4 && row == 4 ? .nan : Double(column) * 10 + 5
    }
    let tile = slope.contours(everyMetres: 50)
    let line = try #require(tile.lines.first)
    // The contour of 50 m runs from north to south at column 4.5, and so beside the void.
    let rows = line.ys.map { ($0 - tile.id.origin.y) / tile.id.width * 8 }
    #expect(rows.contains { $0 < 3.01 } && rows.contains { $0 > 4.99 })
    #expect(line.starts.count == 2)
    #expect(!rows.contains { $0 > 3.01 && $0 < 4.99 })
  }

  @Test
  func `slopes away from the north-west are dark, and flat ground and lit slopes are not`() throws {
    let middle = 32
    let ridge = try samples(64) { column, row in
      Double(-abs(column + row - 2 * middle)) * 400
    }
    let shading = ridge.shading()
    let (x, y, width) = (
      shading.tile.origin.x, shading.tile.origin.y, shading.tile.width
    )
    #expect(shading.darkness(atX: x + 0.25 * width, y: y + 0.25 * width) == 0)
    #expect(shading.darkness(atX: x + 0.75 * width, y: y + 0.75 * width) > 100)
    #expect(shading.darkness(atX: x - width, y: y) == 0)
    #expect(try samples(8) { _, _ in 100 }.shading().darkness.allSatisfy { $0 == 0 })
  }

  @Test
  func `samples are read from a terrain model, and a tile without data has none`() throws {
    var asked: Set<String> = []
    var grid = ElevationGrid { corner in
      asked.insert(corner.name)
      return nil
    }
    let id = try #require(TileID(zoom: 10, x: 320, y: 600))
    #expect(try ElevationSamples(id, cells: 4, from: &grid) == nil)
    #expect(asked == ["S30W068"])
  }
}
