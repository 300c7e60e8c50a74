import Foundation

/// Functions that parse the numbers in table cells.
enum CSVNumber {
  private static let comma = UInt8(ascii: ",")
  private static let point = UInt8(ascii: ".")

  /// Parses the number in a cell.
  ///
  /// Thousands separators are accepted if each is followed by a group of three digits. The
  /// separators are full stops in a table with decimal commas, and commas in any other table.
  ///
  /// - Parameter hasDecimalCommas: Whether the table uses decimal commas.
  /// - Returns: The number. NaN if the cell does not contain a number.
  @inline(__always)
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, hasDecimalCommas: Bool, _ field: CSVField
  ) -> Double {
    if !hasDecimalCommas {
      let value = DecimalNumber.parse(bytes)
      if !value.isNaN { return value }
    }
    return parseUnusual(bytes, hasDecimalCommas: hasDecimalCommas, field)
  }

  private static func parseUnusual(
    _ bytes: UnsafeBufferPointer<UInt8>, hasDecimalCommas: Bool, _ field: CSVField
  ) -> Double {
    let isPart = { (byte: UInt8) in
      byte &- 48 < 10 || byte == comma || byte == point || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-")
    }
    let digits = bytes.prefix(while: isPart)
    var text = Array(digits)
    let rest = String(decoding: bytes[digits.endIndex...], as: UTF8.self)
      .lowercased().filter { !$0.isWhitespace }
    let decimal = hasDecimalCommas ? comma : point
    let separator = hasDecimalCommas ? point : comma
    if groupsThousands(text, separator, decimal: decimal) { text.removeAll { $0 == separator } }
    if let index = text.firstIndex(of: comma) {
      guard !text.contains(point), text.lastIndex(of: comma) == index else { return .nan }
      text[index] = point
    }
    let value = DecimalNumber.parse(text)
    guard !rest.isEmpty else { return value }
    // A unit in the cell itself, such as `1200 m`.
    if let quantity = field.quantity {
      guard let unit = CSVUnit.named(rest, quantity) else { return .nan }
      return value * unit.factor + unit.offset
    }
    return ["°", "bpm", "rpm", "w", "watts", "s"].contains(rest) ? value : .nan
  }

  /// Returns whether all separators in a number are followed by exactly three digits.
  private static func groupsThousands(
    _ text: [UInt8], _ separator: UInt8, decimal: UInt8
  ) -> Bool {
    let whole = text.prefix { $0 != decimal }
    let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
    return groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
      && (1...4).contains(groups[0].count)
  }

  /// Returns whether a cell's text, such as `-` or `n/a`, means that the value is missing.
  static func isMissing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= 4 else { return false }
    let words = ["-", "--", "–", "?", "na", "n/a", "nan", "null", "none", "nil"]
    return words.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  /// Parses a latitude or longitude in decimal degrees, optionally with a hemisphere letter before
  /// or after the number.
  ///
  /// - Returns: The angle in degrees, or NaN if the cell does not contain an angle in decimal
  ///   degrees.
  @inline(__always)
  static func angle(_ bytes: UnsafeBufferPointer<UInt8>, isLatitude: Bool) -> Double {
    let value = DecimalNumber.parse(bytes)
    return value.isNaN ? unusualAngle(bytes, isLatitude: isLatitude) : value
  }

  private static func unusualAngle(
    _ bytes: UnsafeBufferPointer<UInt8>, isLatitude: Bool
  ) -> Double {
    let letters = Array((isLatitude ? "NS" : "EW").utf8)
    func isNegative(_ byte: UInt8) -> Bool? { letters.firstIndex(of: byte & ~0x20).map { $0 == 1 } }
    var text = bytes[...]
    var sign: Bool?
    if let found = text.last.flatMap(isNegative) {
      sign = found
      text = text.dropLast()
    } else if let found = text.first.flatMap(isNegative) {
      sign = found
      text = text.dropFirst()
    }
    if text.suffix(2).elementsEqual("°".utf8) { text = text.dropLast(2) }
    let number = UnsafeBufferPointer(rebasing: text)
    guard let start = number.baseAddress, !number.isEmpty else { return .nan }
    var value = DecimalNumber.parse(start, count: number.count)
    if value.isNaN {
      value = DecimalNumber.parseDecimalComma(start, count: number.count, bound: 360)
    }
    guard let sign else { return value }
    return value < 0 ? .nan : sign ? -value : value
  }
}
