/// A row of a list.
package struct ListRow: Hashable, Sendable {
  package var label: DisplayText
  /// The text at the right edge, such as a length or a count, which is never clipped in favour of
  /// the label.
  package var detail: DisplayText
  package var isMarked: Bool
  package var style: Style
  /// The highlighted parts of the label, such as the matches of a filter, as ranges of columns.
  package var matches: [Range<Int>]

  package init(
    _ label: DisplayText, detail: DisplayText = .empty, isMarked: Bool = false,
    style: Style = .text, matches: [Range<Int>] = []
  ) {
    self.label = label
    self.detail = detail
    self.isMarked = isMarked
    self.style = style
    self.matches = matches
  }
}
