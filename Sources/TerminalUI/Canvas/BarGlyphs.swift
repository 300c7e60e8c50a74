/// The characters for drawing vertical bars in profiles and histograms. Heights are given in
/// eighths of a row.
package enum BarGlyphs {
  package static let eighthsPerRow = 8

  private static let blocks = Array(" ▁▂▃▄▅▆▇█".unicodeScalars)
  private static let ascii = Array(" ...:::##".unicodeScalars)

  /// Returns the character for one row of a bar, filled from the bottom by the given number of
  /// eighths.
  package static func scalar(eighths: Int, glyphs: GlyphSet) -> Unicode.Scalar {
    let filled = min(max(eighths, 0), eighthsPerRow)
    return glyphs == .ascii ? ascii[filled] : blocks[filled]
  }
}

extension Surface {
  /// Draws a vertical bar upwards from the cell `bottom`. The height is given in eighths of a row.
  package mutating func bar(
    at bottom: Point, eighths: Int, glyphs: GlyphSet, style: Style = .text
  ) {
    var left = eighths
    var row = bottom.row
    while left > 0, row >= clip.row {
      put(
        BarGlyphs.scalar(eighths: left, glyphs: glyphs),
        at: Point(column: bottom.column, row: row), style: style)
      left -= BarGlyphs.eighthsPerRow
      row -= 1
    }
  }
}
