extension DotCanvas {
  /// Draws the canvas's dots onto a surface. Cells without dots stay unchanged.
  package func draw(into surface: inout Surface, at origin: Point) {
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = row * columns + column
        let mask = masks[cell]
        guard mask != 0 else { continue }
        surface.put(
          DotGlyphs.scalar(for: mask, glyphs: glyphs),
          at: Point(column: origin.column + column, row: origin.row + row),
          style: palette[Int(inks[cell])])
      }
    }
  }
}
