/// A cell's position on the screen: its column and row, counted from 0 at the top left corner.
package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  // Inlined, because drawing a map creates very many points.
  @inlinable
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  package static let zero = Point(column: 0, row: 0)
}
