extension Rect {
  /// The box without a frame of the given thickness: what a border leaves.
  package func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    Rect(
      column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }

  /// The top `count` rows and what is below them; less where the box is not that high.
  package func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(count, 0), rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: taken),
      Rect(column: column, row: row + taken, columns: columns, rows: rows - taken)
    )
  }

  /// The bottom `count` rows and what is above them.
  package func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = splitTop(rows - min(max(count, 0), rows))
    return (rest, bottom)
  }

  /// The left `count` columns and what is to their right.
  package func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(count, 0), columns)
    return (
      Rect(column: column, row: row, columns: taken, rows: rows),
      Rect(column: column + taken, row: row, columns: columns - taken, rows: rows)
    )
  }

  /// The right `count` columns and what is to their left.
  package func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(columns - min(max(count, 0), columns))
    return (rest, right)
  }

  /// A box of the given size in the middle of this one, cut down to it where it is larger.
  package func centred(_ size: Size) -> Rect {
    let width = min(size.columns, columns)
    let height = min(size.rows, rows)
    return Rect(
      column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width,
      rows: height)
  }

  /// One row of the box, counted from its top; empty below the box.
  package func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else { return Rect(origin: origin, size: .zero) }
    return Rect(column: column, row: row + index, columns: columns, rows: 1)
  }
}
