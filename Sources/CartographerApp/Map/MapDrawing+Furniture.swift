internal import TerminalUI

extension MapDrawing {
  /// Draws the north arrow, the scale bar, the ruler's label and the graticule's labels, and
  /// keeps their cells free of other labels.
  mutating func drawFurniture(into surface: inout Surface) {
    if let cell = scene.crosshair.flatMap({ viewport.visibleCell(at: $0, in: size) }) {
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
    }
    if size.rows >= 4, size.columns >= 12 {
      write(
        glyphs.north, row: 0, column: size.columns - glyphs.north.width - 1, Style(.dim),
        into: &surface)
      drawScaleBar(into: &surface)
    }
    if scene.showsGraticule { drawGraticuleLabels(into: &surface) }
    drawRulerLabel(into: &surface)
  }

  /// Writes a text unless something is there already.
  private mutating func write(
    _ text: DisplayText, row: Int, column: Int, _ style: Style, into surface: inout Surface
  ) {
    let columns = column..<column + text.width
    guard layout.isFree(row: row, columns: columns) else { return }
    surface.put(text, at: position(Point(column: column, row: row)), style: style)
    layout.reserve(row: row, columns: columns.lowerBound - 1..<columns.upperBound + 1)
  }

  private mutating func drawScaleBar(into surface: inout Surface) {
    let bar = ScaleBar(
      metresPerColumn: viewport.metresPerDot * Double(DotCanvas.dotsPerColumn),
      maximumColumns: min(max(size.columns / 3, 14), 32, size.columns - 3), units: scene.units)
    guard let bar else { return }
    write(
      DisplayText(bar.text(stroke: glyphs.barStroke)), row: size.rows - 1, column: 1,
      Style(.dim), into: &surface)
  }

  private mutating func drawGraticuleLabels(into surface: inout Surface) {
    let graticule = Graticule(viewport, size: size)
    let isASCII = glyphSet == .ascii
    for meridian in graticule.meridians {
      let text = DisplayText(
        Graticule.label(longitude: meridian.arcSeconds, isASCII: isASCII))
      write(
        text, row: 0, column: Int(meridian.dot) / DotCanvas.dotsPerColumn - text.width / 2,
        Style(.graticule), into: &surface)
    }
    for parallel in graticule.parallels {
      let text = DisplayText(Graticule.label(latitude: parallel.arcSeconds, isASCII: isASCII))
      write(
        text, row: Int(parallel.dot) / DotCanvas.dotsPerRow, column: 0, Style(.graticule),
        into: &surface)
    }
  }

  private mutating func drawRulerLabel(into surface: inout Surface) {
    guard let ruler = scene.ruler, let end = ruler.points.last,
      let cell = viewport.visibleCell(at: end, in: size)
    else { return }
    surface.put(glyphs.rulerEnd, at: position(cell), style: Style(.accent, .bold))
    layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
    let right = cell.column + 2
    let fits = right + ruler.label.width <= size.columns
    write(
      ruler.label, row: cell.row, column: fits ? right : cell.column - 1 - ruler.label.width,
      Style(.accent, .bold), into: &surface)
  }
}
