extension Surface {
  /// Returns the runs of cells that must be redrawn to turn the previous frame into this frame.
  ///
  /// A run of cells never begins or ends inside a wide character. If there is no previous frame, or
  /// if its size differs, each row is one run.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  package func runs(changedFrom previous: Surface?) -> [SurfaceRun] {
    guard let previous, previous.size == size else {
      return (0..<rows).map { SurfaceRun(row: $0, columns: 0..<columns) }
    }
    var runs: [SurfaceRun] = []
    for row in 0..<rows {
      appendRuns(of: row, previous: previous, to: &runs)
    }
    return runs
  }

  /// The typical number of bytes needed to move the terminal's cursor. A run ends at a gap of
  /// unchanged cells whose redrawing would take more bytes.
  private static let gapLimit = 4

  private func appendRuns(of row: Int, previous: Surface, to runs: inout [SurfaceRun]) {
    let base = row * columns
    var start: Int?
    var end = 0
    for column in 0..<columns where cells[base + column] != previous.cells[base + column] {
      if let begun = start, !isRedrawn(from: base + end, to: base + column) {
        runs.append(run(row: row, from: begun, to: end))
        start = column
      }
      start = start ?? column
      end = column + 1
    }
    if let start { runs.append(run(row: row, from: start, to: end)) }
  }

  /// Returns whether redrawing a gap of unchanged cells takes fewer bytes than moving the cursor
  /// past the gap.
  private func isRedrawn(from start: Int, to end: Int) -> Bool {
    guard end - start <= Surface.gapLimit else { return false }
    var bytes = 0
    for cell in start..<end {
      // A change of style takes more bytes than a movement.
      guard cells[cell].style == cells[start - 1].style else { return false }
      bytes += cells[cell].text.utf8.count
    }
    return bytes <= Surface.gapLimit
  }

  private func run(row: Int, from start: Int, to end: Int) -> SurfaceRun {
    let base = row * columns
    var first = start
    var last = end
    while first > 0, cells[base + first].isContinuation { first -= 1 }
    while last < columns, cells[base + last].isContinuation { last += 1 }
    return SurfaceRun(row: row, columns: first..<last)
  }

  /// Copies the cells in a run from another frame of the same size.
  package mutating func apply(_ run: SurfaceRun, from other: Surface) {
    guard other.size == size, (0..<rows).contains(run.row) else { return }
    let columns = run.columns.clamped(to: 0..<self.columns)
    let base = run.row * self.columns
    for column in columns { cells[base + column] = other.cells[base + column] }
  }
}
