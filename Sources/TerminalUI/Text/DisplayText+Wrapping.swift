extension DisplayText {
  /// Lines of at most `columns`, broken at spaces, or inside a word that is longer than that.
  ///
  /// An empty text is one empty line.
  package func wrapped(to columns: Int) -> [DisplayText] {
    let limit = max(columns, 2)
    guard width > limit else { return [self] }
    var lines: [DisplayText] = []
    var line = DisplayText.empty
    for part in string.split(separator: " ", omittingEmptySubsequences: false) {
      var word = DisplayText(sanitised: String(part), width: DisplayText.measure(String(part)))
      let separator: DisplayText = line.isEmpty ? .empty : " "
      if line.width + separator.width + word.width <= limit {
        line += separator + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.width > limit {
        let head = word.prefix(columns: limit)
        lines.append(head)
        let tail = String(word.string.unicodeScalars.dropFirst(head.string.unicodeScalars.count))
        word = DisplayText(sanitised: tail, width: DisplayText.measure(tail))
      }
      line = word
    }
    lines.append(line)
    return lines
  }
}
