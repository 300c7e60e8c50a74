/// How a number is written in a text that was read as one.
enum NumberForm: Equatable {
  /// In the fewest digits that read back as the value.
  case shortest
  /// With a number of decimals, the last of them zeros.
  case decimals(Int)
  /// In another way, such as with `+`, an exponent, blanks or more than 17 digits.
  case other

  /// Looks at the text of a number.
  ///
  /// A number of up to 15 digits is told by its text alone, since no two such texts without zeros
  /// at the end are one `Double`; of a longer one the digits are made again.
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
