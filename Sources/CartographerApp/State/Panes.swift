import TerminalUI

/// The state of the screen's panes: which pane has the focus, and how the panes are shown.
package struct Panes: Sendable, Equatable {
  /// The terminal's size, in cells.
  package private(set) var size: Size
  package private(set) var focused = Pane.list
  /// Whether the focused pane fills the whole screen.
  package private(set) var isZoomed = false
  /// The index of the first visible line in the details pane.
  package private(set) var detailTop = 0

  init(size: Size) { self.size = size }

  mutating func resize(to size: Size) { self.size = size }

  mutating func focus(_ pane: Pane) { focused = pane }

  /// Moves the focus to the next or previous pane in the given order, wrapping around at the ends.
  mutating func focusNext(_ step: Int, in order: [Pane]) {
    let position = order.firstIndex(of: focused) ?? 0
    focused = order[(position + step + order.count) % order.count]
  }

  mutating func toggleZoom() { isZoomed.toggle() }

  /// Shows all panes again after a single pane filled the screen.
  mutating func endZoom() { isZoomed = false }

  mutating func scrollDetail(to line: Int) { detailTop = line }
}
