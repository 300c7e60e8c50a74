/// Functions that format numbers for display.
package enum Numbers {
  /// Formats an integer with its digits in groups of three, such as `1 204`.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { result.append(" ") }
      result.append(digit)
    }
    return number < 0 ? "-\(result)" : result
  }

  /// Formats a number with all its decimals and with its integer part in groups of three digits,
  /// such as `1 119.7`.
  package static func grouped(_ number: Double) -> String {
    guard abs(number) < 1e15 else { return "\(number)" }
    let decimals = "\(number.magnitude)".drop { $0 != "." }
    let whole = grouped(Int(number.magnitude))
    return (number < 0 ? "-" : "") + whole + (decimals == ".0" ? "" : decimals)
  }

  /// Formats a count with its noun, such as `no places`, `1 place` or `1 204 places`.
  package static func counted(_ number: Int, _ noun: String) -> String {
    "\(number == 0 ? "no" : grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Formats the number of places, paths and points, such as `2 places, 1 path and 1 204 points`,
  /// and omits zero counts.
  package static func written(places: Int, paths: Int, points: Int) -> String {
    let counts = [(places, "place"), (paths, "path"), (points, "point")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    guard let last = counts.last else { return counted(0, "point") }
    return counts.count == 1
      ? last : "\(counts.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// Formats a number with at most three decimals and no trailing zeros, or returns an empty string
  /// if the number is not finite.
  package static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    let rounded = (value * 1000).rounded() / 1000
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int(rounded)) }
    return String(rounded)
  }
}
