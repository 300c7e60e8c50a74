import Geodesy

/// Functions that parse latitudes and longitudes written as text.
enum TimelinePosition {
  /// Parses a position such as `46.5°, 7.9°` or `geo:46.5,7.9`.
  ///
  /// - Returns: The latitude and longitude, or NaN if they are not numbers.
  static func parse(_ text: some Sequence<UInt8>) -> (latitude: Double, longitude: Double) {
    // A degree sign is 0xC2 0xB0 in UTF-8.
    var bytes = text.filter { $0 > 0x20 && $0 != 0xC2 && $0 != 0xB0 }
    if bytes.starts(with: "geo:".utf8) { bytes.removeFirst(4) }
    if let parameters = bytes.firstIndex(of: UInt8(ascii: ";")) {
      bytes.removeSubrange(parameters...)
    }
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return (.nan, .nan) }
    return (DecimalNumber.parse(parts[0]), DecimalNumber.parse(parts[1]))
  }

  /// Converts ten-millionths of a degree to degrees. Some of Google's exports write negative
  /// numbers as unsigned 32-bit integers.
  static func degrees(_ tenMillionths: Double) -> Double {
    (tenMillionths > 1_800_000_000 ? tenMillionths - 4_294_967_296 : tenMillionths) / 1e7
  }
}
