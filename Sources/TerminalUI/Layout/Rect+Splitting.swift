extension Rect {
  /// Returns the inner rectangle that remains after removing a border of the given thickness.
  package func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    Rect(
      column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }

  /// Splits the rectangle into its top `count` rows and the rows below them. If the rectangle has
  /// fewer than `count` rows, the top part contains all of them.
  package func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(count, 0), rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: taken),
      Rect(column: column, row: row + taken, columns: columns, rows: rows - taken)
    )
  }

  /// Splits the rectangle into its bottom `count` rows and the rows above them.
  package func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = splitTop(rows - min(max(count, 0), rows))
    return (rest, bottom)
  }

  /// Splits the rectangle into its leftmost `count` columns and the remaining columns.
  package func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(count, 0), columns)
    return (
      Rect(column: column, row: row, columns: taken, rows: rows),
      Rect(column: column + taken, row: row, columns: columns - taken, rows: rows)
    )
  }

  /// Splits the rectangle into its rightmost `count` columns and the columns to the left of them.
  package func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(columns - min(max(count, 0), columns))
    return (rest, right)
  }

  /// Returns a rectangle of the given size, centred in this rectangle and clipped to it.
  package func centred(_ size: Size) -> Rect {
    let width = min(size.columns, columns)
    let height = min(size.rows, rows)
    return Rect(
      column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width,
      rows: height)
  }

  /// Returns one row of the rectangle, counted from 0 at the top. Returns an empty rectangle if the
  /// row does not exist.
  package func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else { return Rect(origin: origin, size: .zero) }
    return Rect(column: column, row: row + index, columns: columns, rows: 1)
  }
}
