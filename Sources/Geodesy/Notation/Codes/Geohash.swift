/// Functions that write and read geohashes, such as `u0hu0sn258`.
///
/// A geohash denotes a cell between two parallels and two meridians. The reader returns the cell's
/// centre. Source: G. Niemeyer, geohash.org (2008); the bits of longitude and latitude alternate,
/// beginning with the longitude, and each character encodes five bits.
enum Geohash {
  private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
  private static let writtenLength = 10
  private static let maximumLength = 12

  @Sendable static func write(_ position: Coordinate) -> String? {
    var south = -90.0
    var west = -180.0
    var (height, width) = (180.0, 360.0)
    var characters: [UInt8] = []
    var value = 0
    for bit in 0..<writtenLength * 5 {
      value *= 2
      if bit % 2 == 0 {
        width /= 2
        if position.longitude >= west + width {
          west += width
          value += 1
        }
      } else {
        height /= 2
        if position.latitude >= south + height {
          south += height
          value += 1
        }
      }
      if bit % 5 == 4 {
        characters.append(alphabet[value])
        value = 0
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Reads a geohash. Unless the notation's name precedes the geohash, at least five lower-case
  /// characters with a letter and a digit are required, so that words and grid references are not
  /// mistaken for geohashes.
  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    let bytes = Array((text.isLabelled ? text.text.lowercased() : text.text).utf8)
    guard (1...maximumLength).contains(bytes.count) else { return [] }
    if !text.isLabelled, !(text.isExpected && bytes.count == writtenLength) {
      guard bytes.count >= 5, bytes.contains(where: \.isDigit),
        bytes.contains(where: \.isLowercaseLetter)
      else { return [] }
    }
    var south = -90.0
    var west = -180.0
    var (height, width) = (180.0, 360.0)
    for (index, byte) in bytes.enumerated() {
      guard let value = alphabet.firstIndex(of: byte) else { return [] }
      for bit in 0..<5 {
        let isSet = value & (16 >> bit) != 0
        if (index * 5 + bit) % 2 == 0 {
          width /= 2
          if isSet { west += width }
        } else {
          height /= 2
          if isSet { south += height }
        }
      }
    }
    return [Coordinate(latitude: south + height / 2, longitude: west + width / 2)]
  }
}
