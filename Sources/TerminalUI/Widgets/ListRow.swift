/// One line of a list.
package struct ListRow: Hashable, Sendable {
  package var label: DisplayText
  /// Set at the right edge, such as a length or a count; kept whole while the label is clipped.
  package var detail: DisplayText
  package var isMarked: Bool
  package var style: Style
  /// Parts of the label to set off, as columns from its start: what a filter matched.
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
