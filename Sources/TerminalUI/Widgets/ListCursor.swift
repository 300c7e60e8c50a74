/// Which item of a list is selected and which rows of it show.
///
/// Holds no items, so that it stays valid, by ``settle(count:height:)``, when they change.
package struct ListCursor: Hashable, Sendable {
  package private(set) var selected: Int
  /// The first item that shows.
  package private(set) var top: Int

  package init(selected: Int = 0, top: Int = 0) {
    self.selected = selected
    self.top = top
  }

  package mutating func move(by offset: Int, count: Int, height: Int) {
    select(selected + offset, count: count, height: height)
  }

  /// Selects an item, the nearest there is, and scrolls until it shows.
  package mutating func select(_ index: Int, count: Int, height: Int) {
    selected = min(max(index, 0), max(count - 1, 0))
    settle(count: count, height: height)
  }

  /// Scrolls without changing the selection more than needed to keep it in view.
  package mutating func scroll(by offset: Int, count: Int, height: Int) {
    top = min(max(top + offset, 0), max(count - height, 0))
    selected = min(max(selected, top), max(min(top + height, count) - 1, top))
    settle(count: count, height: height)
  }

  /// Makes selection and window fit a list of `count` items in `height` rows.
  package mutating func settle(count: Int, height: Int) {
    selected = min(max(selected, 0), max(count - 1, 0))
    let rows = max(height, 1)
    top = min(max(top, selected - rows + 1), selected)
    top = min(max(top, 0), max(count - rows, 0))
  }

  /// The item at a position of the screen, in a list that is drawn in a box; for the mouse.
  package func item(at point: Point, in rect: Rect, count: Int) -> Int? {
    guard rect.contains(point) else { return nil }
    let visible = visible(count: count, height: rect.rows)
    let item = visible.lowerBound + point.row - rect.row
    return visible.contains(item) ? item : nil
  }

  /// The items that show.
  package func visible(count: Int, height: Int) -> Range<Int> {
    var settled = self
    settled.settle(count: count, height: height)
    return settled.top..<min(settled.top + max(height, 0), max(count, settled.top))
  }
}
