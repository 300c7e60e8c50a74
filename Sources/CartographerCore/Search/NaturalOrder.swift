/// The natural order of names: numbers are compared by value, so that `Day 2` comes before
/// `Day 10`.
package enum NaturalOrder {
  /// Returns a sort key for a name. Comparing two keys yields the natural order of the names.
  ///
  /// Leading zeros are removed from each number, and the number is preceded by its digit count.
  /// Names that differ only in leading zeros have equal keys.
  package static func key(_ name: String) -> String {
    guard name.utf8.contains(where: { (48...57).contains($0) }) else { return name }
    var key: [UInt8] = []
    var digits: [UInt8] = []
    var isInNumber = false
    func endNumber() {
      guard isInNumber else { return }
      // A colon follows the digits in ASCII, so numbers stay where digits are in the order.
      key += Array(repeating: 0x3A, count: digits.count / 9)
      key.append(0x30 + UInt8(digits.count % 9))
      key += digits
      digits = []
      isInNumber = false
    }
    for byte in name.utf8 {
      if (48...57).contains(byte) {
        isInNumber = true
        if byte != 48 || !digits.isEmpty { digits.append(byte) }
      } else {
        endNumber()
        key.append(byte)
      }
    }
    endNumber()
    return String(decoding: key, as: UTF8.self)
  }
}
