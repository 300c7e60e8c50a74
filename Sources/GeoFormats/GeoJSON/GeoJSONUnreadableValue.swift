/// A property whose name matches a field of a place or path, but whose value is not valid for the
/// field.
///
/// The property is kept as an extension value.
struct GeoJSONUnreadableValue {
  /// The property's name in lower case.
  let name: String
  let field: GeoJSONField
  let note: GeoJSONNote
  let detail: String
  let place: Diagnostic.Place

  /// Creates a description of a property whose value cannot be read. Returns nil if the value can
  /// be read or is an empty string, or if no field corresponds to the property.
  ///
  /// An unreadable value is reported as a fault only if it has the JSON type expected for the field
  /// and the property is defined by simplestyle, GPX or Cartographer's exports. Any other value may
  /// have a different meaning in the program that wrote the file.
  init?(_ member: GeoJSONMember, at place: @autoclosure () -> Diagnostic.Place) {
    guard let field = GeoJSONField(member.name), member.string != "", !field.reads(member) else {
      return nil
    }
    self.field = field
    self.place = place()
    name = member.name.lowercased()
    let shown = Excerpt.of(member.string ?? member.text)
    let isFault = field.hasType(of: member) && Self.faultNames.contains(name)
    switch field {
    case .time where isFault: (note, detail) = (.timeText, "“\(shown)”")
    case .elevation where isFault: (note, detail) = (.elevationText, "“\(shown)”")
    default:
      note = isFault ? .invalidProperty(name) : .otherProperty(name)
      detail =
        "the property “\(member.name)” has the value “\(shown)”, which is not \(field.description)"
    }
  }

  /// The property names that are defined by simplestyle, GPX or Cartographer's exports. Names that
  /// other programs use in another sense, such as `number`, are excluded.
  private static let faultNames: Set<String> = [
    "time", "ele", "marker-color", "stroke", "groups", "links", "_gpxtype", "sat", "dgpsid", "hdop",
    "vdop", "pdop", "magvar", "geoidheight", "ageofdgpsdata",
  ]
}

extension GeoJSONField {
  /// A description of the field's valid values, used at the end of a message.
  fileprivate var description: String {
    switch self {
    case .time: "a date and time"
    case .colour: "a colour such as #1E90FF"
    case .groups: "an array of strings"
    case .links: "an array of objects with an href member"
    case .pathKind: "wpt, rte or trk"
    case .number, .satellites, .dgpsID: "a whole number"
    case .elevation, .hdop, .vdop, .pdop, .magneticVariation, .geoidHeight, .ageOfDGPSData:
      "a decimal number"
    case .name, .details, .comment, .notes, .type, .source, .symbol, .fix: "a string"
    }
  }

  fileprivate func reads(_ member: GeoJSONMember) -> Bool {
    switch self {
    case .name, .details, .comment, .notes, .type, .source, .symbol: member.shownText != nil
    case .time: GeoJSONTime.of(member) != nil
    case .colour: member.string.flatMap(GeoJSONColour.parse) != nil
    case .groups: member.texts?.isComplete == true
    case .links: member.links != nil
    case .pathKind: ["wpt", "rte", "trk"].contains(member.string)
    case .number: member.number.flatMap { Int(exactly: $0) } != nil
    case .satellites, .dgpsID: member.integer != nil
    case .elevation, .hdop, .vdop, .pdop, .magneticVariation, .geoidHeight, .ageOfDGPSData:
      member.decimal != nil
    case .fix: member.string != nil
    }
  }

  /// Returns whether a member's value has the JSON type expected for this field.
  fileprivate func hasType(of member: GeoJSONMember) -> Bool {
    let start = member.json?.utf8.first
    return switch self {
    case .groups: start == UInt8(ascii: "[")
    case .links: member.string != nil || start == UInt8(ascii: "[")
    case .satellites, .dgpsID, .elevation, .hdop, .vdop, .pdop, .magneticVariation, .geoidHeight,
      .ageOfDGPSData:
      member.string != nil || start.map { !"[{tfTF".utf8.contains($0) } ?? false
    default: member.string != nil
    }
  }
}
