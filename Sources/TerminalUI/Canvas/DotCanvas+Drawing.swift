extension DotCanvas {
  /// A bit mask that selects every second dot in a cell, in a checkerboard pattern. The mask
  /// selects dots 1, 3, 5 and 8 of a Braille pattern, that is, the dots whose column and row are
  /// both even or both odd.
  private static let checkerboard: UInt8 = 0b1001_0101

  /// Draws the canvas's dots onto a surface. Cells without dots stay unchanged.
  ///
  /// - Parameter isDotted: Whether to draw only every second dot, in a checkerboard pattern.
  package func draw(into surface: inout Surface, at origin: Point, isDotted: Bool = false) {
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = row * columns + column
        let mask = masks[cell] & (isDotted ? Self.checkerboard : 0xFF)
        guard mask != 0 else { continue }
        surface.put(
          DotGlyphs.scalar(for: mask, glyphs: glyphs),
          at: Point(column: origin.column + column, row: origin.row + row),
          style: palette[Int(inks[cell])])
      }
    }
  }
}
