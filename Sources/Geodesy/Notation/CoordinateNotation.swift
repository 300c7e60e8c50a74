/// A notation for coordinates, with the functions that read and write it.
///
/// ``all`` lists the notations, and ``CoordinateParser`` reads text in any of them.
public struct CoordinateNotation: Identifiable, Sendable {
  typealias Writer = @Sendable (Coordinate) -> String?
  /// A function that returns every coordinate that a text can represent in this notation. The
  /// function returns an empty array if the text does not have the notation's form, and throws an
  /// error if the text has the form but is not valid.
  typealias Reader =
    @Sendable (CoordinateText) throws(CoordinateParseError) -> [Coordinate]

  /// The notation's name, such as `utm`, as used in options, in settings and as a prefix of
  /// coordinates.
  public let id: String
  /// Other names that are accepted in place of the ID.
  public let aliases: [String]
  public let title: String
  /// The position 45.7251° N 6.7104° E in this notation, as an example. If the notation does not
  /// cover this position, the example uses another position.
  public let example: String
  /// The notation's resolution: the maximum distance, in metres, between neighbouring coordinates.
  public let resolutionMetres: Double
  /// The error of the conversion from WGS 84, in metres, or 0 if the conversion is exact.
  public let accuracyMetres: Double
  private let write: Writer
  /// The function that reads coordinates in this notation. Nil for notations in degrees, since
  /// ``AngleText`` reads these.
  let read: Reader?

  init(
    _ id: String, aliases: [String] = [], title: String, example: String,
    resolutionMetres: Double, accuracyMetres: Double = 0, write: @escaping Writer,
    read: Reader?
  ) {
    self.id = id
    self.aliases = aliases
    self.title = title
    self.example = example
    self.resolutionMetres = resolutionMetres
    self.accuracyMetres = accuracyMetres
    self.write = write
    self.read = read
  }

  /// The registry of all notations.
  public static let all: [CoordinateNotation] = [
    decimalDegrees, degreesDecimalMinutes, degreesMinutesSeconds, utm, mgrs, plusCode, geohash,
    maidenhead, swissGrid, britishGrid, geoURI,
  ]

  /// Returns the notation with the given ID or alias. The result is nil if there is no such
  /// notation. The comparison ignores case.
  public static func named(_ name: String) -> CoordinateNotation? {
    let name = name.lowercased()
    return all.first { $0.id == name || $0.aliases.contains(name) }
  }

  /// Formats a coordinate. Outside the area of a national grid, the coordinate is formatted in
  /// decimal degrees.
  ///
  /// A latitude or longitude that is not finite is written as `–`.
  public func format(_ coordinate: Coordinate) -> String {
    text(for: coordinate) ?? WrittenDegrees.decimal.format(coordinate)
  }

  /// Formats a coordinate that the notation covers. For other coordinates, the result is nil.
  public func text(for coordinate: Coordinate) -> String? {
    coordinate.isValid ? write(coordinate) : nil
  }
}

extension CoordinateNotation: Hashable {
  public static func == (first: CoordinateNotation, second: CoordinateNotation) -> Bool {
    first.id == second.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CoordinateNotation {
  /// Decimal degrees, as in `45.72510°N 6.71040°E`.
  public static let decimalDegrees = CoordinateNotation(
    "degrees", aliases: ["decimal", "dd"], title: "decimal degrees",
    example: "45.72510°N 6.71040°E", resolutionMetres: 1.2,
    write: WrittenDegrees.decimal.format, read: nil)

  /// Degrees and decimal minutes, as in `45°43.506′N 6°42.624′E`.
  public static let degreesDecimalMinutes = CoordinateNotation(
    "minutes", aliases: ["dm", "ddm"], title: "degrees and minutes",
    example: "45°43.506′N 6°42.624′E", resolutionMetres: 1.9,
    write: WrittenDegrees.minutes.format, read: nil)

  /// Degrees, minutes and seconds, as in `45°43′30.4″N 6°42′37.4″E`.
  public static let degreesMinutesSeconds = CoordinateNotation(
    "seconds", aliases: ["dms"], title: "degrees, minutes and seconds",
    example: "45°43′30.4″N 6°42′37.4″E", resolutionMetres: 3.1,
    write: WrittenDegrees.seconds.format, read: nil)

  /// Universal Transverse Mercator, and Universal Polar Stereographic near the poles.
  public static let utm = CoordinateNotation(
    "utm", aliases: ["ups"], title: "UTM", example: "32T 321836 5066054", resolutionMetres: 1,
    write: UTMCoordinate.write, read: UTMCoordinate.read)

  /// NATO's Military Grid Reference System (MGRS), also called USNG.
  public static let mgrs = CoordinateNotation(
    "mgrs", aliases: ["usng"], title: "MGRS", example: "32T LR 21836 66054",
    resolutionMetres: 1, write: MGRSReference.write, read: MGRSReference.read)

  /// Plus Codes (Open Location Code).
  public static let plusCode = CoordinateNotation(
    "plus", aliases: ["pluscode", "olc"], title: "Plus Code", example: "8FQ8PPG6+25R",
    resolutionMetres: 3.5, write: PlusCode.write, read: PlusCode.read)

  public static let geohash = CoordinateNotation(
    "geohash", title: "geohash", example: "u0hu0sn258", resolutionMetres: 1.2,
    write: Geohash.write, read: Geohash.read)

  /// The Maidenhead locator, which radio amateurs use.
  public static let maidenhead = CoordinateNotation(
    "maidenhead", aliases: ["locator", "qth"], title: "Maidenhead locator",
    example: "JN35ir54fa", resolutionMetres: 39, write: MaidenheadLocator.write,
    read: MaidenheadLocator.read)

  /// Swiss coordinates (CH1903+) in the LV95 frame. Coordinates in the older LV03 frame are also
  /// accepted.
  public static let swissGrid = CoordinateNotation(
    "lv95", aliases: ["ch1903+", "ch1903", "lv03", "swiss"], title: "Swiss grid",
    example: "2600000 1200000", resolutionMetres: 1, accuracyMetres: 1,
    write: SwissGrid.write, read: SwissGrid.read)

  /// The British National Grid.
  public static let britishGrid = CoordinateNotation(
    "osgb", aliases: ["osgb36", "os", "bng"], title: "British grid",
    example: "NN 16667 71285", resolutionMetres: 1, accuracyMetres: 5,
    write: BritishGrid.write, read: BritishGrid.read)

  /// The `geo:` URI of RFC 5870.
  public static let geoURI = CoordinateNotation(
    "geo", title: "geo: URI", example: "geo:45.72510,6.71040",
    resolutionMetres: 1.2, write: GeoURI.write, read: GeoURI.read)
}
