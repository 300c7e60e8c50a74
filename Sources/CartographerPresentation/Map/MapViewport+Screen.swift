import Geodesy
import TerminalUI

extension MapViewport {
  /// Returns the position of a world point in the view, in dots from the top left corner.
  ///
  /// The map repeats the world horizontally. The result is the position of the copy nearest to the
  /// middle of the view.
  package func dot(at point: WorldPoint, in size: Size) -> (x: Double, y: Double) {
    let middle = size.middleDot
    if let polar {
      let plane = polar.project(WebMercator.unproject(point))
      return (
        (plane.x - polarCentre.x) * dotsPerWorld + middle.x,
        (plane.y - polarCentre.y) * dotsPerWorld + middle.y
      )
    }
    var across = point.x - centre.x
    // Without this comparison, calls to the C library's rounding function would take most of the
    // time.
    if abs(across) >= 0.5 { across -= across.rounded() }
    return (
      across * dotsPerWorld + middle.x,
      (point.y - centre.y) * dotsPerWorld + middle.y
    )
  }

  /// Returns the cell that contains a world point. The cell may lie outside the view.
  package func cell(at point: WorldPoint, in size: Size) -> Point {
    let dot = dot(at: point, in: size)
    return Point(
      column: Self.cell(ofDot: dot.x, dotsPerCell: DotCanvas.dotsPerColumn),
      row: Self.cell(ofDot: dot.y, dotsPerCell: DotCanvas.dotsPerRow))
  }

  /// The tolerance for a point on the edge between two cells, in dots.
  ///
  /// A point on the edge between two cells belongs to the second cell, but rounding errors in the
  /// projection may put the point slightly before the edge.
  private static let edgeDots = 1e-4

  @inline(__always)
  private static func cell(ofDot dot: Double, dotsPerCell: Int) -> Int {
    let cell = (dot + edgeDots) / Double(dotsPerCell)
    guard abs(cell) < 1e9 else { return Int(exactly: cell.rounded(.down)) ?? Int.min / 2 }
    let towardsZero = Int(cell)
    return Double(towardsZero) > cell ? towardsZero - 1 : towardsZero
  }

  /// Calls a closure with the index and the cell of each place that is in view. Cells are numbered
  /// row by row.
  @inline(__always)
  func forEachVisible(
    _ places: MapItems<MapPlace>, in size: Size, _ body: (_ index: Int, _ cell: Int) -> Void
  ) {
    guard polar == nil else {
      for index in places.indices {
        let cell = cell(at: places.items[index].point, in: size)
        if size.contains(cell) { body(index, cell.row * size.columns + cell.column) }
      }
      return
    }
    let near = visibleBounds(in: size).enlarged(by: 1 / dotsPerWorld)
    let middle = size.middleDot
    let (centre, scale, columns) = (centre, dotsPerWorld, size.columns)
    let (width, height) = (Double(size.dotsWide), Double(size.dotsHigh))
    // Dividing whole numbers would take most of the time.
    let perColumn = 1 / Double(DotCanvas.dotsPerColumn)
    let perRow = 1 / Double(DotCanvas.dotsPerRow)
    places.forEachCorner(touching: near) { index, x, y in
      var across = x - centre.x
      if abs(across) >= 0.5 { across -= across.rounded() }
      let dotX = across * scale + middle.x + Self.edgeDots
      let dotY = (y - centre.y) * scale + middle.y + Self.edgeDots
      guard dotX >= 0, dotX < width, dotY >= 0, dotY < height else { return }
      // Dots are not negative here, so that truncating them is the same as rounding down.
      body(index, Int(dotY * perRow) * columns + Int(dotX * perColumn))
    }
  }

  /// Returns the cell that contains a coordinate. Returns nil if the cell is outside the view.
  package func visibleCell(at coordinate: Coordinate, in size: Size) -> Point? {
    guard coordinate.isValid else { return nil }
    let cell = cell(at: WebMercator.projectBeyondSquare(coordinate), in: size)
    return size.contains(cell) ? cell : nil
  }

  /// Returns whether the middle of a cell lies on the world map, rather than beside or above it.
  func isInWorld(_ cell: Point, in size: Size) -> Bool {
    guard polar == nil else { return true }
    let middle = size.middleDot
    let across = (Double(cell.column * DotCanvas.dotsPerColumn) + 1 - middle.x) / dotsPerWorld
    let down = (Double(cell.row * DotCanvas.dotsPerRow) + 2 - middle.y) / dotsPerWorld
    return abs(across) <= 0.5 && (0...1).contains(centre.y + down)
  }

  /// Converts a position in a polar view, given in dots, to a point on the projection plane.
  private func plane(atDotX x: Double, y: Double, in size: Size) -> WorldPoint {
    let middle = size.middleDot
    return WorldPoint(
      x: polarCentre.x + (x - middle.x) / dotsPerWorld,
      y: polarCentre.y + (y - middle.y) / dotsPerWorld)
  }

  /// Returns the world point at a position in the view, given in dots. The point's x is in 0..<1.
  package func point(atDotX x: Double, y: Double, in size: Size) -> WorldPoint {
    if let polar {
      let point = WebMercator.projectBeyondSquare(polar.unproject(plane(atDotX: x, y: y, in: size)))
      return WorldPoint(x: point.x - point.x.rounded(.down), y: point.y)
    }
    let middle = size.middleDot
    let across = centre.x + (x - middle.x) / dotsPerWorld
    let down = centre.y + (y - middle.y) / dotsPerWorld
    return WorldPoint(x: across - across.rounded(.down), y: min(max(down, 0), 1))
  }

  /// Returns the part of the world map shown in a surface's rectangle. Returns nil for a polar
  /// view. Where two views that are shifted by whole cells overlap, they show the same dots.
  func window(in rect: Rect) -> PictureWindow? {
    guard polar == nil else { return nil }
    let column = centre.x * dotsPerWorld / Double(DotCanvas.dotsPerColumn)
    let row = centre.y * dotsPerWorld / Double(DotCanvas.dotsPerRow)
    return PictureWindow(
      rect, showing: Point(column: Int(column.rounded()), row: Int(row.rounded())),
      scale: dotsPerWorld)
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
    if let polar {
      let start = polar.project(coordinate)
      return polar.unproject(
        WorldPoint(
          x: start.x + Double(dotsRight) / dotsPerWorld,
          y: start.y + Double(dotsDown) / dotsPerWorld))
    }
    let start = WebMercator.project(coordinate)
    let x = start.x + Double(dotsRight) / dotsPerWorld
    let y = min(max(start.y + Double(dotsDown) / dotsPerWorld, 0), 1)
    return WebMercator.unproject(WorldPoint(x: x - x.rounded(.down), y: y))
  }

  /// Returns the bounds of the view in world units. The x values may extend beyond 0...1.
  package func visibleBounds(in size: Size) -> WorldBounds {
    if let polar { return visibleArea(in: size, polar).bounds }
    let middle = size.middleDot
    return WorldBounds(
      minX: centre.x - middle.x / dotsPerWorld, minY: centre.y - middle.y / dotsPerWorld,
      maxX: centre.x + (Double(size.dotsWide) - middle.x) / dotsPerWorld,
      maxY: centre.y + (Double(size.dotsHigh) - middle.y) / dotsPerWorld)
  }

  /// Returns the area that the view shows.
  package func visibleArea(in size: Size) -> MapArea {
    polar.map { visibleArea(in: size, $0) } ?? MapArea(visibleBounds(in: size))
  }

  private func visibleArea(in size: Size, _ polar: PolarMap) -> MapArea {
    area(fromDotX: 0, y: 0, toDotX: Double(size.dotsWide), y: Double(size.dotsHigh), size, polar)
  }

  /// Returns the area of a box selection from one cell to another, including both cells.
  package func area(from first: Point, to second: Point, in size: Size) -> MapArea {
    if let polar {
      func dot(_ cell: Int, _ dots: Int) -> Double { Double(cell * dots) }
      return area(
        fromDotX: dot(min(first.column, second.column), DotCanvas.dotsPerColumn),
        y: dot(min(first.row, second.row), DotCanvas.dotsPerRow),
        toDotX: dot(max(first.column, second.column) + 1, DotCanvas.dotsPerColumn),
        y: dot(max(first.row, second.row) + 1, DotCanvas.dotsPerRow), size, polar)
    }
    let visible = visibleBounds(in: size)
    let cellWidth = Double(DotCanvas.dotsPerColumn) / dotsPerWorld
    let cellHeight = Double(DotCanvas.dotsPerRow) / dotsPerWorld
    return MapArea(
      WorldBounds(
        minX: visible.minX + Double(min(first.column, second.column)) * cellWidth,
        minY: visible.minY + Double(min(first.row, second.row)) * cellHeight,
        maxX: visible.minX + Double(max(first.column, second.column) + 1) * cellWidth,
        maxY: visible.minY + Double(max(first.row, second.row) + 1) * cellHeight))
  }

  /// Returns the area that a rectangle covers in a polar view. The rectangle is given in dots.
  private func area(
    fromDotX left: Double, y top: Double, toDotX right: Double, y bottom: Double, _ size: Size,
    _ polar: PolarMap
  ) -> MapArea {
    let first = plane(atDotX: left, y: top, in: size)
    let last = plane(atDotX: right, y: bottom, in: size)
    return MapArea(
      WorldBounds(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y), on: polar,
      centreX: centre.x)
  }
}

extension PolarMap {
  /// Converts a rectangle on this projection's plane to bounds on the Web Mercator plane. The
  /// bounds of a rectangle that contains the pole include all longitudes.
  ///
  /// - Parameter centreX: The x coordinate of the middle of the bounds.
  ///   Used only if the bounds contain all longitudes.
  func worldBounds(
    from first: WorldPoint, to last: WorldPoint, centreX: Double
  ) -> WorldBounds {
    func world(_ x: Double, _ y: Double) -> WorldBounds {
      let point = WebMercator.projectBeyondSquare(unproject(WorldPoint(x: x, y: y)))
      return WorldBounds(WorldPoint(x: point.x - point.x.rounded(.down), y: point.y))
    }
    var bounds = world(first.x, first.y)
    for step in 0...8 {
      let share = Double(step) / 8
      let x = first.x + share * (last.x - first.x)
      let y = first.y + share * (last.y - first.y)
      for corner in [
        world(x, first.y), world(x, last.y), world(first.x, y), world(last.x, y),
      ] { bounds = bounds.union(corner) }
    }
    guard first.x <= 0, last.x >= 0, first.y <= 0, last.y >= 0 else { return bounds }
    let end = Coordinate(latitude: pole == .south ? -90 : 90, longitude: 0)
    let y = WebMercator.projectBeyondSquare(end).y
    return WorldBounds(
      minX: centreX - 0.5, minY: min(bounds.minY, y), maxX: centreX + 0.5,
      maxY: max(bounds.maxY, y))
  }
}
