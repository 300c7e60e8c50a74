import Foundation

/// How the texts of fields are read, for the reader and for what asks whether a text that was kept
/// still says a value.
enum ValueText {
  /// A text field: names, symbols and types lose the blanks around them, which are the file's
  /// layout; prose stays as it stands.
  static func text(_ field: GPXField, _ text: String) -> String {
    switch field {
    case .name, .symbol, .type, .fix: text.trimmingCharacters(in: .whitespacesAndNewlines)
    default: text
    }
  }

  /// A number; NaN where the text is none.
  ///
  /// - Parameter bound: The largest magnitude it can have.
  static func number(_ bytes: [UInt8], bound: Double = .infinity) -> Double {
    bytes.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return .nan }
      let value = DecimalNumber.parse(start, count: text.count)
      return value.isNaN
        ? DecimalNumber.parseDecimalComma(start, count: text.count, bound: bound) : value
    }
  }

  /// A time in seconds since 2001; NaN where the text is none.
  static func time(_ bytes: [UInt8]) -> Double {
    bytes.withUnsafeBufferPointer { text in
      text.baseAddress.map { Timestamp.parse($0, count: text.count) } ?? .nan
    }
  }

  /// A whole number with blanks around it, or nil.
  static func integer(_ bytes: [UInt8]) -> Int? {
    FlatMarkup.trimmed(bytes).flatMap { text in
      text.utf8.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        ? Int(text) : nil
    }
  }
}
