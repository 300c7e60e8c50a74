/// Functions that write and read Maidenhead locators, such as `JN35ir54fa`.
///
/// A Maidenhead locator denotes a cell between two parallels and two meridians. The reader returns
/// the cell's centre. Source: IARU Region 1, VHF Managers Handbook (2023), “Locator system”; each
/// pair of characters divides the preceding pair's cell, using 18 letters, 10 digits, 24 letters,
/// 10 digits and 24 letters in turn.
enum MaidenheadLocator {
  /// The number of parts, in latitude and in longitude, into which each character pair of a locator
  /// divides a cell.
  private static let divisions = [18, 10, 24, 10, 24]

  @Sendable static func write(_ position: Coordinate) -> String? {
    // The smallest cells in a degree of latitude; those of longitude are twice as wide.
    let perDegree = 24.0 * 10 * 24
    let total = 180 * 24 * 10 * 24
    // Rounding to a millionth of a cell corrects products of fractions such as 1/24.
    func cells(_ degrees: Double) -> Int {
      min(Int(((degrees * perDegree * 1e6).rounded() / 1e6).rounded(.down)), total - 1)
    }
    var latitude = cells(position.latitude + 90)
    // The meridian 180° belongs to the westernmost cell.
    var longitude = cells((position.longitude == 180 ? 0 : position.longitude + 180) / 2)
    var characters: [UInt8] = []
    for (index, division) in divisions.enumerated().reversed() {
      characters.append(character(latitude % division, index))
      characters.append(character(longitude % division, index))
      latitude /= division
      longitude /= division
    }
    return String(decoding: characters.reversed(), as: UTF8.self)
  }

  private static func character(_ value: Int, _ index: Int) -> UInt8 {
    let first = index % 2 == 1 ? UInt8(ascii: "0") : UInt8(ascii: index == 0 ? "A" : "a")
    return first + UInt8(value)
  }

  /// Reads a locator of 4 to 10 characters. If the name of the notation precedes the locator, 2
  /// characters are enough.
  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    let bytes = text.compact
    guard bytes.count % 2 == 0, (text.isLabelled ? 2...10 : 4...10).contains(bytes.count),
      bytes.count == text.text.utf8.count
    else { return [] }
    var (latitude, longitude) = (-90.0, -180.0)
    var height = 180.0
    for (index, division) in divisions.prefix(bytes.count / 2).enumerated() {
      let first = UInt8(ascii: index % 2 == 1 ? "0" : "A")
      let pair = bytes[2 * index..<2 * index + 2]
      guard pair.allSatisfy({ $0 >= first && Int($0 - first) < division }) else { return [] }
      height /= Double(division)
      longitude += Double(pair[2 * index] - first) * height * 2
      latitude += Double(pair[2 * index + 1] - first) * height
    }
    return [Coordinate(latitude: latitude + height / 2, longitude: longitude + height)]
  }
}
