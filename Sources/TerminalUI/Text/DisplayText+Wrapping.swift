extension DisplayText {
  /// Returns the text as lines of at most `columns`, broken at spaces or within words wider than a
  /// line.
  ///
  /// An empty text results in one empty line.
  ///
  /// - Parameter most: The largest number of lines; the remaining text is omitted.
  /// - Complexity: O(*n*) in the length of the text.
  package func wrapped(to columns: Int, most: Int = .max) -> [DisplayText] {
    let limit = max(columns, 2)
    guard width > limit else { return [self] }
    var lines: [DisplayText] = []
    var line = DisplayText.empty
    for part in string.split(separator: " ", omittingEmptySubsequences: false) {
      if lines.count >= most { return Array(lines.prefix(most)) }
      let word = DisplayText(sanitised: String(part), width: DisplayText.measure(String(part)))
      let separator: DisplayText = line.isEmpty ? .empty : " "
      if line.width + separator.width + word.width <= limit {
        line += separator + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      guard word.width > limit else {
        line = word
        continue
      }
      var pieces = word.pieces(of: limit)
      line = pieces.removeLast()
      lines += pieces
    }
    lines.append(line)
    return Array(lines.prefix(most))
  }

  /// Returns a word cut into pieces of at most the given width. The last piece is not empty.
  private func pieces(of columns: Int) -> [DisplayText] {
    var pieces: [DisplayText] = []
    var text = ""
    var used = 0
    GraphemeMeasure.forEach(in: string) { grapheme in
      if used + grapheme.width > columns {
        pieces.append(DisplayText(sanitised: text, width: used))
        text = ""
        used = 0
      }
      text += grapheme.text
      used += grapheme.width
    }
    return pieces + [DisplayText(sanitised: text, width: used)]
  }
}
