/// A size in columns and rows, which are never negative.
package struct Size: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }

  package static let zero = Size(columns: 0, rows: 0)

  package var isEmpty: Bool { columns == 0 || rows == 0 }
}
