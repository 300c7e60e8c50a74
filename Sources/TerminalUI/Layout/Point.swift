/// A cell of the screen, counted from the top left corner, both from 0.
package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  package static let zero = Point(column: 0, row: 0)
}
