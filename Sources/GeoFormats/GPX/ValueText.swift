import Foundation

/// Functions that parse the text of fields. The writer also uses these functions, to check whether
/// preserved text still represents the current value.
enum ValueText {
  /// Converts the text of a field in a GPX file to the field's value. In names, symbols and types,
  /// surrounding white space is removed, because it is only layout. The text of all other fields
  /// stays unchanged.
  static func text(_ field: GPXField, _ text: String) -> String {
    switch field {
    case .name, .symbol, .type, .fix: text.trimmingCharacters(in: .whitespacesAndNewlines)
    default: text
    }
  }

  /// Returns the number that the text represents, or NaN if the text is not a number.
  ///
  /// - Parameter bound: The maximum magnitude of the number.
  static func number(_ bytes: [UInt8], bound: Double = .infinity) -> Double {
    bytes.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return .nan }
      let value = DecimalNumber.parse(start, count: text.count)
      return value.isNaN
        ? DecimalNumber.parseDecimalComma(start, count: text.count, bound: bound) : value
    }
  }

  /// Returns the time that the text represents, in seconds since 2001, or NaN if the text is not a
  /// time.
  static func time(_ bytes: [UInt8]) -> Double {
    bytes.withUnsafeBufferPointer { Timestamp.parse($0) }
  }

  /// Returns the integer that the text represents, ignoring surrounding white space. Returns nil if
  /// the text is not an integer.
  static func integer(_ bytes: [UInt8]) -> Int? {
    FlatMarkup.trimmed(bytes).flatMap { text in
      text.utf8.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        ? Int(text) : nil
    }
  }
}
