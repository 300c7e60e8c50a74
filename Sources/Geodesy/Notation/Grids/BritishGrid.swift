import Foundation

/// Functions that write and read British National Grid references, such as `NN 16667 71285`.
/// Eastings and northings, such as `216667 771285`, are also read.
///
/// Because a grid reference denotes a square, coordinates are not rounded but truncated to the
/// reference's number of digits. The reader returns the square's centre. Source: Ordnance Survey,
/// “A guide to coordinate systems in Great Britain” (2020), section 7. Projection:
/// ``BritishProjection``.
enum BritishGrid {
  private static let eastings = 0.0..<700_000
  private static let northings = 0.0..<1_300_000
  private static let square = 100_000

  @Sendable static func write(_ position: Coordinate) -> String? {
    guard (49...62).contains(position.latitude), (-10...4).contains(position.longitude) else {
      return nil
    }
    let (easting, northing) = BritishProjection.project(position)
    let (east, north) = (wholeMetres(easting), wholeMetres(northing))
    guard eastings.contains(Double(east)), northings.contains(Double(north)) else { return nil }
    let letters = letters(column: east / square, row: north / square)
    return "\(letters) \(padded(east % square, 5)) \(padded(north % square, 5))"
  }

  /// Returns the two letters of a 100 km square. The first letter denotes a 500 km square; the
  /// lettering of these squares begins 1 000 km west and 500 km south of the grid's origin.
  private static func letters(column: Int, row: Int) -> String {
    let (column, row) = (column + 10, row + 5)
    let first = (4 - row / 5) * 5 + column / 5
    let second = (4 - row % 5) * 5 + column % 5
    return String([alphabet[first], alphabet[second]])
  }

  /// The letters of the 25 smaller squares into which a square is divided, row by row from the
  /// north-west.
  private static let alphabet = Array("ABCDEFGHJKLMNOPQRSTUVWXYZ")

  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    let letters = text.compact.prefix(2)
    guard letters.count == 2, letters.allSatisfy(\.isUppercaseLetter) else {
      return numbers(text)
    }
    let digits = text.compact.dropFirst(2)
    let names = letters.map { Character(UnicodeScalar($0)) }
    guard digits.count % 2 == 0, digits.count <= 16, digits.allSatisfy(\.isDigit),
      text.isLabelled || (digits.count > 0 && "HJNOST".contains(names[0])),
      let first = alphabet.firstIndex(of: names[0]),
      let second = alphabet.firstIndex(of: names[1])
    else { return [] }
    let size = Double(square) / pow(10, Double(digits.count / 2))
    func metres(_ square: Int, _ digits: ArraySlice<UInt8>) -> Double {
      let rest = (Double(String(decoding: digits, as: UTF8.self)) ?? 0) * size + size / 2
      return Double(square * Self.square) + rest
    }
    let easting = metres(first % 5 * 5 + second % 5 - 10, digits.prefix(digits.count / 2))
    let northing = metres(
      (4 - first / 5) * 5 + (4 - second / 5) - 5, digits.suffix(digits.count / 2))
    guard eastings.contains(easting), northings.contains(northing) else {
      throw CoordinateParseError(
        code: .outOfRange,
        message: "the square \(String(names)) is outside the British grid", place: text.text)
    }
    return [BritishProjection.position(easting: easting, northing: northing)]
  }

  /// Returns the position for an easting and a northing of at least five digits each, written
  /// without grid letters.
  private static func numbers(_ text: CoordinateText) -> [Coordinate] {
    // Only Swiss coordinates are grouped with apostrophes.
    guard !text.text.contains(where: { "'’".contains($0) }),
      let (easting, northing) = MetrePair(text.text)?.values, eastings.contains(easting),
      northings.contains(northing)
    else { return [] }
    return [BritishProjection.position(easting: easting, northing: northing)]
  }
}
