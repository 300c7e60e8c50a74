/// A field of a place or path that is read from a property of a GeoJSON feature.
enum GeoJSONField {
  case name
  case details
  case comment
  case notes
  case type
  case source
  case symbol
  case colour
  case groups
  case links
  case pathKind
  case number
  case time
  case elevation
  case satellites
  case dgpsID
  case fix
  case hdop
  case vdop
  case pdop
  case magneticVariation
  case geoidHeight
  case ageOfDGPSData

  /// The fields, keyed by property name in lower case.
  private static let fields: [String: GeoJSONField] = [
    "name": .name, "title": .name,
    "description": .details, "desc": .details,
    "cmt": .comment, "comment": .comment,
    "notes": .notes, "type": .type, "src": .source,
    "marker-symbol": .symbol, "sym": .symbol, "symbol": .symbol,
    "marker-color": .colour, "stroke": .colour, "color": .colour, "colour": .colour,
    "groups": .groups, "links": .links, "_gpxtype": .pathKind, "number": .number,
    "time": .time, "timestamp": .time, "datetime": .time, "recorded_at": .time, "when": .time,
    "ele": .elevation, "elevation": .elevation, "altitude": .elevation,
  ]

  /// The fields of GPX points, keyed by property name. These names are recognised only in lower
  /// case.
  private static let pointFields: [String: GeoJSONField] = [
    "sat": .satellites, "dgpsid": .dgpsID, "fix": .fix, "hdop": .hdop, "vdop": .vdop, "pdop": .pdop,
    "magvar": .magneticVariation, "geoidheight": .geoidHeight, "ageofdgpsdata": .ageOfDGPSData,
  ]

  /// Creates the field for the property with the given name. Returns nil if no field corresponds to
  /// the property.
  init?(_ name: String) {
    guard let field = Self.fields[name.lowercased()] ?? Self.pointFields[name] else { return nil }
    self = field
  }

  /// Returns the name of the property that takes precedence over the field's other properties.
  /// Returns nil if all properties have equal precedence.
  func standardName(isPlace: Bool) -> String? {
    switch self {
    case .name: "name"
    case .details: "description"
    case .comment: "cmt"
    case .symbol: "marker-symbol"
    case .colour: isPlace ? "marker-color" : "stroke"
    default: nil
    }
  }
}
