extension DisplayText {
  /// Lines of at most `columns`, broken at spaces, or inside a word that is longer than that.
  ///
  /// An empty text is one empty line.
  ///
  /// - Parameter most: The most lines that are made; the rest of the text is left out.
  /// - Complexity: O(*n*).
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

  /// A word cut into pieces, each as long as fits into some columns, the last one not empty.
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
