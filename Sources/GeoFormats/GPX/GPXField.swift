/// The elements of GPX that hold one value each and are kept.
enum GPXField: UInt8 {
  case none
  case elevation
  case time
  case name
  case comment
  case details
  case symbol
  case type

  /// Looks at a local name of a length in bytes.
  init(local name: UnsafePointer<UInt8>, length: Int) {
    if length == 3 {
      if GPXName.equals(name, "ele") {
        self = .elevation
      } else if GPXName.equals(name, "cmt") {
        self = .comment
      } else {
        self = GPXName.equals(name, "sym") ? .symbol : .none
      }
    } else if length == 4 {
      if GPXName.equals(name, "time") {
        self = .time
      } else if GPXName.equals(name, "name") {
        self = .name
      } else if GPXName.equals(name, "desc") {
        self = .details
      } else {
        self = GPXName.equals(name, "type") ? .type : .none
      }
    } else {
      self = .none
    }
  }

  /// Whether an element of the structure keeps this field.
  func isKept(in parent: GPXName) -> Bool {
    switch parent {
    case .waypoint: self != .none
    case .routePoint, .trackPoint: self == .elevation || self == .time
    case .route, .track:
      self == .name || self == .comment || self == .details || self == .type
    default: false
    }
  }

  /// A bit of its own in a set of fields seen.
  var bit: UInt8 { 1 << rawValue }

  /// The element's name in GPX.
  var text: String {
    switch self {
    case .none: ""
    case .elevation: "ele"
    case .time: "time"
    case .name: "name"
    case .comment: "cmt"
    case .details: "desc"
    case .symbol: "sym"
    case .type: "type"
    }
  }
}
