/// Functions that shorten text from a file for a message, and replace unprintable characters.
enum Excerpt {
  static let limit = 40

  /// Returns the first characters of a string, with each line break and tab replaced by a space,
  /// and any other control or format character by `�`.
  static func of(_ text: String) -> String {
    Array(text.utf8).withUnsafeBufferPointer { of($0) }
  }

  /// Returns the first characters of UTF-8 text, with each line break and tab replaced by a space,
  /// and any other control or format character by `�`.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(limit * 4), as: UTF8.self)
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control where scalar.properties.isWhitespace, .lineSeparator, .paragraphSeparator:
        shown.append(" ")
      case .control, .format, .surrogate, .privateUse, .unassigned:
        shown.append("\u{FFFD}")
      default:
        shown.append(scalar)
      }
    }
    let isCut = bytes.count > limit * 4 || text.unicodeScalars.count > limit
    return String(shown) + (isCut ? "…" : "")
  }
}
