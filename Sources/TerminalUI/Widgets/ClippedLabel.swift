/// A list row's label, shortened to the width of its column.
///
/// A last word that contains a digit, as in “Morning walk (2)” or “Stage 12”, often distinguishes
/// items with similar names. A last word with a digit stays visible, and only the text before it is
/// shortened.
struct ClippedLabel {
  let text: DisplayText
  /// The original label's width, in columns.
  private let width: Int
  /// The width, in columns, of the label's last word and the space before it. The width is 0 if the
  /// shortened label omits the word.
  private let end: Int

  private static let ellipsis: DisplayText = "…"

  init(_ label: DisplayText, columns: Int) {
    width = label.width
    let word = Self.lastWord(of: label)
    guard label.width > columns, let word, word.width + 1 <= columns / 2 else {
      text = label.clipped(to: max(columns, 0))
      end = 0
      return
    }
    text = label.prefix(columns: columns - word.width - Self.ellipsis.width) + Self.ellipsis + word
    end = word.width
  }

  /// Returns a label's last word, including the space before it. Returns nil if the word contains
  /// no digit.
  private static func lastWord(of label: DisplayText) -> DisplayText? {
    let letters = label.graphemes
    guard let space = letters.lastIndex(where: { $0.text == " " }), space > 0,
      letters[space...].contains(where: { $0.text.first?.isNumber == true })
    else { return nil }
    return label.clippedAtStart(
      to: letters[space...].reduce(0) { $0 + $1.width }, ellipsis: .empty)
  }

  /// Converts a range of columns in the original label to the corresponding columns in the
  /// shortened label.
  func shown(_ columns: Range<Int>) -> Range<Int> {
    guard text.width < width || end > 0 else { return columns.clamped(to: 0..<text.width) }
    if end > 0, columns.lowerBound >= width - end {
      let shift = width - text.width
      return columns.lowerBound - shift..<columns.upperBound - shift
    }
    return columns.clamped(to: 0..<text.width - end)
  }
}
