extension OutputBuffer {
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  private static let scales: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Writes a finite number without an exponent. The given number of decimals is used if the
  /// resulting digits convert back to the same value. Otherwise, the number is written with the
  /// fewest digits that convert back to it. The caller must have reserved space with ``reserve()``.
  mutating func write(_ value: Double, decimals: Int?) throws {
    if let decimals {
      if decimals < Self.powers.count {
        let parts = (value * Self.powers[decimals]).rounded()
        if abs(parts) < 0x1p53, parts / Self.powers[decimals] == value {
          put(parts: Int64(parts), decimals: decimals)
          return
        }
      }
      try write(Self.plainDecimal(value, decimals: decimals).utf8)
      return
    }
    let parts = (value * 1e7).rounded()
    if abs(parts) < 0x1p53, parts / 1e7 == value {
      put(fixed: Int64(parts), scale: 10_000_000, decimals: 7)
    } else {
      try write(Self.plainDecimal(value).utf8)
    }
  }

  /// Writes a number with a fixed number of decimals. The number is given as an integer multiple of
  /// the last decimal.
  private mutating func put(parts: Int64, decimals: Int) {
    if parts < 0 { put(UInt8(ascii: "-")) }
    let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: Self.scales[decimals])
    put(digits: whole)
    guard decimals > 0 else { return }
    put(UInt8(ascii: "."))
    put(digits: rest, width: decimals)
  }

  /// Returns the shortest decimal notation that converts back to the same number. Zeros are
  /// appended if this notation has fewer than the given number of decimals.
  static func plainDecimal(_ value: Double, decimals: Int) -> String {
    let text = plainDecimal(value)
    let shown = text.split(separator: ".", omittingEmptySubsequences: false)
    let had = shown.count > 1 ? shown[1].utf8.count : 0
    guard had < decimals else { return text }
    return text + (had == 0 ? "." : "") + String(repeating: "0", count: decimals - had)
  }

  /// Writes any number of bytes, even more than ``reservation``. The caller need not reserve space.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try reserve()
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(Self.reservation))
      put(piece)
      rest = rest.dropFirst(piece.count)
    }
  }
}
