/// Functions that write and read Plus Codes, such as `8FQ8PPG6+25R`.
///
/// A Plus Code denotes a cell between two parallels and two meridians. The reader returns the
/// cell's centre. Source: Google, “Open Location Code specification” (2014–2024). ``ShortPlusCode``
/// completes codes whose first digits are missing.
enum PlusCode {
  static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let separator = UInt8(ascii: "+")
  private static let padding = UInt8(ascii: "0")
  /// The number of digits before a Plus Code's separator.
  private static let prefixLength = 8
  /// The number of leading digits in a code that form pairs, each with a latitude digit and a
  /// longitude digit. Each pair divides a cell into 20 × 20 cells; each digit after the pairs
  /// divides a cell into 4 columns and 5 rows.
  private static let pairLength = 10
  private static let maximumLength = 15
  /// The number of cells per degree in the finest grid: 20³ · 5⁵ for latitude and 20³ · 4⁵ for
  /// longitude.
  private static let latitudeUnits = 25_000_000
  private static let longitudeUnits = 8_192_000

  // MARK: Writing

  @Sendable static func write(_ position: Coordinate) -> String? {
    text(for: position, length: 11)
  }

  /// Returns the Plus Code for a position.
  ///
  /// - Parameter length: The number of digits, 10…15.
  static func text(for position: Coordinate, length: Int) -> String {
    // Rounding to a millionth of a unit corrects products such as 1.2 · 25 000 000.
    func units(_ degrees: Double, _ perDegree: Int) -> Int {
      Int(((degrees * Double(perDegree) * 1e6).rounded() / 1e6).rounded(.down))
    }
    var latitude = units(position.latitude + 90, latitudeUnits)
    var longitude = units(position.longitude + 180, longitudeUnits) % (360 * longitudeUnits)
    // The pole belongs to the northernmost cell.
    latitude = min(latitude, 180 * latitudeUnits - 1)
    var digits: [UInt8] = []
    for _ in pairLength..<maximumLength {
      digits.append(alphabet[latitude % 5 * 4 + longitude % 4])
      latitude /= 5
      longitude /= 4
    }
    for _ in 0..<pairLength / 2 {
      digits.append(alphabet[longitude % 20])
      digits.append(alphabet[latitude % 20])
      latitude /= 20
      longitude /= 20
    }
    digits.reverse()
    digits.insert(separator, at: prefixLength)
    return String(decoding: digits.prefix(length + 1), as: UTF8.self)
  }

  // MARK: Reading

  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    guard text.text.contains("+") else { return [] }
    if let position = cell(of: text.compact)?.centre ?? fullCodePosition(in: text.text) {
      return [position]
    }
    guard let short = ShortPlusCode(text.text) else { return [] }
    if !short.locality.isEmpty {
      return [short.coordinate(near: try referencePosition(of: short))]
    }
    guard let reference = text.reference else { throw short.needsReference }
    return [short.coordinate(near: reference)]
  }

  /// Returns the position of the first full code in the given text. The result is nil if the text
  /// contains no full code. The text can also contain a place name.
  static func fullCodePosition(in text: String) -> Coordinate? {
    let words = text.uppercased().split { $0.isWhitespace || $0 == "," }
    return words.lazy.compactMap { cell(of: Array($0.utf8))?.centre }.first
  }

  private static func referencePosition(
    of short: ShortPlusCode
  ) throws(CoordinateParseError) -> Coordinate {
    do throws(CoordinateParseError) {
      return try CoordinateParser.parse(short.locality)
    } catch {
      throw short.needsReference
    }
  }

  /// Returns the cell that a full code denotes. The result is nil if the text is not a full code.
  static func cell(of code: [UInt8]) -> Area? {
    guard let plus = code.firstIndex(of: separator), plus == prefixLength,
      code.count != prefixLength + 2
    else { return nil }
    let prefix = code[..<plus]
    let rest = code[(plus + 1)...]
    let digits = prefix.prefix { $0 != padding } + rest
    let zeros = prefix.drop { $0 != padding }
    guard zeros.allSatisfy({ $0 == padding }), zeros.count % 2 == 0, zeros.count < prefixLength,
      zeros.isEmpty || rest.isEmpty
    else { return nil }
    var (latitude, longitude) = (0, 0)
    var (height, width) = (400 * latitudeUnits, 400 * longitudeUnits)
    for (index, digit) in digits.enumerated() {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      guard index < maximumLength else { continue }
      if index >= pairLength {
        height /= 5
        width /= 4
        latitude += value / 4 * height
        longitude += value % 4 * width
      } else if index % 2 == 0 {
        height /= 20
        latitude += value * height
      } else {
        width /= 20
        longitude += value * width
      }
    }
    guard latitude < 180 * latitudeUnits, longitude < 360 * longitudeUnits else { return nil }
    return Area(
      south: Double(latitude) / Double(latitudeUnits) - 90,
      west: Double(longitude) / Double(longitudeUnits) - 180,
      height: Double(height) / Double(latitudeUnits),
      width: Double(width) / Double(longitudeUnits))
  }

  /// The area denoted by a Plus Code, in degrees.
  struct Area {
    let south: Double
    let west: Double
    let height: Double
    let width: Double

    var centre: Coordinate {
      Coordinate(latitude: min(south + height / 2, 90), longitude: west + width / 2)
    }
  }
}
