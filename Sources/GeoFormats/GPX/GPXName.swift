/// A structural GPX element, such as `trk`, recognised by its local name alone.
enum GPXName: UInt8 {
  case other
  case document
  case gpx
  case metadata
  case waypoint
  case route
  case routePoint
  case track
  case segment
  case trackPoint

  /// Recognises an element by its local name, given as a pointer and a length in bytes.
  init(local name: UnsafePointer<UInt8>, length: Int) {
    switch length {
    case 3:
      if XMLTag.equals(name, "gpx") {
        self = .gpx
      } else if XMLTag.equals(name, "wpt") {
        self = .waypoint
      } else if XMLTag.equals(name, "rte") {
        self = .route
      } else if XMLTag.equals(name, "trk") {
        self = .track
      } else {
        self = .other
      }
    case 5: self = XMLTag.equals(name, "trkpt") ? .trackPoint : Self.routePointOrOther(name)
    case 6: self = XMLTag.equals(name, "trkseg") ? .segment : .other
    case 8: self = XMLTag.equals(name, "metadata") ? .metadata : .other
    default: self = .other
    }
  }

  private static func routePointOrOther(_ name: UnsafePointer<UInt8>) -> Self {
    XMLTag.equals(name, "rtept") ? .routePoint : .other
  }

  var isPoint: Bool { self == .waypoint || self == .routePoint || self == .trackPoint }

  /// The parent element that GPX requires for this point element, such as `trkseg` for `trkpt`.
  var requiredParent: GPXName {
    switch self {
    case .waypoint: .gpx
    case .routePoint: .route
    case .trackPoint: .segment
    default: .other
    }
  }

  /// The element's name in GPX, for messages.
  var text: String {
    switch self {
    case .other: "another element"
    case .document: "the document"
    case .gpx: "gpx"
    case .metadata: "metadata"
    case .waypoint: "wpt"
    case .route: "rte"
    case .routePoint: "rtept"
    case .track: "trk"
    case .segment: "trkseg"
    case .trackPoint: "trkpt"
    }
  }
}
