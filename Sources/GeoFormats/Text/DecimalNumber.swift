import Foundation

/// Functions that parse decimal numbers from bytes. The results are correctly rounded and do not
/// depend on the locale.
enum DecimalNumber {
  /// The powers of ten that a `Double` can represent exactly.
  private static let powers: [Double] = (0...22).map { pow(10, Double($0)) }

  private static let space = UInt8(ascii: " ")
  private static let zero = UInt8(ascii: "0")

  /// Parses text as a finite number with an optional sign, decimal point and exponent. White space
  /// around the number is ignored.
  ///
  /// - Returns: The number. NaN if the text is not a number or is too large for a `Double`.
  /// - Note: A quotient of an integer up to 2⁵³ and a power of ten up to 10²² is correctly rounded.
  /// - Note: Source: W. D. Clinger, 1990, “How to read floating point numbers accurately”.
  /// - Note: All other numbers are converted by the standard library.
  static func parse(_ start: UnsafePointer<UInt8>, count: Int) -> Double {
    var index = 0
    var end = count
    while index < end, start[index] <= space { index &+= 1 }
    while end > index, start[end &- 1] <= space { end &-= 1 }
    let first = index
    var negative = false
    if index < end, start[index] == UInt8(ascii: "-") || start[index] == UInt8(ascii: "+") {
      negative = start[index] == UInt8(ascii: "-")
      index &+= 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var significant = 0
    var fraction = 0
    var sawPoint = false
    while index < end {
      let digit = start[index] &- zero
      if digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        digits &+= 1
        if significant > 0 || digit > 0 { significant &+= 1 }
        if sawPoint { fraction &+= 1 }
      } else if start[index] == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else {
        break
      }
      index &+= 1
    }
    guard digits > 0 else { return .nan }
    if index == end, significant <= 19, mantissa <= 1 << 53, fraction <= 22 {
      let value = powers.withUnsafeBufferPointer { Double(mantissa) / $0[fraction] }
      return negative ? -value : value
    }
    if index < end, !isExponent(start + index, count: end - index) { return .nan }
    let text = UnsafeBufferPointer(start: start + first, count: end - first)
    let value = Double(String(decoding: text, as: UTF8.self)) ?? .nan
    return value.isFinite ? value : .nan
  }

  /// Parses text as a finite number; see ``parse(_:count:)``.
  @inline(__always)
  static func parse(_ bytes: some Collection<UInt8>) -> Double {
    bytes.withContiguousStorageIfAvailable { text in
      text.baseAddress.map { parse($0, count: text.count) } ?? .nan
    } ?? parse(Array(bytes))
  }

  /// Returns whether the bytes are `e`, an optional sign, and one or more digits.
  private static func isExponent(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard start[0] | 0x20 == UInt8(ascii: "e") else { return false }
    var index = 1
    if index < count, start[index] == UInt8(ascii: "-") || start[index] == UInt8(ascii: "+") {
      index += 1
    }
    guard index < count else { return false }
    return (index..<count).allSatisfy { start[$0] &- zero < 10 }
  }

  /// Parses a number with a decimal comma, unless the comma could be a thousands separator.
  ///
  /// The text `512,5` is read as 512.5, because its comma cannot be a thousands separator. The text
  /// `1,500` can mean 1.5 or 1500, so it is read as 1.5 only if 1500 exceeds the bound.
  ///
  /// - Parameter bound: The number's maximum magnitude.
  /// - Returns: The number. NaN if the text is not a number or is ambiguous.
  static func parseDecimalComma(
    _ start: UnsafePointer<UInt8>, count: Int, bound: Double = .infinity
  ) -> Double {
    var text = Array(UnsafeBufferPointer(start: start, count: count))
    while let last = text.last, last <= space { text.removeLast() }
    let commas = text.indices.filter { text[$0] == UInt8(ascii: ",") }
    guard let comma = commas.first, commas.count == 1, !text.contains(UInt8(ascii: ".")) else {
      return .nan
    }
    let decimals = text.count - comma - 1
    guard decimals > 0, decimals != 3 || bound < 1000 else { return .nan }
    text[comma] = UInt8(ascii: ".")
    return text.withUnsafeBufferPointer { parse($0) }
  }
}
