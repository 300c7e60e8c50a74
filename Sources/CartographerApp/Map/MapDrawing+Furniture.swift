import TerminalUI

extension MapDrawing {
  /// Draws the north arrow, the scale bar and the graticule's labels, and keeps their cells
  /// and the ruler's free of other labels.
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
    reserveRulerLabel()
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

  /// Where the ruler's label goes: beside its end, on the left where the right has no room.
  private func rulerLabel() -> (end: Point, label: Point)? {
    guard let ruler = scene.ruler, let end = ruler.points.last,
      let cell = viewport.visibleCell(at: end, in: size)
    else { return nil }
    let right = cell.column + 2
    let fits = right + ruler.label.width <= size.columns
    let column = fits ? right : cell.column - 1 - ruler.label.width
    return (cell, Point(column: column, row: cell.row))
  }

  private mutating func reserveRulerLabel() {
    guard let ruler = scene.ruler, let place = rulerLabel() else { return }
    let columns = [place.label.column, place.end.column].sorted()
    let end = max(place.label.column + ruler.label.width, place.end.column + 1)
    layout.reserve(row: place.end.row, columns: columns[0] - 1..<end + 1)
  }

  func drawRulerLabel(into surface: inout Surface) {
    guard let ruler = scene.ruler, let place = rulerLabel() else { return }
    let style = Style(.accent, .bold)
    surface.put(glyphs.rulerEnd, at: position(place.end), style: style)
    surface.put(ruler.label, at: position(place.label), style: style)
  }
}
