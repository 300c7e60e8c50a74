/// A property that is named like a field of a place or path, but whose value the field cannot have.
///
/// The property is kept as an extension value.
struct GeoJSONUnreadableValue {
  /// The property's name in lower case.
  let name: String
  let note: GeoJSONNote
  let detail: String
  let place: Diagnostic.Place

  /// Returns whether a property with the given name is read into a field.
  static func isField(_ name: String) -> Bool { Field(name) != nil }

  /// Returns how a property is to be reported if its value cannot be read. Returns nil if the value
  /// can be read or is an empty text, and for properties that do not belong to a field.
  ///
  /// A value is a fault if its property is defined by simplestyle, GPX or Cartographer's exports and
  /// it has the JSON type of the field. Any other value may have another meaning in the program that
  /// wrote the file.
  static func note(for member: GeoJSONMember) -> (note: GeoJSONNote, detail: String)? {
    guard let field = Field(member.name), member.string != "", !field.reads(member) else {
      return nil
    }
    let name = member.name.lowercased()
    let shown = Excerpt.of(member.string ?? member.text)
    let isFault = field.hasType(of: member) && faultNames.contains(name)
    switch field {
    case .time where isFault: return (.time, "“\(shown)”")
    case .elevation where isFault: return (.elevationText, "“\(shown)”")
    default:
      let detail =
        "the property “\(member.name)” has the value “\(shown)”, which is not \(field.description)"
      return (isFault ? .invalidProperty(name) : .otherProperty(name), detail)
    }
  }

  /// The names that are defined by simplestyle, GPX or Cartographer's exports. Names that other
  /// programs use in another sense, such as `number`, are missing.
  private static let faultNames: Set<String> = [
    "time", "ele", "marker-color", "stroke", "groups", "links", "_gpxtype", "sat", "dgpsid", "hdop",
    "vdop", "pdop", "magvar", "geoidheight", "ageofdgpsdata",
  ]

  /// The kind of value that a field can have.
  private enum Field {
    case text
    case time
    case elevation
    case colour
    case groups
    case links
    case pathKind
    case pathNumber
    case integer
    case decimal
    case fix

    init?(_ name: String) {
      switch name.lowercased() {
      case "name", "title", "description", "desc", "cmt", "comment", "notes", "type", "src",
        "marker-symbol", "sym", "symbol":
        self = .text
      case "time", "timestamp", "datetime", "recorded_at", "when": self = .time
      case "ele", "elevation", "altitude": self = .elevation
      case "marker-color", "stroke", "color", "colour": self = .colour
      case "groups": self = .groups
      case "links": self = .links
      case "_gpxtype": self = .pathKind
      case "number": self = .pathNumber
      default:
        // These names are read only in lower case.
        switch name {
        case "sat", "dgpsid": self = .integer
        case "hdop", "vdop", "pdop", "magvar", "geoidheight", "ageofdgpsdata": self = .decimal
        case "fix": self = .fix
        default: return nil
        }
      }
    }

    /// The kind of value, as the end of a message.
    var description: String {
      switch self {
      case .text: "a text"
      case .time: "a date and time"
      case .elevation, .decimal: "a decimal number"
      case .colour: "a colour such as #1E90FF"
      case .groups: "an array of texts"
      case .links: "an array of objects with an href"
      case .pathKind: "wpt, rte or trk"
      case .pathNumber, .integer: "a whole number"
      case .fix: "a text"
      }
    }

    func reads(_ member: GeoJSONMember) -> Bool {
      switch self {
      case .text: member.shownText != nil
      case .time: GeoJSONTime.of(member) != nil
      case .elevation, .decimal: member.decimal != nil
      case .colour: member.string.flatMap(GeoJSONColour.parse) != nil
      case .groups: member.texts?.isComplete == true
      case .links: member.links != nil
      case .pathKind: ["wpt", "rte", "trk"].contains(member.string)
      case .pathNumber: member.number.flatMap { Int(exactly: $0) } != nil
      case .integer: member.integer != nil
      case .fix: member.string != nil
      }
    }

    /// Returns whether a value has a JSON type that values of this kind have or are often written as.
    func hasType(of member: GeoJSONMember) -> Bool {
      let start = member.json?.utf8.first
      return switch self {
      case .groups: start == UInt8(ascii: "[")
      case .links: member.string != nil || start == UInt8(ascii: "[")
      case .elevation, .integer, .decimal:
        member.string != nil || start.map { !"[{tfTF".utf8.contains($0) } ?? false
      default: member.string != nil
      }
    }
  }
}
