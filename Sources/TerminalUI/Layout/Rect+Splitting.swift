extension Rect {
  /// Returns the rectangle without a border of the given thickness.
  package func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    Rect(
      column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }

  /// Splits the rectangle into its top `count` rows and the rows below. If it has fewer rows, all
  /// of them are in the first part.
  package func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(count, 0), rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: taken),
      Rect(column: column, row: row + taken, columns: columns, rows: rows - taken)
    )
  }

  /// Splits the rectangle into the bottom `count` rows and the rows above.
  package func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = splitTop(rows - min(max(count, 0), rows))
    return (rest, bottom)
  }

  /// Splits the rectangle into the left `count` columns and the columns to their right.
  package func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(count, 0), columns)
    return (
      Rect(column: column, row: row, columns: taken, rows: rows),
      Rect(column: column + taken, row: row, columns: columns - taken, rows: rows)
    )
  }

  /// Splits the rectangle into the right `count` columns and the columns to their left.
  package func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(columns - min(max(count, 0), columns))
    return (rest, right)
  }

  /// Returns a centred rectangle of the given size, clipped to this rectangle.
  package func centred(_ size: Size) -> Rect {
    let width = min(size.columns, columns)
    let height = min(size.rows, rows)
    return Rect(
      column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width,
      rows: height)
  }

  /// Returns a row of the rectangle, counted from the top, or an empty rectangle for a row below
  /// its end.
  package func line(_ index: Int) -> Rect {
    guard (0..<rows).contains(index) else { return Rect(origin: origin, size: .zero) }
    return Rect(column: column, row: row + index, columns: columns, rows: 1)
  }
}
