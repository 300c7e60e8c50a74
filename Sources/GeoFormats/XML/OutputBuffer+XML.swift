extension OutputBuffer {
  /// Writes text as the content of an element. Markup characters are escaped, and a carriage return
  /// is written as a reference, so that a parser preserves it.
  ///
  /// - Returns: The number of characters replaced with `�` because XML 1.0 does not allow them.
  mutating func write(escaped text: String) throws -> Int {
    var replaced = 0
    for scalar in text.unicodeScalars {
      try reserve()
      switch scalar {
      case "&": put("&amp;")
      case "<": put("&lt;")
      case ">": put("&gt;")
      case "\r": put("&#13;")
      case "\t", "\n", "\u{20}"..."\u{7E}": put(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        put("\u{FFFD}")
        replaced += 1
      default:
        for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { put(byte) }
      }
    }
    return replaced
  }

  /// Returns whether XML 1.0 forbids a character.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": false
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }
}

extension XMLText {
  /// Returns the text after replacing each character that XML 1.0 forbids with U+FFFD.
  static func allowed(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: OutputBuffer.isForbidden) else { return text }
    let allowed = text.unicodeScalars.map { OutputBuffer.isForbidden($0) ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(allowed))
  }

  /// Escapes text for use in an element or attribute, replaces the characters that XML 1.0 forbids,
  /// and returns the result.
  static func escaped(_ text: String) -> String {
    allowed(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
