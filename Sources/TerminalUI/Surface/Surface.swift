/// An in-memory grid of screen cells onto which a frame is drawn, and whose contents tests can
/// compare.
///
/// All text is passed as ``DisplayText`` or as a checked Unicode scalar, so no cell ever contains a
/// control character. Drawing outside the surface, or outside ``clip``, is ignored.
package struct Surface: Hashable, Sendable {
  package let size: Size

  /// The terminal cursor's position in the focused row or field. Nil hides the cursor.
  package var cursor: Point?

  /// The rectangle in which part of a larger picture is shown. Nil if the surface has no such
  /// rectangle.
  package var window: PictureWindow?

  /// The rectangle to which drawing is restricted; see ``clipped(to:_:)``.
  package private(set) var clip: Rect

  var cells: [Cell]

  package init(size: Size) {
    self.size = size
    clip = Rect(size: size)
    cells = [Cell](repeating: .blank, count: size.columns * size.rows)
  }

  package var columns: Int { size.columns }
  package var rows: Int { size.rows }
  package var bounds: Rect { Rect(size: size) }

  /// Returns the cell at the given position. Returns nil if the position is outside the surface.
  package subscript(column: Int, row: Int) -> Cell? {
    guard bounds.contains(Point(column: column, row: row)) else { return nil }
    return cells[row * columns + column]
  }

  package subscript(point: Point) -> Cell? { self[point.column, point.row] }

  /// Runs a closure while drawing is restricted to `rect`. Positions still refer to the whole
  /// surface.
  @discardableResult
  package mutating func clipped<Result>(
    to rect: Rect, _ draw: (inout Surface) throws -> Result
  ) rethrows -> Result {
    let outer = clip
    clip = outer.intersection(rect)
    defer { clip = outer }
    return try draw(&self)
  }

  /// Writes a character into a cell. A wide character that is partly overwritten becomes blank.
  mutating func setCell(
    _ text: String, width: Int, column: Int, row: Int, style: Style
  ) {
    guard clip.rowRange.contains(row), column >= clip.column,
      column + width <= clip.endColumn
    else { return }
    let index = row * columns + column
    dissolveWideCharacter(at: index, column: column)
    if width == 2 { dissolveWideCharacter(at: index + 1, column: column + 1) }
    cells[index].text = text
    cells[index].width = UInt8(width)
    cells[index].style = style
    if width == 2 {
      cells[index + 1] = Cell(text: "", width: 0, style: style)
    }
  }

  private mutating func dissolveWideCharacter(at index: Int, column: Int) {
    switch cells[index].width {
    case 0 where column > 0:
      cells[index - 1].text = " "
      cells[index - 1].width = 1
      cells[index].text = " "
      cells[index].width = 1
    case 2 where column + 1 < columns:
      cells[index].text = " "
      cells[index].width = 1
      cells[index + 1].text = " "
      cells[index + 1].width = 1
    default: break
    }
  }
}
