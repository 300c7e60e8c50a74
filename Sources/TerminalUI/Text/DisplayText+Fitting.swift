extension DisplayText {
  /// The alignment of text in a field that is wider than the text.
  package enum Alignment: Sendable {
    case leading
    case trailing
    case centre
  }

  /// The text's characters, in order.
  package var graphemes: [Grapheme] {
    var found: [Grapheme] = []
    found.reserveCapacity(width)
    GraphemeMeasure.forEach(in: string) { found.append($0) }
    return found
  }

  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    let joined = left.string + right.string
    // Two emoji parts can combine to one character at the joint, but ASCII characters cannot.
    let width =
      left.isASCII || right.isASCII ? left.width + right.width : measure(joined)
    return DisplayText(sanitised: joined, width: width)
  }

  /// Creates one line from the given texts, with the given number of spaces before each text. The
  /// number may be 0 only for the first text.
  package init(spaced parts: [(spaces: Int, text: DisplayText)]) {
    var joined = ""
    joined.reserveCapacity(parts.reduce(0) { $0 + $1.spaces + $1.text.string.utf8.count })
    var width = 0
    for part in parts {
      for _ in 0..<part.spaces { joined.append(" ") }
      joined += part.text.string
      width += part.spaces + part.text.width
    }
    self.init(sanitised: joined, width: width)
  }

  package static func += (left: inout DisplayText, right: DisplayText) {
    left = left + right
  }

  /// Truncates text to a width of `columns`, and appends an ellipsis. Text that fits is unchanged.
  ///
  /// A wide character that would exceed the available width is omitted.
  package func clipped(to columns: Int, ellipsis: DisplayText = "…") -> DisplayText {
    guard width > columns else { return self }
    guard columns >= ellipsis.width else { return prefix(columns: columns) }
    return prefix(columns: columns - ellipsis.width) + ellipsis
  }

  /// Returns the longest prefix of the text that is at most `columns` wide.
  package func prefix(columns: Int) -> DisplayText {
    guard columns > 0 else { return .empty }
    guard width > columns else { return self }
    if isASCII { return DisplayText(sanitised: String(string.prefix(columns)), width: columns) }
    var taken = ""
    var used = 0
    for grapheme in graphemes {
      guard used + grapheme.width <= columns else { break }
      taken += grapheme.text
      used += grapheme.width
    }
    return DisplayText(sanitised: taken, width: used)
  }

  /// Truncates text at its start to a width of `columns`, and inserts an ellipsis there. Text that
  /// fits is unchanged. This truncation is suitable for file paths.
  package func clippedAtStart(to columns: Int, ellipsis: DisplayText = "…") -> DisplayText {
    guard width > columns else { return self }
    guard columns >= ellipsis.width else { return prefix(columns: columns) }
    var kept: [Grapheme] = []
    var used = ellipsis.width
    for grapheme in graphemes.reversed() {
      guard used + grapheme.width <= columns else { break }
      kept.append(grapheme)
      used += grapheme.width
    }
    let end = kept.reversed().map(\.text).joined()
    return ellipsis + DisplayText(sanitised: end, width: used - ellipsis.width)
  }

  /// Truncates text in its middle to a width of `columns`, and inserts an ellipsis there. Text that
  /// fits is unchanged. This truncation is suitable for messages whose last words are important.
  package func clippedInMiddle(to columns: Int, ellipsis: DisplayText = "…") -> DisplayText {
    guard width > columns else { return self }
    guard columns > 2 * ellipsis.width else { return prefix(columns: columns) }
    let start = prefix(columns: (columns - ellipsis.width) * 2 / 3)
    return start + clippedAtStart(to: columns - start.width, ellipsis: ellipsis)
  }

  /// Returns the text padded with spaces to a width of `columns`. Longer text is returned
  /// unchanged.
  package func padded(to columns: Int, _ alignment: Alignment = .leading) -> DisplayText {
    let missing = columns - width
    guard missing > 0 else { return self }
    let before =
      switch alignment {
      case .leading: 0
      case .trailing: missing
      case .centre: missing / 2
      }
    return DisplayText(
      sanitised: DisplayText.spaces(before) + string + DisplayText.spaces(missing - before),
      width: columns)
  }

  /// Returns the text clipped or padded to a width of exactly `columns`.
  package func fitted(to columns: Int, _ alignment: Alignment = .leading) -> DisplayText {
    clipped(to: columns).padded(to: max(columns, 0), alignment)
  }

  package func repeated(_ count: Int) -> DisplayText {
    let whole = String(repeating: string, count: max(count, 0))
    return DisplayText(
      sanitised: whole, width: isASCII ? width * max(count, 0) : DisplayText.measure(whole))
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}

extension Sequence<DisplayText> {
  package func joined(separator: DisplayText = .empty) -> DisplayText {
    var result = DisplayText.empty
    var isFirst = true
    for text in self {
      if !isFirst { result += separator }
      result += text
      isFirst = false
    }
    return result
  }
}
