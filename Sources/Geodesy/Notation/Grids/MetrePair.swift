/// An easting and a northing in metres. Their digits may be grouped by thousands, as in `2 600 000,
/// 1 200 000` or `2'600'000 / 1'200'000`.
struct MetrePair {
  let values: (Double, Double)

  /// Parses an easting and a northing. Fails if the text is not such a pair. The letters E and N,
  /// an equals sign and the unit m are allowed; “N” before or after the first number swaps the
  /// numbers.
  init?(_ text: String) {
    guard text.utf8.count <= 80, text.first.map({ $0.isNumber || "EeNn".contains($0) }) == true
    else { return nil }
    let plain = text.uppercased().filter { $0 != "'" && $0 != "’" }
    var halves = plain.split { ",;/".contains($0) }.map(String.init)
    if halves.count == 1 {
      let words = plain.split(whereSeparator: \.isWhitespace)
      guard words.count % 2 == 0 else { return nil }
      halves = [words.prefix(words.count / 2), words.suffix(words.count / 2)].map {
        $0.joined(separator: " ")
      }
    }
    guard halves.count == 2, let first = Self.metres(halves[0]), let second = Self.metres(halves[1])
    else { return nil }
    values = halves[0].contains("N") ? (second, first) : (first, second)
  }

  /// Parses a number with five to seven digits before the decimal point. The result is nil for
  /// other text.
  private static func metres(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || ". EMN=:".contains($0) }) else {
      return nil
    }
    let groups = text.split { !$0.isNumber && $0 != "." }
    let whole = groups.joined().prefix { $0 != "." }
    let areThousands = groups.dropFirst().allSatisfy { group in
      group.prefix { $0 != "." }.count == 3
    }
    guard (5...7).contains(whole.count), areThousands else { return nil }
    return Double(groups.joined())
  }
}

/// Returns an easting or northing in metres, rounded down to a whole number.
///
/// A value at most 6 mm below the next whole number is rounded up instead. The library stores
/// degrees with 7 decimals; without this tolerance, a position on the edge of a 1 m square could
/// move to the next square.
func wholeMetres(_ metres: Double) -> Int { Int((metres + 6e-3).rounded(.down)) }
