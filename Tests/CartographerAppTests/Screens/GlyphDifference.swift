import TerminalUI

/// The cells in which a frame differs from the same frame in another glyph set, as text.
struct GlyphDifference: Equatable {
  /// One line `row:column text` for each run of cells.
  let lines: [String]

  /// The maximum number of equal cells between two different cells of a run.
  private static let gap = 3

  init(_ frame: Surface, from other: Surface) {
    var lines: [String] = []
    for row in 0..<frame.rows {
      var run: Range<Int>?
      func end() {
        guard let run else { return }
        let text = run.map { frame[$0, row]?.text ?? "" }.joined()
        lines.append("\(row):\(run.lowerBound) \(text)")
      }
      for column in 0..<frame.columns
      where frame[column, row]?.text != other[column, row]?.text {
        if let current = run, column - current.upperBound <= Self.gap {
          run = current.lowerBound..<column + 1
        } else {
          end()
          run = column..<column + 1
        }
      }
      end()
    }
    self.lines = lines
  }
}
