/// A row in a list view: a label, and a detail at the right edge.
package struct ListRow: Hashable, Sendable {
  package var label: DisplayText
  /// The text at the right edge of the row, such as a length or a count. A long label never
  /// shortens this text.
  package var detail: DisplayText
  package var isMarked: Bool
  package var style: Style
  /// The column ranges of the label's highlighted parts, such as filter matches.
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
