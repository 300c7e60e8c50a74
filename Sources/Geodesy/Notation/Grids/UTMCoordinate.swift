/// Functions that write and read UTM coordinates, such as `32T 321836 5066054`, and UPS
/// coordinates, such as `Z 2115776 1343401`.
///
/// Source: NGA, “Universal grids and grid reference systems”, NGA.STND.0037 (2014), sections 3
/// and 4. Projections: ``TransverseMercator`` and ``PolarStereographic``.
enum UTMCoordinate {
  @Sendable static func write(_ position: Coordinate) -> String? {
    let zone = GridZone(of: position)
    let (easting, northing) = zone.project(position)
    let prefix = zone.isPolar ? "" : "\(zone.number)"
    return """
      \(prefix)\(GridZone.band(of: position)) \(Int(easting.rounded())) \(Int(northing.rounded()))
      """
  }

  @Sendable static func read(
    _ text: CoordinateText
  ) throws(CoordinateParseError) -> [Coordinate] {
    guard let written = Written(text.text) else { return [] }
    guard let number = written.number else { return [try readPolar(written)] }
    guard (1...60).contains(number) else {
      throw outOfRange("UTM zone \(number) is outside 1…60", text)
    }
    guard GridZone.latitudes(ofBand: written.letter) != nil else {
      throw outOfRange(
        "“\(written.letter)” is not a UTM band; the bands are C…X without I and O", text)
    }
    let found = meanings(of: written, inZone: number, isExpected: text.isExpected)
    guard !found.isEmpty else {
      throw outOfRange(
        "the position is not in band \(written.letter) of UTM zone \(number)", text)
    }
    return found
  }

  /// Returns the positions that a UTM coordinate could denote. The letters N and S can denote a
  /// latitude band or a hemisphere, so a coordinate with the letter S can denote two positions.
  /// Text that is expected to come from this program has only one meaning, since the program writes
  /// bands.
  private static func meanings(
    of written: Written, inZone number: Int, isExpected: Bool
  ) -> [Coordinate] {
    guard (0...1_000_000).contains(written.easting), (0...10_000_000).contains(written.northing)
    else { return [] }
    var found: [Coordinate] = []
    func add(isNorthern: Bool, latitudes: ClosedRange<Double>) {
      let zone = GridZone(number: number, isNorthern: isNorthern)
      let position = zone.position(easting: written.easting, northing: written.northing)
      if position.isValid, latitudes.contains(position.latitude), !found.contains(position) {
        found.append(position)
      }
    }
    // Programs write the band of a neighbouring position within a kilometre of a band's edge.
    if let band = GridZone.latitudes(ofBand: written.letter) {
      add(
        isNorthern: written.letter >= "N",
        latitudes: band.lowerBound - 0.01...band.upperBound + 0.01)
    }
    if isExpected, !found.isEmpty { return found }
    if written.letter == "N" { add(isNorthern: true, latitudes: -0.01...84.5) }
    if written.letter == "S" { add(isNorthern: false, latitudes: -80.5...0.01) }
    return found
  }

  private static func readPolar(_ written: Written) throws(CoordinateParseError) -> Coordinate {
    let zone = GridZone(number: 0, isNorthern: written.letter >= "N")
    let range = zone.isNorthern ? 1_200_000.0...2_800_000 : 700_000.0...3_300_000
    guard range.contains(written.easting), range.contains(written.northing) else {
      throw outOfRange(
        "the position is outside the polar UPS grid", "\(written.easting) \(written.northing)")
    }
    return zone.position(easting: written.easting, northing: written.northing)
  }

  private static func outOfRange(_ message: String, _ text: CoordinateText) -> CoordinateParseError
  {
    outOfRange(message, text.text)
  }

  private static func outOfRange(_ message: String, _ place: String) -> CoordinateParseError {
    CoordinateParseError(code: .outOfRange, message: message, place: place)
  }

  /// The parts of a UTM or UPS coordinate, read from text.
  private struct Written {
    /// The UTM zone's number, or nil for the polar grid.
    let number: Int?
    let letter: Character
    let easting: Double
    let northing: Double

    init?(_ text: String) {
      var scanner = GridScanner(text)
      scanner.skip(["ZONE"])
      scanner.skipSeparators()
      let zone = scanner.digits()
      scanner.skipSeparators()
      let letters = scanner.letters()
      guard zone.count <= 2, let letter = letters.first, letters.count == 1,
        zone.isEmpty ? "ABYZ".contains(letter) : true
      else { return nil }
      scanner.skipSeparators()
      scanner.skip(["E"])
      scanner.skipSeparators()
      guard let easting = scanner.metres(unit: ["ME", "M E", "M", "E"]), easting.digits <= 7
      else { return nil }
      scanner.skipSeparators()
      scanner.skip(["N"])
      scanner.skipSeparators()
      // A northing near the equator is short, and an easting has at least five digits.
      guard let northing = scanner.metres(unit: ["MN", "M N", "M", "N"]), northing.digits <= 8,
        easting.digits >= 5, scanner.isAtEnd
      else { return nil }
      number = Int(zone)
      self.letter = letter
      self.easting = easting.value
      self.northing = northing.value
    }
  }
}
