import CartographerCore
import CartographerPresentation

/// The state of editing a path: its selected point, range and marks.
package struct PathEditState: Sendable, Equatable {
  package let path: ItemID
  package private(set) var point: Int
  /// The index of the point at which the range selection began. Nil if there is no range.
  package private(set) var anchor: Int?
  /// The indexes of the marked points.
  package private(set) var marks: Set<Int>
  /// Whether editing has just begun and no point has been chosen yet. A deletion then asks for
  /// confirmation, because the user may think that the list still has the focus.
  package private(set) var isJustOpened: Bool

  package init(
    path: ItemID, point: Int = 0, anchor: Int? = nil, marks: Set<Int> = [],
    isJustOpened: Bool = false
  ) {
    self.isJustOpened = isJustOpened
    self.path = path
    self.point = point
    self.anchor = anchor
    self.marks = marks
  }

  /// The range of point indexes from the anchor to the selected point. Without an anchor, the range
  /// contains only the selected point.
  package var range: ClosedRange<Int> {
    let other = anchor ?? point
    return min(point, other)...max(point, other)
  }

  /// The indexes of the points to edit, in ascending order: the points in the range; without a
  /// range, the marked points; or without marks, the selected point.
  package var targets: [Int] {
    marks.isEmpty || anchor != nil ? Array(range) : marks.sorted()
  }

  package func isMarked(_ point: Int) -> Bool {
    marks.contains(point) || (anchor != nil && range.contains(point))
  }

  /// Whether points are marked or a range is being selected.
  var hasMarks: Bool { !marks.isEmpty || anchor != nil }

  // MARK: The selected point

  /// Returns the opposite end of the edited path if the path's first or last point is selected.
  /// Returns nil if the selected point is not an end. If the selected point snaps to the opposite
  /// end, the path is closed.
  ///
  /// - Parameter path: The points of the edited path. Nil if the points are not loaded.
  func oppositeEnd(in path: PathData?) -> MapSnap.Part? {
    guard let path, path.count > 2 else { return nil }
    return point == 0 ? .end : point == path.count - 1 ? .start : nil
  }

  /// Selects a point; its index is clamped to the valid indexes of a path with `count` points.
  mutating func select(_ point: Int, count: Int) {
    self.point = min(max(point, 0), max(count - 1, 0))
    isJustOpened = false
  }

  /// Removes the marks and the range, and selects the point that will have the given index after
  /// the pending change. The point does not have to exist before the change.
  mutating func selectAfterChange(_ point: Int) {
    self.point = point
    isJustOpened = false
    removeMarks()
  }

  /// Updates the selected point's index after a change to the path's points.
  mutating func follow(to point: Int) { self.point = point }

  /// Clamps the cursor and the range to the valid indexes of a path with `count` points.
  mutating func clamp(to count: Int) {
    let isJustOpened = isJustOpened
    select(point, count: count)
    self.isJustOpened = isJustOpened
    anchor = count == 0 ? nil : anchor.map { min($0, max(count - 1, 0)) }
  }

  // MARK: Marks

  /// Starts a range at the selected point, or ends the range.
  mutating func toggleRange() { anchor = anchor == nil ? point : nil }

  mutating func endRange() { anchor = nil }

  /// Marks the points in the range and ends the range. Returns false if there is no range.
  mutating func markRange() -> Bool {
    guard anchor != nil else { return false }
    marks.formUnion(range)
    anchor = nil
    return true
  }

  /// Toggles the selected point's mark.
  mutating func toggleMark() {
    if marks.remove(point) == nil { marks.insert(point) }
  }

  /// Marks the given points or, if all are already marked, unmarks them. Returns true if the points
  /// are marked now.
  mutating func toggleMarks(of points: [Int]) -> Bool {
    let areMarked = marks.isSuperset(of: points)
    if areMarked { marks.subtract(points) } else { marks.formUnion(points) }
    return !areMarked
  }

  /// Ends the range or, if there is no range, removes the marks. Returns false if there was no
  /// range and no mark.
  mutating func removeRangeOrMarks() -> Bool {
    guard hasMarks else { return false }
    if anchor == nil { marks = [] }
    anchor = nil
    return true
  }

  /// Removes the marks and ends the range.
  mutating func removeMarks() {
    marks = []
    anchor = nil
  }
}
