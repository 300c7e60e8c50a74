/// A GPX element for one property of its parent element, such as `ele` for a point's elevation.
enum GPXField: UInt8, CaseIterable {
  case none
  case elevation
  case time
  case course
  case speed
  case magneticVariation
  case geoidHeight
  case name
  case comment
  case details
  case source
  case link
  case url
  case urlName
  case number
  case symbol
  case type
  case fix
  case satellites
  case hdop
  case vdop
  case pdop
  case ageOfDGPSData
  case dgpsID
  case extensions

  private static let byText: [[UInt8]: GPXField] = Dictionary(
    uniqueKeysWithValues: allCases.dropFirst().map { (Array($0.text.utf8), $0) })

  /// Recognises `ele` and `time`, the two most common fields of points, by their names.
  @inline(__always)
  init(plain name: UnsafePointer<UInt8>, length: Int) {
    if length == 3, XMLTag.equals(name, "ele") {
      self = .elevation
    } else {
      self = length == 4 && XMLTag.equals(name, "time") ? .time : .none
    }
  }

  /// Recognises a field by its local name, given as a pointer and a length in bytes.
  init(local name: UnsafePointer<UInt8>, length: Int) {
    if length == 3, XMLTag.equals(name, "ele") {
      self = .elevation
    } else if length == 4, XMLTag.equals(name, "time") {
      self = .time
    } else if length == 10, XMLTag.equals(name, "extensions") {
      self = .extensions
    } else if length >= 3, length <= 13 {
      self = Self.byText[Array(UnsafeBufferPointer(start: name, count: length))] ?? .none
    } else {
      self = .none
    }
  }

  /// Recognises a field by its name, given without a prefix.
  init(named name: String) {
    self = Self.byText[Array(name.utf8)] ?? .none
  }

  /// Returns whether GPX allows this field in the given parent element.
  func isField(of parent: GPXName) -> Bool {
    switch parent {
    case .waypoint, .routePoint, .trackPoint: self != .none && self != .number
    case .route, .track:
      switch self {
      case .name, .comment, .details, .source, .link, .url, .urlName, .number, .type, .extensions:
        true
      default: false
      }
    case .segment: self == .extensions
    default: false
    }
  }

  /// The bit that represents this field in a set of fields.
  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// Returns the field's rank (position in the schema's order). The rank is 0 if the GPX version
  /// does not allow the field in the parent element. Fields common to both GPX versions have the
  /// same order in both.
  @inline(__always)
  func rank(in parent: GPXName, is10: Bool) -> UInt8 {
    switch self {
    case .course, .speed, .url, .urlName: is10 ? rawValue : 0
    case .link: is10 ? 0 : rawValue
    case .extensions: is10 ? 0 : Self.endRank(in: parent)
    case .type where !parent.isPoint: is10 ? 0 : GPXField.number.rawValue + 1
    default: rawValue
    }
  }

  /// Returns the rank (position in the schema's order) of the elements that must follow all GPX
  /// fields in the given parent element.
  static func endRank(in parent: GPXName) -> UInt8 { parent == .segment ? 60 : 40 }

  /// The rank (position in the schema's order) of a path's points and segments.
  static let childrenRank: UInt8 = 50

  /// The name of the GPX element for this field.
  var text: String {
    switch self {
    case .none: ""
    case .elevation: "ele"
    case .time: "time"
    case .course: "course"
    case .speed: "speed"
    case .magneticVariation: "magvar"
    case .geoidHeight: "geoidheight"
    case .name: "name"
    case .comment: "cmt"
    case .details: "desc"
    case .source: "src"
    case .link: "link"
    case .url: "url"
    case .urlName: "urlname"
    case .number: "number"
    case .symbol: "sym"
    case .type: "type"
    case .fix: "fix"
    case .satellites: "sat"
    case .hdop: "hdop"
    case .vdop: "vdop"
    case .pdop: "pdop"
    case .ageOfDGPSData: "ageofdgpsdata"
    case .dgpsID: "dgpsid"
    case .extensions: "extensions"
    }
  }
}
