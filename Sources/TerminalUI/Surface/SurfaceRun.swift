/// A range of adjacent cells in a row that differ between two frames.
package struct SurfaceRun: Hashable, Sendable {
  package let row: Int
  package let columns: Range<Int>

  package init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
