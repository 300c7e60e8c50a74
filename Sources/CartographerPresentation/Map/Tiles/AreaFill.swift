import Geodesy
import MapTiles
import TerminalUI

/// Fills areas with a sparse pattern of dots, row by row.
///
/// The pattern is the same in each cell, so the pattern does not flicker while the map moves by
/// whole cells.
struct AreaFill {
  /// The dots to set in each cell: the key is the row of a dot, and the value its column.
  typealias Pattern = [Int: Int]

  static let water: Pattern = [0: 0, 2: 1]
  static let woods: Pattern = [1: 1]

  private let viewport: MapViewport
  private let size: Size
  private let visible: WorldBounds
  /// For each row of dots, the horizontal positions at which the edges of the area cross the middle
  /// of the row.
  private var crossings: [[Double]]

  init(viewport: MapViewport, size: Size) {
    self.viewport = viewport
    self.size = size
    visible = viewport.visibleBounds(in: size)
    crossings = Array(repeating: [], count: max(size.dotsHigh, 0))
  }

  /// Fills the part of an area that is inside a tile.
  ///
  /// - Complexity: O(*p* + *d*), where *p* is the number of points of the area and *d* the number
  ///   of dots set.
  mutating func fill(
    _ area: MapTile.Area, of tile: WorldBounds, _ pattern: Pattern, _ style: Style,
    on canvas: inout DotCanvas
  ) {
    let turns = (visible.centre.x - tile.centre.x).rounded()
    let left = visible.minX - turns
    let low = max(area.minX, tile.minX, left)
    let high = min(area.maxX, tile.maxX, left + visible.width)
    let top = max(area.minY, tile.minY, visible.minY)
    let bottom = min(area.maxY, tile.maxY, visible.maxY)
    guard low < high, top < bottom else { return }
    let rows =
      max(row(top), 0)..<min(max(row(bottom) + 1, 0), size.dotsHigh)
    let first = min(rows.lowerBound, rows.upperBound)
    guard first < rows.upperBound else { return }
    collect(area, rows: first..<rows.upperBound)
    for y in first..<rows.upperBound {
      guard let phase = pattern[y % DotCanvas.dotsPerRow] else {
        crossings[y].removeAll(keepingCapacity: true)
        continue
      }
      let found = crossings[y].sorted()
      crossings[y].removeAll(keepingCapacity: true)
      for index in stride(from: 0, to: found.count - 1, by: 2) {
        let start = (max(found[index], low) - left) * viewport.dotsPerWorld
        let end = (min(found[index + 1], high) - left) * viewport.dotsPerWorld
        guard start < end else { continue }
        var x = Int(start.rounded(.up))
        if x % DotCanvas.dotsPerColumn != phase { x += 1 }
        while Double(x) < end {
          canvas.dot(x: x, y: y, style: style)
          x += DotCanvas.dotsPerColumn
        }
      }
    }
  }

  private func row(_ y: Double) -> Int {
    Int(((y - visible.minY) * viewport.dotsPerWorld).rounded(.down))
  }

  /// Collects, for each row of dots, the positions at which the edges of an area cross the middle
  /// of the row.
  private mutating func collect(_ area: MapTile.Area, rows: Range<Int>) {
    for ring in area.starts.indices {
      let start = area.starts[ring]
      let end = ring + 1 < area.starts.count ? area.starts[ring + 1] : area.xs.count
      guard end - start > 2 else { continue }
      var last = end - 1
      for index in start..<end {
        let (y0, y1) = (dots(area.ys[last]), dots(area.ys[index]))
        let (x0, x1) = (area.xs[last], area.xs[index])
        last = index
        let from = max(min(y0, y1).rounded(.up), Double(rows.lowerBound))
        let to = min(max(y0, y1), Double(rows.upperBound))
        guard from < to else { continue }
        for row in Int(from)..<Int(to.rounded(.up)) {
          crossings[row].append(x0 + (x1 - x0) * (Double(row) - y0) / (y1 - y0))
        }
      }
    }
  }

  /// Converts a y coordinate to rows of dots; the middle of each row is a whole number.
  private func dots(_ y: Double) -> Double {
    (y - visible.minY) * viewport.dotsPerWorld - 0.5
  }
}
