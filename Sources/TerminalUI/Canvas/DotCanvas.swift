/// A raster image with 2 × 4 dots per terminal cell.
///
/// A cell is twice as high as it is wide, so the dots are square and circles are round. All dots in
/// a cell have the style of the dot that was set last, so important content must be drawn last.
/// Several canvases drawn onto a surface act as layers, since cells without dots are transparent.
package struct DotCanvas: Sendable {
  package static let dotsPerColumn = 2
  package static let dotsPerRow = 4

  package let columns: Int
  package let rows: Int
  package let glyphs: GlyphSet

  package var dotsWide: Int { columns * DotCanvas.dotsPerColumn }
  package var dotsHigh: Int { rows * DotCanvas.dotsPerRow }

  /// The dots of each cell, as a bit mask in the bit order of the Unicode Braille patterns
  /// (U+2800).
  private(set) var masks: [UInt8]
  /// The style of each cell, as an index into `palette`.
  private(set) var inks: [UInt16]
  private(set) var palette: [Style] = []
  private var inkNumbers: [Style: UInt16] = [:]

  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.glyphs = glyphs
    masks = [UInt8](repeating: 0, count: self.columns * self.rows)
    inks = [UInt16](repeating: 0, count: self.columns * self.rows)
  }

  /// Sets a dot on the canvas. Dots outside the canvas are ignored.
  package mutating func dot(x: Int, y: Int, style: Style) {
    guard (0..<dotsWide).contains(x), (0..<dotsHigh).contains(y) else { return }
    draw(style) { $0.cells.plot(x, y) }
  }

  /// Draws a straight line, including both ends. Parts outside the canvas are clipped.
  package mutating func line(from start: DotPoint, to end: DotPoint, style: Style) {
    draw(style) { pen in
      pen.line(from: start, to: end)
    }
  }

  /// Draws straight lines between consecutive points.
  ///
  /// Points on the same dot as the previous point are skipped, as are lines that lie entirely
  /// beyond one edge of the canvas. If there is only one point, one dot is set.
  ///
  /// - Complexity: O(*p* + *d*) for *p* points and *d* drawn dots.
  package mutating func polyline(_ points: UnsafeBufferPointer<DotPoint>, style: Style) {
    draw(style) { pen in
      pen.polyline(points)
    }
  }

  package mutating func polyline(_ points: [DotPoint], style: Style) {
    points.withUnsafeBufferPointer { polyline($0, style: style) }
  }

  /// Draws the dots of another canvas of the same size on top of this canvas. The result is the
  /// same as if the dots had been drawn directly on this canvas.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells.
  package mutating func draw(_ other: DotCanvas) {
    precondition(columns == other.columns && rows == other.rows, "The canvases differ in size.")
    let numbers = other.palette.map { index(of: $0) }
    for cell in masks.indices where other.masks[cell] != 0 {
      masks[cell] |= other.masks[cell]
      inks[cell] = numbers[Int(other.inks[cell])]
    }
  }

  /// Returns whether at least one dot in the given cell is set.
  package func isSet(column: Int, row: Int) -> Bool {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return false }
    return masks[row * columns + column] != 0
  }

  private mutating func draw(_ style: Style, _ body: (DotPen<InkCells>) -> Void) {
    guard columns > 0, rows > 0 else { return }
    let ink = index(of: style)
    let (width, height, stride) = (dotsWide, dotsHigh, columns)
    masks.withUnsafeMutableBufferPointer { masks in
      inks.withUnsafeMutableBufferPointer { inks in
        guard let mask = masks.baseAddress, let ink = inks.baseAddress.map({ ($0, ink) }) else {
          return
        }
        let cells = InkCells(masks: mask, inks: ink.0, ink: ink.1, columns: stride)
        body(DotPen(cells: cells, width: width, height: height))
      }
    }
  }

  private mutating func index(of style: Style) -> UInt16 {
    if let last = palette.last, last == style { return UInt16(palette.count - 1) }
    // In a short palette, comparing all styles is faster than hashing one.
    if palette.count <= 16 {
      if let known = palette.firstIndex(of: style) { return UInt16(known) }
    } else if let known = inkNumbers[style] {
      return known
    }
    // If there are more styles than numbers, the last number stands for all further styles.
    guard palette.count <= Int(UInt16.max) else { return UInt16.max }
    palette.append(style)
    inkNumbers[style] = UInt16(palette.count - 1)
    return UInt16(palette.count - 1)
  }
}
