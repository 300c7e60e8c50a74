import TerminalUI

/// The cells in which a frame differs from another, as text: what the glyph set alone decides.
struct GlyphDifference: Equatable {
  /// `row:column text` for each stretch of cells.
  let lines: [String]

  private static let gap = 3

  init(_ frame: Surface, from other: Surface) {
    var lines: [String] = []
    for row in 0..<frame.rows {
      var stretch: Range<Int>?
      func end() {
        guard let stretch else { return }
        let text = stretch.map { frame[$0, row]?.text ?? "" }.joined()
        lines.append("\(row):\(stretch.lowerBound) \(text)")
      }
      for column in 0..<frame.columns
      where frame[column, row]?.text != other[column, row]?.text {
        if let begun = stretch, column - begun.upperBound <= Self.gap {
          stretch = begun.lowerBound..<column + 1
        } else {
          end()
          stretch = column..<column + 1
        }
      }
      end()
    }
    self.lines = lines
  }
}
