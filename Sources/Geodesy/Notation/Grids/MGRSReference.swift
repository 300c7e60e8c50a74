import Foundation

/// Functions that write and read grid references of the Military Grid Reference System, such as
/// `32T LR 21836 66054`.
///
/// Because a grid reference denotes a square, coordinates are not rounded but truncated to the
/// reference's number of digits. The reader returns the square's centre. Source: NGA, “Universal
/// grids and grid reference systems”, NGA.STND.0037 (2014), section 3 and figures 3 to 7 (the
/// letters of the squares of 100 km).
enum MGRSReference {
  /// The column letters of zones 1, 2 and 3. The letters repeat every three zones.
  private static let columns = ["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"].map(Array.init)
  private static let rows = Array("ABCDEFGHJKLMNPQRSTUV")

  /// The column letters in the UPS grids, keyed by the band letter (A, B, Y or Z). `first` is the
  /// first column's number, in units of 100 km.
  private static let polarColumns: [Character: (letters: [Character], first: Int)] = [
    "A": (Array("JKLPQRSTUXYZ"), 8), "B": (Array("ABCFGHJKLPQR"), 20),
    "Y": (Array("RSTUXYZ"), 13), "Z": (Array("ABCFGHJ"), 20),
  ]
  private static let southernRows = (letters: Array("ABCDEFGHJKLMNPQRSTUVWXYZ"), first: 8)
  private static let northernRows = (letters: Array("ABCDEFGHJKLMNP"), first: 13)

  private static let square = 100_000.0

  // MARK: Writing

  @Sendable static func write(_ position: Coordinate) -> String? {
    let zone = GridZone(of: position)
    let band = GridZone.band(of: position)
    let (easting, northing) = zone.project(position)
    let (east, north) = (wholeMetres(easting), wholeMetres(northing))
    let (column, row) = (east / 100_000, north / 100_000)
    let letters: (Character, Character)
    if zone.isPolar {
      guard let columns = polarColumns[band] else { return nil }
      let rows = zone.isNorthern ? northernRows : southernRows
      guard columns.letters.indices.contains(column - columns.first),
        rows.letters.indices.contains(row - rows.first)
      else { return nil }
      letters = (columns.letters[column - columns.first], rows.letters[row - rows.first])
    } else {
      guard (1...8).contains(column) else { return nil }
      letters = (
        columns[(zone.number - 1) % 3][column - 1], rows[(row + Self.offset(zone)) % 20]
      )
    }
    let digits = "\(padded(east % 100_000, 5)) \(padded(north % 100_000, 5))"
    let number = zone.isPolar ? "" : "\(zone.number)"
    return "\(number)\(band) \(letters.0)\(letters.1) \(digits)"
  }

  /// Returns the index of the row letter at northing 0, which is A in odd zones and F in even
  /// zones.
  private static func offset(_ zone: GridZone) -> Int { zone.number % 2 == 0 ? 5 : 0 }

  // MARK: Reading

  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    guard let written = Written(text.compact), written.digits > 0 || text.isLabelled else {
      return []
    }
    func refusal(_ message: String) -> CoordinateParseError {
      CoordinateParseError(code: .outOfRange, message: message, place: text.text)
    }
    guard let number = written.number else {
      guard let position = polarPosition(of: written) else {
        throw refusal("“\(text.text)” is outside the polar MGRS grid")
      }
      return [position]
    }
    guard (1...60).contains(number) else {
      throw refusal("MGRS zone \(number) is outside 1…60")
    }
    guard let position = position(of: written, zone: number) else {
      throw refusal(
        "the square \(written.column)\(written.row) is not in MGRS zone \(number)\(written.band)"
      )
    }
    return [position]
  }

  private static func position(of written: Written, zone number: Int) -> Coordinate? {
    guard let latitudes = GridZone.latitudes(ofBand: written.band),
      let column = columns[(number - 1) % 3].firstIndex(of: written.column),
      let row = rows.firstIndex(of: written.row)
    else { return nil }
    let zone = GridZone(number: number, isNorthern: written.band >= "N")
    let easting = Double(column + 1) * square + written.easting
    // The rows repeat every 2 000 km; the band decides between the repetitions.
    let lowest = [0.0, 6].map { away in
      zone.project(
        Coordinate(
          latitude: latitudes.lowerBound, longitude: zone.centralMeridian + away)
      ).northing
    }.min()
    var northing = Double((row - offset(zone) + 20) % 20) * square + written.northing
    let floor = ((lowest ?? 0) / square).rounded(.down) * square
    while northing < floor { northing += 20 * square }
    let position = zone.position(easting: easting, northing: northing)
    // A square can extend a little beyond the edge of its band.
    let slack = 1.0
    guard position.latitude >= latitudes.lowerBound - slack,
      position.latitude <= latitudes.upperBound + slack
    else { return nil }
    return position
  }

  private static func polarPosition(of written: Written) -> Coordinate? {
    let isNorthern = written.band >= "N"
    let rows = isNorthern ? northernRows : southernRows
    guard let columns = polarColumns[written.band],
      let column = columns.letters.firstIndex(of: written.column),
      let row = rows.letters.firstIndex(of: written.row)
    else { return nil }
    return GridZone(number: 0, isNorthern: isNorthern).position(
      easting: Double(column + columns.first) * square + written.easting,
      northing: Double(row + rows.first) * square + written.northing)
  }

  /// The parts of an MGRS reference, read from text. The easting and northing give the centre of
  /// the denoted square, relative to its 100 km square.
  private struct Written {
    let number: Int?
    let band: Character
    let column: Character
    let row: Character
    /// The number of digits in the easting.
    let digits: Int
    let easting: Double
    let northing: Double

    init?(_ bytes: [UInt8]) {
      let zone = bytes.prefix(3).prefix(while: \.isDigit)
      let letters = bytes.dropFirst(zone.count).prefix(while: \.isUppercaseLetter)
      let rest = bytes.dropFirst(zone.count + letters.count)
      guard zone.count <= 2, letters.count == 3, rest.count <= 16, rest.count % 2 == 0,
        rest.allSatisfy(\.isDigit)
      else { return nil }
      let names = letters.map { Character(UnicodeScalar($0)) }
      band = names[0]
      guard zone.isEmpty == "ABYZ".contains(band), !"IO".contains(band) else { return nil }
      column = names[1]
      row = names[2]
      number = Int(String(decoding: zone, as: UTF8.self))
      digits = rest.count / 2
      let size = square / pow(10, Double(digits))
      func metres(_ digits: ArraySlice<UInt8>) -> Double {
        (Double(String(decoding: digits, as: UTF8.self)) ?? 0) * size + size / 2
      }
      easting = metres(rest.prefix(digits))
      northing = metres(rest.suffix(digits))
    }
  }
}
