/// The notation in which a number is written in a source file.
enum NumberForm: Equatable {
  /// The notation with the fewest digits that convert back to the same value.
  case shortest
  /// A fixed number of decimals, including trailing zeros.
  case decimals(Int)
  /// Any other notation, such as one with a `+`, an exponent, white space or more than 17 digits.
  case other

  /// Determines the notation of a number from its text.
  ///
  /// Any number with up to 15 digits and no trailing zeros after the decimal point is in its
  /// shortest notation, because no two such numbers have the same `Double` value. For a longer
  /// number, the shortest digits are generated and compared with the text.
  init(_ text: UnsafePointer<UInt8>, count: Int, value: Double) {
    var index = 0
    let isNegative = count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let first = index
    while index < count, text[index] &- 48 < 10 { index &+= 1 }
    let whole = index &- first
    var decimals = 0
    if index < count, text[index] == UInt8(ascii: ".") {
      index &+= 1
      while index < count, text[index] &- 48 < 10 { index &+= 1 }
      decimals = index &- first &- whole &- 1
      if decimals == 0 {
        self = .other
        return
      }
    }
    let hasLeadingZero = whole > 1 && text[first] == 48
    guard index == count, whole > 0, !hasLeadingZero, !(isNegative && value == 0) else {
      self = .other
      return
    }
    let endsInZero = decimals > 0 && text[count &- 1] == 48
    if whole &+ decimals <= 15 {
      self = endsInZero ? .decimals(decimals) : .shortest
      return
    }
    let bytes = UnsafeBufferPointer(start: text, count: count)
    let made =
      endsInZero
      ? OutputBuffer.plainDecimal(value, decimals: decimals) : OutputBuffer.plainDecimal(value)
    self = made.utf8.elementsEqual(bytes) ? (endsInZero ? .decimals(decimals) : .shortest) : .other
  }
}
