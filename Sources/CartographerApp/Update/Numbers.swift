/// Numbers as people read them.
package enum Numbers {
  /// Digits in groups of three: `1 204`.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { result.append(" ") }
      result.append(digit)
    }
    return number < 0 ? "-\(result)" : result
  }
}
