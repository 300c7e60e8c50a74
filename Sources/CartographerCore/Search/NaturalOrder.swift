/// The natural order of names: numbers are compared by value, so that `Day 2` comes before
/// `Day 10`.
package enum NaturalOrder {
  /// Returns a sort key for a name. The order of two keys is the natural order of the names.
  ///
  /// In the key, each number has no leading zeros and is preceded by its digit count.
  /// Names that differ only in leading zeros have equal keys.
  package static func key(_ name: String) -> String {
    guard name.utf8.contains(where: { (48...57).contains($0) }) else { return name }
    var name = name
    return name.withUTF8 { bytes in
      // A number gets one byte more, or if it is long, one more for each nine digits.
      String(unsafeUninitializedCapacity: 2 * bytes.count) { key in
        var count = 0
        var position = 0
        while position < bytes.count {
          guard (48...57).contains(bytes[position]) else {
            key[count] = bytes[position]
            count += 1
            position += 1
            continue
          }
          while position < bytes.count, bytes[position] == 48 { position += 1 }
          let first = position
          while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
          let digits = position - first
          // A colon follows the digits in ASCII, so numbers stay where digits are in the order.
          for _ in 0..<digits / 9 {
            key[count] = 0x3A
            count += 1
          }
          key[count] = 0x30 + UInt8(digits % 9)
          count += 1
          for digit in first..<position {
            key[count] = bytes[digit]
            count += 1
          }
        }
        return count
      }
    }
  }
}
