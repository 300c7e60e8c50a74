/// A Plus Code without its first digits, such as `PPG6+25 Lac Blanc`, together with the name of a
/// nearby place.
///
/// Source: Google, “Open Location Code specification”, section “Short codes”.
public struct ShortPlusCode: Sendable {
  /// The code in upper case, such as `PPG6+25`.
  public let code: String
  /// The text before or after the code, which names a place near the position. The text is empty if
  /// there is only the code.
  public let locality: String

  /// Creates a short Plus Code from the given text. Fails if the text contains none.
  public init?(_ text: String) {
    guard text.utf8.count <= CoordinateParser.lengthLimit * 4, text.contains("+") else {
      return nil
    }
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }
    guard let word = words.first(where: Self.isShortCode),
      words.count(where: { $0.contains("+") }) == 1
    else { return nil }
    code = word.uppercased()
    let before = text[..<word.startIndex]
    let after = text[word.endIndex...]
    locality =
      String((before + " " + after).drop { $0.isWhitespace || $0 == "," || $0 == ";" })
      .trimmingSeparators
  }

  private static func isShortCode(_ word: Substring) -> Bool {
    let parts = word.uppercased().split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 2, [0, 2, 4, 6].contains(parts[0].utf8.count), parts[1].utf8.count != 1,
      parts[1].utf8.count <= 7
    else { return false }
    // "+45" is a number, not a code.
    guard !parts[0].isEmpty || parts[1].contains(where: \.isLetter) else { return false }
    return (parts[0] + parts[1]).utf8.allSatisfy(PlusCode.alphabet.contains)
  }

  /// Returns the position denoted by this short code: of the possible positions, the one nearest to
  /// the given reference.
  public func coordinate(near reference: Coordinate) -> Coordinate {
    let missing = 8 - code.prefix { $0 != "+" }.count
    let prefix = PlusCode.text(for: reference, length: 10).prefix(missing)
    guard let cell = PlusCode.cell(of: Array((prefix + code).utf8)) else { return reference }
    // The size of the area that the missing digits select.
    let sizes: [Int: Double] = [2: 20, 4: 1, 6: 0.05, 8: 0.0025]
    let size = sizes[missing, default: 20]
    var centre = cell.centre
    if reference.latitude + size / 2 < centre.latitude, centre.latitude - size >= -90 {
      centre.latitude -= size
    } else if reference.latitude - size / 2 > centre.latitude, centre.latitude + size <= 90 {
      centre.latitude += size
    }
    if reference.longitude + size / 2 < centre.longitude {
      centre.longitude -= size
    } else if reference.longitude - size / 2 > centre.longitude {
      centre.longitude += size
    }
    centre.longitude = wrappedLongitude(centre.longitude)
    return centre
  }

  /// The error for a short code whose reference place is missing or unknown.
  var needsReference: CoordinateParseError {
    CoordinateParseError(
      code: .needsReference,
      message: locality.isEmpty
        ? "the short Plus Code \(code) needs a nearby position, as in “\(code) 45.7 6.7”"
        : """
        “\(locality)” is not a known place or town near the short Plus Code \(code); enter a position \
        instead, as in “\(code) 45.7 6.7”
        """, place: locality.isEmpty ? code : locality)
  }
}

extension String {
  fileprivate var trimmingSeparators: String {
    let end = lastIndex { !$0.isWhitespace && $0 != "," && $0 != ";" }
    return end.map { String(self[...$0]) } ?? ""
  }
}
