import Geodesy
import TerminalUI

extension MapViewport {
  /// Returns the position of a world point in the view, in dots from the top left corner.
  ///
  /// The map repeats the world sideways; the result is the position of the copy nearest to the
  /// middle of the view.
  package func dot(at point: WorldPoint, in size: Size) -> (x: Double, y: Double) {
    let across = point.x - centre.x
    let middle = size.middleDot
    return (
      (across - across.rounded()) * dotsPerWorld + middle.x,
      (point.y - centre.y) * dotsPerWorld + middle.y
    )
  }

  /// Returns the cell that contains a world point; the cell may lie outside the view.
  package func cell(at point: WorldPoint, in size: Size) -> Point {
    let dot = dot(at: point, in: size)
    return Point(
      column: Self.cell(ofDot: dot.x, dotsPerCell: DotCanvas.dotsPerColumn),
      row: Self.cell(ofDot: dot.y, dotsPerCell: DotCanvas.dotsPerRow))
  }

  /// The tolerance for a point on the edge between two cells, in dots.
  ///
  /// A point on the edge belongs to the second cell, but rounding errors of the projection may place
  /// the point slightly before the edge.
  private static let edgeDots = 1e-4

  private static func cell(ofDot dot: Double, dotsPerCell: Int) -> Int {
    let cell = ((dot + edgeDots) / Double(dotsPerCell)).rounded(.down)
    return Int(exactly: cell) ?? Int.min / 2
  }

  /// Returns the cell that contains a coordinate, or nil if the cell is outside the view.
  package func visibleCell(at coordinate: Coordinate, in size: Size) -> Point? {
    guard coordinate.isValid else { return nil }
    let cell = cell(at: WebMercator.project(coordinate), in: size)
    return size.contains(cell) ? cell : nil
  }

  /// Returns the world point at a position in the view, given in dots; the point's x is in 0..<1.
  package func point(atDotX x: Double, y: Double, in size: Size) -> WorldPoint {
    let middle = size.middleDot
    let across = centre.x + (x - middle.x) / dotsPerWorld
    let down = centre.y + (y - middle.y) / dotsPerWorld
    return WorldPoint(x: across - across.rounded(.down), y: min(max(down, 0), 1))
  }

  /// Returns the coordinate at the middle of a cell.
  package func coordinate(at cell: Point, in size: Size) -> Coordinate {
    WebMercator.unproject(
      point(
        atDotX: (Double(cell.column) + 0.5) * Double(DotCanvas.dotsPerColumn),
        y: (Double(cell.row) + 0.5) * Double(DotCanvas.dotsPerRow), in: size))
  }

  /// Returns a coordinate moved to the right and down by the given numbers of dots.
  ///
  /// A key press moves a place or point by one dot, or with Shift by ten dots.
  package func moved(_ coordinate: Coordinate, dotsRight: Int, dotsDown: Int) -> Coordinate {
    let start = WebMercator.project(coordinate)
    let x = start.x + Double(dotsRight) / dotsPerWorld
    let y = min(max(start.y + Double(dotsDown) / dotsPerWorld, 0), 1)
    return WebMercator.unproject(WorldPoint(x: x - x.rounded(.down), y: y))
  }

  /// Returns the world bounds of the view; their x values may extend beyond 0...1.
  package func visibleBounds(in size: Size) -> WorldBounds {
    let middle = size.middleDot
    return WorldBounds(
      minX: centre.x - middle.x / dotsPerWorld, minY: centre.y - middle.y / dotsPerWorld,
      maxX: centre.x + (Double(size.dotsWide) - middle.x) / dotsPerWorld,
      maxY: centre.y + (Double(size.dotsHigh) - middle.y) / dotsPerWorld)
  }

  /// Returns the world bounds of a box selection from one cell to another, inclusive.
  package func bounds(from first: Point, to second: Point, in size: Size) -> WorldBounds {
    let visible = visibleBounds(in: size)
    let cellWidth = Double(DotCanvas.dotsPerColumn) / dotsPerWorld
    let cellHeight = Double(DotCanvas.dotsPerRow) / dotsPerWorld
    return WorldBounds(
      minX: visible.minX + Double(min(first.column, second.column)) * cellWidth,
      minY: visible.minY + Double(min(first.row, second.row)) * cellHeight,
      maxX: visible.minX + Double(max(first.column, second.column) + 1) * cellWidth,
      maxY: visible.minY + Double(max(first.row, second.row) + 1) * cellHeight)
  }
}
