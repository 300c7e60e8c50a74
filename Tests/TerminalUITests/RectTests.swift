import Testing

@testable import TerminalUI

struct RectTests {
  private let rect = Rect(column: 2, row: 3, columns: 10, rows: 6)

  @Test func `the parts of a split do not overlap and cover the whole rectangle`() {
    for count in -2...12 {
      let (top, rest) = rect.splitTop(count)
      #expect(top.rows + rest.rows == 6 && rest.row == top.endRow)
      let (left, right) = rect.splitRight(count)
      #expect(left.columns + right.columns == 10 && right.column == left.endColumn)
    }
    #expect(rect.splitBottom(2).bottom == Rect(column: 2, row: 7, columns: 10, rows: 2))
    #expect(rect.splitRight(3).right == Rect(column: 9, row: 3, columns: 3, rows: 6))
  }

  @Test func `inset and centred rectangles stay inside the original`() {
    #expect(rect.inset() == Rect(column: 3, row: 4, columns: 8, rows: 4))
    #expect(rect.inset(columns: 9, rows: 9).isEmpty)
    #expect(
      rect.centred(Size(columns: 4, rows: 2)) == Rect(column: 5, row: 5, columns: 4, rows: 2))
    #expect(rect.centred(Size(columns: 99, rows: 99)) == rect)
    #expect(rect.line(5) == Rect(column: 2, row: 8, columns: 10, rows: 1))
    #expect(rect.line(6).isEmpty)
  }

  @Test func `an intersection is the area inside both rectangles`() {
    let other = Rect(column: 8, row: 0, columns: 10, rows: 5)
    #expect(rect.intersection(other) == Rect(column: 8, row: 3, columns: 4, rows: 2))
    #expect(rect.intersection(Rect(column: 50, row: 50, columns: 1, rows: 1)).isEmpty)
  }
}
