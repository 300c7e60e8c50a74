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
  /// - Complexity: O(*n*), and without allocation where all of it is printable ASCII.
  package init(_ untrusted: String, glyphs: GlyphSet = .braille) {
    if DisplayText.isPrintableASCII(untrusted) {
      self.init(sanitised: untrusted, width: untrusted.utf8.count)
    } else {
      let safe = DisplaySanitiser.sanitised(untrusted, glyphs: glyphs)
      self.init(sanitised: safe, width: DisplayText.measure(safe))
    }
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

  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
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
