import Foundation
import Geodesy
import TerminalUI

/// A chart that plots a path's elevation, or another quantity, against distance or time.
///
/// Each column of the chart is filled up to the column's lowest value and continues in a paler
/// colour up to its highest value. No peak is lost, even if many points share a column. Gaps
/// between segments and stretches without values stay blank.
package struct ProfileChart: Sendable {
  package let data: ProfileData
  package let units: UnitSystem
  package let glyphs: GlyphSet

  /// The minimum width, in columns, of a chart with value labels on its left.
  static let columnsForLabels = 24
  /// The minimum height, in rows, of a chart with a labelled axis at the bottom.
  static let rowsForAxis = 4

  /// The indices of the points at which the previewed edit would cut the path.
  package var cuts: [Int] = []

  package init(_ data: ProfileData, units: UnitSystem = .metric, glyphs: GlyphSet = .braille) {
    self.data = data
    self.units = units
    self.glyphs = glyphs
  }

  /// Draws the chart into a rectangle of a surface.
  ///
  /// - Parameter cursor: The index of the current point, drawn as a vertical line.
  ///   The distance or time of the current point is written below the line.
  /// - Returns: The current point's position. Nil if the point is not charted.
  ///   If the chart has the focus, the terminal's cursor is shown at this position.
  @discardableResult
  package func render(into surface: inout Surface, _ rect: Rect, cursor: Int? = nil) -> Point? {
    guard !rect.isEmpty else { return nil }
    let cursor = cursor.flatMap(data.index(ofPoint:))
    return surface.clipped(to: rect) { surface in
      if let absence = data.absence {
        surface.put(
          DisplayText(absence), in: rect.line(rect.rows / 2), style: Style(.dim),
          alignment: .centre)
        return nil
      }
      let layout = ProfileLayout(self, rect: rect)
      drawBars(layout, into: &surface)
      drawCuts(layout, into: &surface)
      drawElevationLabels(layout, into: &surface)
      drawDistanceAxis(layout, cursor: cursor, into: &surface)
      return drawCursor(layout, point: cursor, into: &surface)
    }
  }

  /// Returns the index of the point whose value is shown at a screen cell. Returns nil if the cell
  /// is outside the chart's bars.
  ///
  /// - Parameter rect: The rectangle into which the chart is drawn.
  package func point(at cell: Point, in rect: Rect) -> Int? {
    guard data.absence == nil else { return nil }
    let plot = ProfileLayout(self, rect: rect).plot
    guard plot.columnRange.contains(cell.column), rect.contains(cell) else { return nil }
    return ProfileScale(data, columns: plot.columns).point(atColumn: cell.column - plot.column).map
    { $0 + data.firstPoint }
  }

  /// Returns the index of the point shown `columns` columns to the right of the given point, or to
  /// the left if `columns` is negative. Returns nil if the given point is not charted. The
  /// result is at least one point away from the given point, except at the ends of the path.
  ///
  /// The keys that move the current point along the chart use this method.
  package func point(columns: Int, from point: Int, in rect: Rect) -> Int? {
    guard data.absence == nil else { return nil }
    let scale = ProfileScale(data, columns: ProfileLayout(self, rect: rect).plot.columns)
    guard columns != 0, let point = data.index(ofPoint: point),
      let column = scale.column(ofPoint: point),
      let target = scale.point(atColumn: column + columns)
    else { return nil }
    let step = columns > 0 ? max(target, point + 1) : min(target, point - 1)
    return min(max(step + data.firstPoint, 0), data.pathCount - 1)
  }

  /// Returns the chart as lines of text without trailing spaces, for printing.
  package func lines(size: Size) -> [String] {
    var surface = Surface(size: size)
    render(into: &surface, surface.bounds)
    return (glyphs == .ascii ? surface.asciiOnly : surface).lines
  }

  // MARK: Drawing

  private func drawBars(_ layout: ProfileLayout, into surface: inout Surface) {
    let bottom = layout.plot.endRow - 1
    for column in 0..<layout.plot.columns {
      guard let elevations = layout.scale.elevations(inColumn: column) else { continue }
      let place = Point(column: layout.plot.column + column, row: bottom)
      surface.bar(
        at: place, eighths: layout.eighths(elevations.upperBound), glyphs: glyphs,
        style: Style(.path(0), .dim))
      let full = layout.eighths(elevations.lowerBound) / BarGlyphs.eighthsPerRow
      for row in 0..<full {
        surface.restyle(
          Rect(column: place.column, row: bottom - row, columns: 1, rows: 1)
        ) { $0 = Style(.path(0)) }
      }
    }
  }

  private func drawCuts(_ layout: ProfileLayout, into surface: inout Surface) {
    for point in cuts {
      guard let index = data.index(ofPoint: point),
        let column = layout.scale.column(ofPoint: index)
      else { continue }
      drawStroke(at: layout.plot.column + column, layout, Style(.warning, .bold), &surface)
    }
  }

  private func drawElevationLabels(_ layout: ProfileLayout, into surface: inout Surface) {
    guard layout.labelColumns > 0 else { return }
    for tick in layout.elevationTicks {
      let row = layout.row(ofElevation: tick.metres)
      let box = Rect(
        column: layout.plot.column - layout.labelColumns - 1, row: row,
        columns: layout.labelColumns, rows: 1)
      surface.put(tick.label, in: box, style: Style(.dim), alignment: .trailing)
      let mark: Unicode.Scalar = glyphs == .ascii ? "|" : "┤"
      surface.put(mark, at: Point(column: layout.plot.column - 1, row: row), style: Style(.dim))
    }
  }

  private func drawDistanceAxis(
    _ layout: ProfileLayout, cursor: Int?, into surface: inout Surface
  ) {
    guard let row = layout.axisRow else { return }
    var isTaken = Array(repeating: false, count: layout.plot.columns)
    func write(_ text: DisplayText, _ column: Int, _ style: Style) {
      let start = min(max(column, 0), max(layout.plot.columns - text.width, 0))
      let cells = max(start - 1, 0)..<min(start + text.width + 1, layout.plot.columns)
      guard text.width <= layout.plot.columns, !isTaken[cells].contains(true) else { return }
      surface.put(
        text, at: Point(column: layout.plot.column + start, row: row), style: style)
      for cell in cells { isTaken[cell] = true }
    }
    if let cursor, let column = layout.scale.column(ofPoint: cursor) {
      let distance = data.axis.label(data.start + data.places[cursor], units)
      write("\(layout.tickMark)\(distance)", column, Style(.crosshair, .bold))
    }
    for tick in layout.distanceTicks {
      write("\(layout.tickMark)\(tick.label)", tick.column, Style(.dim))
    }
  }

  private func drawCursor(
    _ layout: ProfileLayout, point: Int?, into surface: inout Surface
  ) -> Point? {
    guard let point, let column = layout.scale.column(ofPoint: point) else { return nil }
    let line = drawStroke(
      at: layout.plot.column + column, layout, Style(.crosshair, .bold), &surface)
    let elevation = data.values[point]
    return Point(
      column: line.column,
      row: elevation.isNaN ? line.endRow - 1 : layout.row(ofElevation: elevation))
  }

  /// Draws a vertical line from the top to the bottom of the chart.
  @discardableResult
  private func drawStroke(
    at column: Int, _ layout: ProfileLayout, _ style: Style, _ surface: inout Surface
  ) -> Rect {
    let line = Rect(
      column: column, row: layout.plot.row, columns: 1, rows: layout.plot.rows)
    surface.restyle(line) { $0 = style }
    // A shape different from that of the bars keeps the line visible without colours.
    let strokes: (free: Unicode.Scalar, filled: Unicode.Scalar) =
      glyphs == .ascii ? (":", "|") : ("┊", "│")
    let full = String(BarGlyphs.scalar(eighths: BarGlyphs.eighthsPerRow, glyphs: glyphs))
    for row in line.rowRange {
      let place = Point(column: line.column, row: row)
      let text = surface[place]?.text
      guard text == " " || text == full else { continue }
      surface.put(
        text == full ? strokes.filled : strokes.free, at: place, style: style)
    }
    return line
  }
}
