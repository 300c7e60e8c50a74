/// Functions that read the numbers of trackpoints and course points, except their positions.
extension TCXScan {
  /// Returns the elevation, in metres, given as the text of the current element. Returns NaN if the
  /// text is not a number.
  func altitude() -> Double {
    number(
      "AltitudeMeters", unreadable: .elevationUnreadable, repaired: .elevationDecimalComma)
  }

  /// Returns the number that a device stored in one byte, or NaN for 255, which means "no value".
  func byteValue(_ name: String) -> Double {
    let value = number(name, bound: 255)
    guard value == 255 else { return value }
    tally.absentValues += 1
    return .nan
  }

  /// Returns the number given as the text of the current element. A decimal comma is accepted and
  /// reported. Returns NaN if the text is empty, is not a number, or has a comma that can also be a
  /// thousands separator.
  ///
  /// - Parameter name: The element's name, for a diagnostic.
  /// - Parameter bound: The maximum magnitude of a plausible value.
  /// - Parameter unreadable: The code of the diagnostic about text that is not a number.
  /// - Parameter repaired: The code of the diagnostic about a decimal comma.
  func number(
    _ name: String, bound: Double = .infinity, unreadable: Diagnostic.Code = .valueInvalid,
    repaired: Diagnostic.Code = .valueInvalid
  ) -> Double {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard value.isNaN, let content = trimmed else { return value }
    let decimal = DecimalNumber.parseDecimalComma(text.start, count: text.count, bound: bound)
    if decimal.isNaN {
      feed.diagnose(
        unreadable, .repaired, at: stream.place(name), "“\(Excerpt.of(content))” is not a number")
    } else {
      feed.diagnose(
        repaired, .repaired, at: stream.place(name),
        "“\(Excerpt.of(content))” has a decimal comma; it is read as \(decimal)")
    }
    return decimal
  }
}
