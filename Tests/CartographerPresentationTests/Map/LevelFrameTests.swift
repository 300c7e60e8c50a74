import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

/// Compares the dots of frames that are drawn from stored levels of detail with those drawn from
/// all points.
@Suite struct LevelFrameTests {
  private struct Dot: Hashable {
    let x: Int
    let y: Int

    func isNear(_ dots: Set<Dot>) -> Bool {
      (-1...1).contains { across in
        (-1...1).contains { down in dots.contains(Dot(x: x + across, y: y + down)) }
      }
    }
  }

  private let size = Size(columns: 100, rows: 30)

  /// Draws on a canvas of braille characters, and returns the dots that are set.
  private func dots(_ draw: (inout DotCanvas) -> Void) -> Set<Dot> {
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: .braille)
    draw(&canvas)
    var surface = Surface(size: size)
    canvas.draw(into: &surface, at: .zero)
    // The bits of a braille pattern, from the lowest, as offsets in the cell (Unicode 16, 21.1).
    let offsets = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    var dots: Set<Dot> = []
    for (row, line) in surface.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      for (column, scalar) in line.unicodeScalars.enumerated() where scalar.value >= 0x2800 {
        for (bit, offset) in offsets.enumerated() where scalar.value & (1 << bit) != 0 {
          dots.insert(Dot(x: 2 * column + offset.0, y: 4 * row + offset.1))
        }
      }
    }
    return dots
  }

  /// Returns each point's dot. Points outside the view have dots outside the canvas.
  private func positions(_ shape: PathShape, _ viewport: MapViewport) -> [DotPoint] {
    let visible = viewport.visibleBounds(in: size)
    return (0..<shape.count).map { index in
      DotPoint(
        x: Int32(((shape.xs[index] - visible.minX) * viewport.dotsPerWorld).rounded(.down)),
        y: Int32(((shape.ys[index] - visible.minY) * viewport.dotsPerWorld).rounded(.down)))
    }
  }

  @Test func `a frame from levels has a dot near each dot of all points, and no other dots`() throws
  {
    var random = SplitMix64.forTest()
    let path = try StoredPath.walk(12_000, from: Coordinate(latitude: 46, longitude: 7), &random)
    var cache = DetailCache(limit: .max)
    cache.insert(path.pieces)
    for zoom in stride(from: 2.0, through: 20, by: 0.75) {
      let middle = path.shape.point(at: .random(in: 0..<path.shape.count, using: &random))
      let viewport = MapViewport(centre: middle, zoom: zoom)
      let plan = DetailPlan([path.map(1)], viewport, in: size, cache)
      var scene = MapScene(paths: [path.map(1)])
      scene.pieces = plan.pieces
      let drawn = dots { canvas in
        var tracer = PathTracer(viewport: viewport, size: size)
        for piece in scene.pieces(of: scene.paths[0]) {
          tracer.draw(piece.shape, .text, on: &canvas)
        }
      }
      let positions = positions(path.shape, viewport)
      let starts = path.columns.segmentStarts
      let expected = dots { canvas in
        for (start, end) in zip(starts, starts.dropFirst() + [positions.count]) {
          canvas.polyline(Array(positions[start..<end]), style: .text)
        }
      }
      #expect(!drawn.isEmpty)
      // A dot at the edge can have its counterpart outside the frame.
      func isInside(_ dot: Dot) -> Bool {
        (1..<2 * size.columns - 1).contains(dot.x) && (1..<4 * size.rows - 1).contains(dot.y)
      }
      let missing = expected.filter { isInside($0) && !$0.isNear(drawn) }
      #expect(missing.isEmpty, "dots without a line at zoom \(zoom)")
      let stray = drawn.filter { isInside($0) && !$0.isNear(expected) }
      #expect(stray.isEmpty, "dots away from the path at zoom \(zoom)")
      let visible = positions.map { Dot(x: Int($0.x), y: Int($0.y)) }.filter(isInside)
      #expect(visible.allSatisfy { $0.isNear(drawn) }, "points without a dot at zoom \(zoom)")
    }
  }
}
