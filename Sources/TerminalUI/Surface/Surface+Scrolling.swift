/// A rectangular region of a surface, showing part of a larger picture such as a map.
///
/// If the next frame shows another part of the same picture, the terminal can move the cells
/// visible in both frames. Moving these cells takes far fewer bytes than drawing them again.
package struct PictureWindow: Hashable, Sendable {
  package let rect: Rect
  /// The position of the rectangle's top left cell within the picture.
  package let origin: Point
  /// A number that is the same for all parts of one picture, such as a map's scale.
  package let scale: Double

  package init(_ rect: Rect, showing origin: Point, scale: Double) {
    self.rect = rect
    self.origin = origin
    self.scale = scale
  }
}

/// A movement of cells on the terminal that makes the previous frame more similar to the next
/// frame.
struct SurfaceMove {
  /// The movement's direction and its distance in columns or rows.
  enum Direction: Equatable {
    case left(Int)
    case right(Int)
    case up(Int)
    case down(Int)
  }

  let direction: Direction
  /// The rectangle in which the cells move. In a vertical movement, the rectangle's rows move over
  /// the full width of the surface.
  let rect: Rect
  /// The rows whose cells move. Rows with wide characters do not move sideways.
  let rows: [Int]
  /// The previous frame after the movement, with the vacated cells blank.
  let result: Surface
}

extension Surface {
  /// The approximate cost of a vertical movement, or of moving one row sideways, as an equivalent
  /// number of drawn cells.
  private static let rowCost = 8

  /// Returns a movement of the previous frame's cells that reduces the number of cells to draw.
  /// Returns nil if no movement would make drawing this frame cheaper.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  func move(from previous: Surface) -> SurfaceMove? {
    guard let window, let last = previous.window, previous.size == size,
      window.rect == last.rect, window.scale == last.scale, window.origin != last.origin,
      bounds.intersection(window.rect) == window.rect
    else { return nil }
    let across = window.origin.column - last.origin.column
    let down = window.origin.row - last.origin.row
    guard abs(across) < window.rect.columns, abs(down) < window.rect.rows else { return nil }
    let move: SurfaceMove
    switch (across, down) {
    case (_, 0): move = previous.movedSideways(by: across, in: window.rect)
    case (0, _): move = previous.movedVertically(by: down, in: window.rect)
    default: return nil
    }
    let cost = down == 0 ? move.rows.count * Self.rowCost : Self.rowCost
    return changedCells(from: move.result) + cost < changedCells(from: previous) ? move : nil
  }

  private func changedCells(from other: Surface) -> Int {
    cells.indices.count { cells[$0] != other.cells[$0] }
  }

  /// Moves the cells in a rectangle to the left or right. Returns the move and its result.
  ///
  /// - Parameter columns: The distance in columns. If the distance is positive, the cells move
  ///   left.
  private func movedSideways(by columns: Int, in rect: Rect) -> SurfaceMove {
    var result = self
    var rows: [Int] = []
    for row in rect.rowRange {
      let start = row * self.columns + rect.column
      let old = cells[start..<start + rect.columns]
      guard old.allSatisfy({ $0.width == 1 }) else { continue }
      rows.append(row)
      for column in 0..<rect.columns {
        let source = column + columns
        result.cells[start + column] =
          (0..<rect.columns).contains(source) ? cells[start + source] : .blank
      }
    }
    return SurfaceMove(
      direction: columns > 0 ? .left(columns) : .right(-columns), rect: rect, rows: rows,
      result: result)
  }

  /// Moves the cells in a rectangle up or down. Returns the move and its result.
  ///
  /// - Parameter rows: The distance in rows. If the distance is positive, the cells move up.
  private func movedVertically(by rows: Int, in rect: Rect) -> SurfaceMove {
    var result = self
    for row in rect.rowRange {
      let source = row + rows
      for column in 0..<columns {
        result.cells[row * columns + column] =
          rect.rowRange.contains(source) ? cells[source * columns + column] : .blank
      }
    }
    return SurfaceMove(
      direction: rows > 0 ? .up(rows) : .down(-rows), rect: rect, rows: Array(rect.rowRange),
      result: result)
  }
}
