import Geodesy
import TerminalUI

extension MapDrawing {
  /// Draws the graticule's labels and chooses the positions of the north arrow and the scale bar.
  ///
  /// The method reserves cells for the graticule's labels, the north arrow, the scale bar and the
  /// ruler's labels. Other labels therefore do not cover them.
  mutating func placeFurniture(into surface: inout Surface) {
    if let cell = scene.crosshair.flatMap({ viewport.visibleCell(at: $0, in: size) }) {
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
    }
    if size.rows >= 4, size.columns >= 12 {
      // In a polar view, the direction of north differs from position to position.
      if viewport.polar == nil {
        place(glyphs.north, row: 0, column: size.columns - glyphs.north.width - 1)
      }
      placeScaleBar()
      placeLegend()
    }
    if scene.showsGraticule { drawGraticuleLabels(into: &surface) }
    reserveRulerLabels()
  }

  /// Draws the north arrow and the scale bar on top of the markers and lines.
  func drawFurniture(into surface: inout Surface) {
    for (text, cell) in furniture {
      surface.put(text, at: position(cell), style: Style(.dim))
    }
    drawLegend(into: &surface)
  }

  /// Reserves a label's cells and one cell on either side, if the label's cells are free.
  ///
  /// - Returns: Whether the cells were reserved.
  private mutating func reserve(_ text: DisplayText, at cell: Point) -> Bool {
    let columns = cell.column..<cell.column + text.width
    guard layout.isFree(row: cell.row, columns: columns) else { return false }
    layout.reserve(row: cell.row, columns: columns.lowerBound - 1..<columns.upperBound + 1)
    return true
  }

  /// Reserves cells for text that is drawn later, if all of these cells are free.
  ///
  /// - Returns: Whether the cells were reserved.
  @discardableResult
  private mutating func place(_ text: DisplayText, row: Int, column: Int) -> Bool {
    let cell = Point(column: column, row: row)
    guard reserve(text, at: cell) else { return false }
    furniture.append((text, cell))
    return true
  }

  private mutating func write(
    _ text: DisplayText, row: Int, column: Int, into surface: inout Surface
  ) {
    let cell = Point(column: column, row: row)
    guard reserve(text, at: cell) else { return }
    surface.put(text, at: position(cell), style: Style(.graticule))
  }

  /// Chooses a corner for the scale bar: the first of the corners bottom left, bottom right and top
  /// left that contains no places. If all three corners contain places, the bar is omitted.
  private mutating func placeScaleBar() {
    func bar(_ columns: Int) -> ScaleBar? {
      ScaleBar(
        metresPerColumn: viewport.metresPerDot * Double(DotCanvas.dotsPerColumn),
        maximumColumns: min(columns, size.columns - 3), units: scene.units)
    }
    // Use up to half of the map's width if no bar within a third of it can hold its label.
    guard let bar = bar(min(max(size.columns / 3, 14), 32)) ?? bar(size.columns / 2) else {
      return
    }
    let text = DisplayText(bar.text(stroke: glyphs.barStroke))
    let bottom = size.rows - 1
    for (row, column) in [(bottom, 1), (bottom, size.columns - text.width - 1), (0, 1)]
    where !places.hasPlace(row: row, columns: column..<column + text.width) {
      if place(text, row: row, column: column) { return }
    }
  }

  private mutating func drawGraticuleLabels(into surface: inout Surface) {
    let graticule = Graticule(viewport, size: size)
    let isASCII = glyphSet == .ascii
    for meridian in graticule.meridians {
      let text = DisplayText(
        Graticule.label(longitude: meridian.arcSeconds, isASCII: isASCII))
      write(
        text, row: 0, column: Int(meridian.dot) / DotCanvas.dotsPerColumn - text.width / 2,
        into: &surface)
    }
    for parallel in graticule.parallels {
      let text = DisplayText(Graticule.label(latitude: parallel.arcSeconds, isASCII: isASCII))
      write(
        text, row: Int(parallel.dot) / DotCanvas.dotsPerRow, column: 0,
        into: &surface)
    }
  }

  /// Returns the cell at the ruler's end, the width of the ruler's labels, and the first cell of
  /// each label. Returns nil if the end is not in view.
  ///
  /// The labels are to the right of the ruler's end, or to the left if there is no room on the
  /// right. The total is below the other label, or above it in the map's last row.
  private func rulerLabels() -> (end: Point, width: Int, label: Point, total: Point)? {
    guard let ruler = scene.ruler, let end = ruler.points.last,
      let cell = viewport.visibleCell(at: end, in: size)
    else { return nil }
    let width = max(ruler.label.width, ruler.total.width)
    let right = cell.column + 2
    let column = right + width <= size.columns ? right : cell.column - 1 - width
    let other = cell.row + 1 < size.rows ? cell.row + 1 : cell.row - 1
    return (cell, width, Point(column: column, row: cell.row), Point(column: column, row: other))
  }

  private mutating func reserveRulerLabels() {
    guard let ruler = scene.ruler, let labels = rulerLabels() else { return }
    let start = min(labels.label.column, labels.end.column)
    let end = max(labels.label.column + labels.width, labels.end.column + 1)
    for cell in ruler.total.isEmpty ? [labels.label] : [labels.label, labels.total] {
      layout.reserve(row: cell.row, columns: start - 1..<end + 1)
    }
  }

  func drawRulerLabels(into surface: inout Surface) {
    guard let ruler = scene.ruler, let labels = rulerLabels() else { return }
    let style = Style(.accent, .bold)
    surface.put(glyphs.rulerEnd, at: position(labels.end), style: style)
    surface.put(ruler.label, at: position(labels.label), style: style)
    surface.put(ruler.total, at: position(labels.total), style: style)
  }
}
