/// Text that is safe to print. A ``Surface`` accepts only this type of text.
///
/// Displayed names may come from untrusted files. Control characters, bidirectional controls,
/// invisible characters and long runs of combining marks are displayed as symbols. No name can
/// therefore move the cursor, change colours, reverse a line or look like another name. The stored
/// data is not changed.
///
/// String literals are trusted, but interpolated strings are made printable:
///
///     let line: DisplayText = "Deleted \(name) — u to undo"
package struct DisplayText: Hashable, Sendable {
  /// The printable text.
  package let string: String

  /// The text's width on a terminal, in columns.
  package let width: Int

  /// Creates printable text from an untrusted string.
  ///
  /// - Parameter glyphs: The characters that the result may contain.
  ///   With `.ascii`, control characters become `^[` and `<202E>` instead of `␛` and `‹202E›`;
  ///   letters are not changed.
  /// - Complexity: O(*n*), where *n* is the length of the string.
  ///   Strings of printable characters below U+0300 need no memory allocation.
  package init(_ untrusted: String, glyphs: GlyphSet = .braille) {
    if let width = DisplayText.latinWidth(untrusted) {
      self.init(sanitised: untrusted, width: width)
    } else {
      let safe = DisplaySanitiser.sanitised(untrusted, glyphs: glyphs)
      self.init(sanitised: safe, width: DisplayText.measure(safe))
    }
  }

  /// Creates printable text from the beginning of an untrusted string.
  ///
  /// Clipping the created text to `columns` gives the same result as clipping the whole string. If
  /// the string is wider than `columns`, the created text is also wider than `columns`.
  ///
  /// - Complexity: O(`columns`) for ordinary characters, regardless of the string's length.
  package init(_ untrusted: String, glyphs: GlyphSet = .braille, columns: Int) {
    // The margin is needed since scalars after the cut can change the display of the last
    // character: two columns, or eight for the number of an invisible scalar.
    let least = max(columns, 0) + 10
    let scalars = untrusted.unicodeScalars
    var count = least + 16
    while let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    {
      let beginning = DisplayText(String(scalars[..<end]), glyphs: glyphs)
      if beginning.width > least {
        self = beginning
        return
      }
      count *= 4
    }
    self.init(untrusted, glyphs: glyphs)
  }

  init(sanitised: String, width: Int) {
    string = sanitised
    self.width = width
  }

  package static let empty = DisplayText(sanitised: "", width: 0)

  package var isEmpty: Bool { string.isEmpty }

  /// Whether the text contains only ASCII. The width of ASCII text equals its number of bytes,
  /// whereas every non-ASCII character has more bytes than columns.
  var isASCII: Bool { width == string.utf8.count }

  /// Returns the width of text in which every scalar is printable, below U+0300 and one column
  /// wide. Returns nil for other text.
  private static func latinWidth(_ text: String) -> Int? {
    var width = 0
    var lead: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x20..<0x7F: width += 1
      // The second byte is checked because controls and the soft hyphen have the same first byte as
      // printable characters.
      case 0x80..<0xC0:
        if lead == 0xC2, byte < 0xA0 || byte == 0xAD { return nil }
      case 0xC2...0xCB:
        width += 1
        lead = byte
      default: return nil
      }
    }
    return width
  }

  static func measure(_ sanitised: String) -> Int {
    var width = 0
    GraphemeMeasure.forEach(in: sanitised) { width += $0.width }
    return width
  }
}

extension DisplayText: CustomStringConvertible {
  package var description: String { string }
}
