/// A rectangle of cells, which may be empty.
package struct Rect: Hashable, Sendable {
  package let origin: Point
  package let size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  package init(size: Size) {
    self.init(origin: .zero, size: size)
  }

  package var column: Int { origin.column }
  package var row: Int { origin.row }
  package var columns: Int { size.columns }
  package var rows: Int { size.rows }

  /// The column just after the rectangle's last column.
  package var endColumn: Int { origin.column + size.columns }
  /// The row just after the rectangle's last row.
  package var endRow: Int { origin.row + size.rows }

  package var columnRange: Range<Int> { column..<endColumn }
  package var rowRange: Range<Int> { row..<endRow }
  package var isEmpty: Bool { size.isEmpty }

  package func contains(_ point: Point) -> Bool {
    columnRange.contains(point.column) && rowRange.contains(point.row)
  }

  /// Returns the intersection of this rectangle with another one. If the two do not overlap,
  /// returns an empty rectangle at this rectangle's origin.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    let right = min(endColumn, other.endColumn)
    let bottom = min(endRow, other.endRow)
    guard left < right, top < bottom else { return Rect(origin: origin, size: .zero) }
    return Rect(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}
