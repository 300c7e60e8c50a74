/// A list's selected item and scroll position.
///
/// The cursor does not store the list's items. After the items change, ``settle(count:height:)``
/// makes the cursor valid again.
package struct ListCursor: Hashable, Sendable {
  package private(set) var selected: Int
  /// The index of the first visible item.
  package private(set) var top: Int

  package init(selected: Int = 0, top: Int = 0) {
    self.selected = selected
    self.top = top
  }

  /// Returns the selected row of a list. Returns nil if the list has no such row.
  package func row<Row>(of rows: [Row]) -> Row? {
    rows.indices.contains(selected) ? rows[selected] : nil
  }

  package mutating func move(by offset: Int, count: Int, height: Int) {
    select(selected + offset, count: count, height: height)
  }

  /// Selects an item and scrolls it into view. An index out of range is clamped.
  package mutating func select(_ index: Int, count: Int, height: Int) {
    selected = min(max(index, 0), max(count - 1, 0))
    settle(count: count, height: height)
  }

  /// Scrolls the list, and moves the selection only as far as needed to keep the selected item
  /// visible.
  package mutating func scroll(by offset: Int, count: Int, height: Int) {
    top = min(max(top + offset, 0), max(count - height, 0))
    selected = min(max(selected, top), max(min(top + height, count) - 1, top))
    settle(count: count, height: height)
  }

  /// Clamps the selection and the scroll position to valid values for `count` items in `height`
  /// rows.
  package mutating func settle(count: Int, height: Int) {
    selected = min(max(selected, 0), max(count - 1, 0))
    let rows = max(height, 1)
    top = min(max(top, selected - rows + 1), selected)
    top = min(max(top, 0), max(count - rows, 0))
  }

  /// Returns the index of the item at a screen position, such as the position of a mouse click.
  /// Returns nil if there is no item at the position.
  package func item(at point: Point, in rect: Rect, count: Int) -> Int? {
    guard rect.contains(point) else { return nil }
    let visible = visible(count: count, height: rect.rows)
    let item = visible.lowerBound + point.row - rect.row
    return visible.contains(item) ? item : nil
  }

  /// Returns the indexes of the items that are visible at the current scroll position.
  package func visible(count: Int, height: Int) -> Range<Int> {
    var settled = self
    settled.settle(count: count, height: height)
    return settled.top..<min(settled.top + max(height, 0), max(count, settled.top))
  }
}
