/// The kind of value that a table column contains.
enum CSVField: Int, CaseIterable, Hashable {
  case latitude
  case longitude
  case latitudeHemisphere
  case longitudeHemisphere
  /// Latitude and longitude in one cell, or a geometry in well-known text.
  case position
  case elevation
  case time
  case date
  case name
  case comment
  case details
  case symbol
  case type
  case source
  case links
  case groups
  case notes
  case colour
  /// The kind of item that a row describes: a place, a route or a track.
  case kind
  /// The identifier of the path to which the row belongs. If the identifier changes, a new path
  /// begins.
  case pathID
  /// The name of the path to which the row belongs. In tables without path identifiers, a row with
  /// a new name begins a new path.
  case path
  case segment
  case pathNumber
  case pathType
  case pathSymbol
  case pathComment
  case pathDetails
  case pathSource
  case pathLinks
  case heartRate
  case cadence
  case airTemperature
  case waterTemperature
  case depth
  case speed
  case course
  case bearing
  case power
  case distance
  case satellites
  case fix
  case hdop
  case vdop
  case pdop
  case geoidHeight
  case magneticVariation
  case correctionAge
  case correctionStation
  /// The row number, which is not imported.
  case rowNumber

  /// The fields' names in the option `--columns`, in the order of the enumeration's cases.
  private static let keys = [
    "lat", "lon", "ns", "ew", "position", "ele", "time", "date", "name", "cmt", "desc", "sym",
    "type", "src", "link", "group", "notes", "color", "kind", "pathid", "path", "segment",
    "pathnumber", "pathtype", "pathsym", "pathcmt", "pathdesc", "pathsrc", "pathlink", "hr",
    "cad", "temp", "wtemp", "depth", "speed", "course", "bearing", "power", "distance", "sat",
    "fix", "hdop", "vdop", "pdop", "geoid", "magvar", "dgpsage", "dgpsid", "row",
  ]

  /// The field's name in the option `--columns`.
  var key: String { Self.keys[rawValue] }

  /// Returns the field with the given name in the option `--columns`. Returns nil if the name is
  /// unknown.
  static func named(_ key: String) -> CSVField? {
    keys.firstIndex(of: key).flatMap { CSVField(rawValue: $0) }
  }

  /// The sensor whose values are stored in the column. Nil if the column contains no sensor values.
  /// The sensor cases are in the same order as those of ``GeoSensor``.
  var sensor: GeoSensor? { GeoSensor(rawValue: rawValue - Self.heartRate.rawValue) }

  /// The column's name in exported files.
  var header: String {
    switch self {
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .latitudeHemisphere: "N/S"
    case .longitudeHemisphere: "E/W"
    case .elevation: "elevation"
    case .comment: "comment"
    case .details: "description"
    case .symbol: "symbol"
    case .source: "source"
    case .links: "links"
    case .groups: "groups"
    case .colour: "colour"
    case .pathID: "path id"
    case .pathNumber: "path number"
    case .pathType: "path type"
    case .pathSymbol: "path symbol"
    case .pathComment: "path comment"
    case .pathDetails: "path description"
    case .pathSource: "path source"
    case .pathLinks: "path links"
    case .heartRate: "heart rate"
    case .cadence: "cadence"
    case .airTemperature: "air temperature"
    case .waterTemperature: "water temperature"
    case .satellites: "satellites"
    case .geoidHeight: "geoid height"
    case .magneticVariation: "magnetic variation"
    case .correctionAge: "DGPS age"
    case .correctionStation: "DGPS station"
    case .rowNumber: "row number"
    default: key
    }
  }

  /// The physical quantity of the column's numbers. Nil if they need no unit conversion.
  var quantity: CSVUnit.Dimension? {
    switch self {
    case .elevation, .depth, .distance, .geoidHeight: .length
    case .speed: .speed
    case .airTemperature, .waterTemperature: .temperature
    default: nil
    }
  }
}

/// The unit of the numbers in a table column. A number in the column × `factor` + `offset` is the
/// value in metres, metres per second or degrees Celsius.
struct CSVUnit: Equatable {
  /// A physical quantity whose unit can be part of a column's name.
  enum Dimension {
    /// A length, in metres.
    case length
    /// A speed, in metres per second.
    case speed
    /// A temperature, in degrees Celsius.
    case temperature
  }

  var factor = 1.0
  var offset = 0.0

  /// Returns the unit with the given name, such as `ft` or `km/h`. Returns nil if the name is
  /// unknown.
  ///
  /// - Parameter name: The name in lower case, without blanks or full stops.
  static func named(_ name: String, _ quantity: Dimension) -> CSVUnit? {
    let known: [String: CSVUnit] =
      switch quantity {
      case .length:
        [
          "m": CSVUnit(), "meter": CSVUnit(), "meters": CSVUnit(), "metres": CSVUnit(),
          "metre": CSVUnit(), "mtr": CSVUnit(), "mamsl": CSVUnit(), "mnn": CSVUnit(),
          "masl": CSVUnit(), "mslm": CSVUnit(), "msl": CSVUnit(), "müm": CSVUnit(),
          "ft": CSVUnit(factor: 0.3048), "feet": CSVUnit(factor: 0.3048),
          "foot": CSVUnit(factor: 0.3048), "km": CSVUnit(factor: 1000),
          "mi": CSVUnit(factor: 1609.344), "miles": CSVUnit(factor: 1609.344),
          "nm": CSVUnit(factor: 1852), "nmi": CSVUnit(factor: 1852),
        ]
      case .speed:
        [
          "m/s": CSVUnit(), "ms": CSVUnit(), "mps": CSVUnit(), "m/sec": CSVUnit(),
          "km/h": CSVUnit(factor: 1 / 3.6), "kmh": CSVUnit(factor: 1 / 3.6),
          "kph": CSVUnit(factor: 1 / 3.6), "mph": CSVUnit(factor: 0.44704),
          "mi/h": CSVUnit(factor: 0.44704), "kn": CSVUnit(factor: 1852.0 / 3600),
          "kt": CSVUnit(factor: 1852.0 / 3600), "kts": CSVUnit(factor: 1852.0 / 3600),
          "knots": CSVUnit(factor: 1852.0 / 3600),
        ]
      case .temperature:
        [
          "c": CSVUnit(), "°c": CSVUnit(), "celsius": CSVUnit(),
          "f": CSVUnit(factor: 5.0 / 9, offset: -160.0 / 9),
          "°f": CSVUnit(factor: 5.0 / 9, offset: -160.0 / 9),
          "fahrenheit": CSVUnit(factor: 5.0 / 9, offset: -160.0 / 9),
        ]
      }
    return known[name]
  }
}
