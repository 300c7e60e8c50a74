/// Text that is safe to print: the only kind a ``Surface`` or a printer of the program accepts.
///
/// Names come from strangers' files. Control characters, bidirectional controls, invisible
/// characters and long runs of combining marks are *shown* here, never obeyed, so no name can move
/// the cursor, recolour the screen, reverse a line or pass for another name. The stored data stay
/// as they are: this is only how they look.
///
/// A literal is trusted for its meaning, and an interpolated `String` is not:
///
///     let line: DisplayText = "Deleted \(name) — u to undo"
package struct DisplayText: Hashable, Sendable {
  /// The text as it may be printed.
  package let string: String

  /// Columns it takes on a terminal.
  package let width: Int

  /// Makes any text printable.
  ///
  /// - Parameter glyphs: With `.ascii`, control characters become `^[` and `<202E>` instead of
  ///   `␛` and `‹202E›`; letters stay what they are.
  /// - Complexity: O(*n*); without allocation for texts of printable characters below U+0300.
  package init(_ untrusted: String, glyphs: GlyphSet = .braille) {
    if let width = DisplayText.latinWidth(untrusted) {
      self.init(sanitised: untrusted, width: width)
    } else {
      let safe = DisplaySanitiser.sanitised(untrusted, glyphs: glyphs)
      self.init(sanitised: safe, width: DisplayText.measure(safe))
    }
  }

  /// Makes the beginning of any text printable: the whole text if it fits into some columns, else a
  /// beginning that is wider, so that clipping it gives the same result as clipping the whole text.
  ///
  /// - Complexity: O(*columns*) for texts of ordinary characters, independent of the text's length.
  package init(_ untrusted: String, glyphs: GlyphSet = .braille, columns: Int) {
    // A margin for the last scalar and its character, since scalars after the cut can change how they
    // are shown: two columns, or eight for the number of an invisible scalar.
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

  /// Only a text of printable ASCII takes as many columns as bytes: any other character takes
  /// more bytes than columns.
  var isASCII: Bool { width == string.utf8.count }

  /// Returns the width of a text of printable characters below U+0300, which have one scalar and one
  /// column each, or nil for any other text.
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
