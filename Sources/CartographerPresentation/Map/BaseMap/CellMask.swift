import Geodesy
import TerminalUI

/// A mask of the map-view cells whose centres lie in at least one area. Areas are bounded by rings.
///
/// Each area is filled according to the even-odd rule. Each row of cells is scanned along its
/// middle: every leg that crosses this line toggles whether the cells to the right of the crossing
/// are inside.
struct CellMask {
  private let viewport: MapViewport
  private let size: Size
  private let visible: WorldBounds
  /// For each pair of adjacent cells in a row, whether the rings cross the row's middle line an odd
  /// number of times between the cells' centres. The values are stored row by row, at the index of
  /// the right-hand cell; the last column collects the crossings beyond the right edge.
  private var changes: [Bool]
  /// For each cell, whether its centre lies in an area.
  private var cells: [Bool]
  /// The rows of ``changes`` that can contain true values. ``firstColumn`` is the first column that
  /// can contain true values.
  private var changedRows = 0..<0
  private var firstColumn = 0

  init(_ viewport: MapViewport, _ size: Size) {
    self.viewport = viewport
    self.size = size
    visible = viewport.visibleBounds(in: size)
    changes = Array(repeating: false, count: size.rows * (size.columns + 1))
    cells = Array(repeating: false, count: size.rows * size.columns)
  }

  /// Adds an area to the mask. If the map shows parts of the world more than once, also adds the
  /// area's copies.
  ///
  /// - Parameter rings: The rings' points on the Web Mercator plane.
  ///   The first point of a ring is not repeated at the end.
  /// - Complexity: O(*n* + *c*), where *n* is the number of points, and *c* is the number of cells
  ///   in all rows that a ring crosses.
  mutating func add(_ rings: some Sequence<[WorldPoint]>) {
    changedRows = size.rows..<size.rows
    firstColumn = size.columns
    for ring in rings { add(ring) }
    for row in changedRows {
      var isInside = false
      for column in firstColumn...size.columns {
        let index = row * (size.columns + 1) + column
        if changes[index] { isInside.toggle() }
        changes[index] = false
        if isInside, column < size.columns { cells[row * size.columns + column] = true }
      }
    }
  }

  /// Returns whether the centre of a cell in the view lies in an area.
  func contains(_ cell: Point) -> Bool { cells[cell.row * size.columns + cell.column] }

  private mutating func add(_ ring: [WorldPoint]) {
    guard let first = ring.first else { return }
    if viewport.polar != nil {
      return add(ring.map { viewport.dot(at: $0, in: size) })
    }
    var bounds = WorldBounds(first)
    for point in ring {
      bounds.minX = min(bounds.minX, point.x)
      bounds.maxX = max(bounds.maxX, point.x)
      bounds.minY = min(bounds.minY, point.y)
      bounds.maxY = max(bounds.maxY, point.y)
    }
    guard bounds.minY <= visible.maxY, bounds.maxY >= visible.minY else { return }
    let firstTurn = (visible.minX - bounds.maxX).rounded(.up)
    let lastTurn = (visible.maxX - bounds.minX).rounded(.down)
    for turn in stride(from: firstTurn, through: lastTurn, by: 1) {
      let left = visible.minX - turn
      add(
        ring.map {
          (($0.x - left) * viewport.dotsPerWorld, ($0.y - visible.minY) * viewport.dotsPerWorld)
        })
    }
  }

  private mutating func add(_ ring: [(x: Double, y: Double)]) {
    guard var last = ring.last else { return }
    for point in ring {
      // Two blocks share the legs along their common edge, which must cross at the same column.
      addLeg(from: last.y <= point.y ? last : point, to: last.y <= point.y ? point : last)
      last = point
    }
  }

  private mutating func addLeg(from top: (x: Double, y: Double), to bottom: (x: Double, y: Double))
  {
    let half = Double(DotCanvas.dotsPerRow) / 2
    func row(_ y: Double) -> Int {
      let row = ((y - half) / Double(DotCanvas.dotsPerRow)).rounded(.up)
      return Int(min(max(row, 0), Double(size.rows)))
    }
    let (first, end) = (row(top.y), row(bottom.y))
    guard first < end else { return }
    changedRows =
      min(
        first, changedRows.lowerBound)..<max(
        end, changedRows.isEmpty ? end : changedRows.upperBound)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    for row in first..<end {
      let middle = Double(row * DotCanvas.dotsPerRow) + half
      let x = top.x + (middle - top.y) * slope
      let column = ((x - Double(DotCanvas.dotsPerColumn) / 2) / Double(DotCanvas.dotsPerColumn))
        .rounded(.up)
      let bounded = Int(min(max(column, 0), Double(size.columns)))
      firstColumn = min(firstColumn, bounded)
      changes[row * (size.columns + 1) + bounded].toggle()
    }
  }
}
