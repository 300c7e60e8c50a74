extension DisplayText {
  /// Wraps the text into lines that are at most `columns` wide. Lines are broken at spaces, or
  /// within words that are wider than a line. A number and its unit stay on one line, as in `2 239
  /// m` and `5 h 11 min`.
  ///
  /// If the text is empty, the result is one empty line.
  ///
  /// - Parameter most: The maximum number of lines. The remaining text is omitted.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func wrapped(to columns: Int, most: Int = .max) -> [DisplayText] {
    let limit = max(columns, 2)
    guard width > limit else { return [self] }
    var lines: [DisplayText] = []
    var line = DisplayText.empty
    for word in words(joinedUpTo: limit) {
      if lines.count >= most { return Array(lines.prefix(most)) }
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

  /// Wraps an indented text, such as a row of a table. The first line keeps its indent, and the
  /// other lines are aligned with the start of the row's last column. If the last column begins
  /// near the right edge, or if the text has only one column, all lines have the indent of the
  /// first line.
  ///
  /// Columns are separated by at least two spaces. Text without an indent is wrapped by
  /// ``wrapped(to:most:)``.
  package func wrappedWithIndent(to columns: Int) -> [DisplayText] {
    let start = string.prefix { $0 == " " }.endIndex
    guard start > string.startIndex, start < string.endIndex, width > columns else {
      return wrapped(to: columns)
    }
    var split = start
    if let gap = string[start...].ranges(of: "  ").last {
      let column = string[gap.upperBound...].drop { $0 == " " }.startIndex
      if DisplayText.measure(String(string[..<column])) <= columns * 2 / 3 { split = column }
    }
    let head = String(string[..<split])
    let indent = DisplayText.measure(head)
    let rest = String(string[split...])
    return DisplayText(sanitised: rest, width: DisplayText.measure(rest))
      .wrapped(to: columns - indent).enumerated().map { index, line in
        let before =
          index == 0
          ? DisplayText(sanitised: head, width: indent) : DisplayText.empty.padded(to: indent)
        return before + line
      }
  }

  /// Returns the text's words. Words that must stay on the same line are joined into one word,
  /// unless the joined word is wider than `limit` columns.
  private func words(joinedUpTo limit: Int) -> [DisplayText] {
    var words: [DisplayText] = []
    var last: Substring = ""
    for part in string.split(separator: " ", omittingEmptySubsequences: false) {
      let word = DisplayText(sanitised: String(part), width: DisplayText.measure(String(part)))
      if let before = words.last, Self.isJoined(last, part), before.width + 1 + word.width <= limit
      {
        words[words.count - 1] = before + " " + word
      } else {
        words.append(word)
      }
      last = part
    }
    return words
  }

  /// Returns whether two words must stay on one line, such as a number and its unit, two groups of
  /// digits, or a duration's hours and minutes.
  private static func isJoined(_ word: Substring, _ next: Substring) -> Bool {
    guard let last = word.last, let first = next.first, !next.isEmpty else { return false }
    let isDigit = first.isASCII && first.isNumber
    if last.isASCII, last.isNumber { return isDigit || next.count <= 4 }
    return isDigit && (word == "h" || word == "min")
  }

  /// Divides a word into pieces of at most the given width. The last piece is never empty.
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
