/// The kinds of XML namespaces that the GPX reader distinguishes.
enum GPXNamespaceKind: UInt8 {
  /// The root element's namespace, regardless of its URI.
  case root
  /// The namespace of GPX 1.0, in a document whose root element has a different namespace.
  case version0
  /// A namespace of a GPX version other than 1.0, in a document whose root element has a different
  /// namespace.
  case otherVersion
  /// No namespace.
  case none
  /// The namespace of Garmin's TrackPointExtension.
  case trackPoint
  /// The namespace of Cluetrust's gpxdata.
  case data
  case foreign

  private static let versions = Array("http://www.topografix.com/GPX/1/".utf8)
  private static let version0Name = Array("http://www.topografix.com/GPX/1/0".utf8)
  private static let garmin = Array("http://www.garmin.com/xmlschemas/TrackPointExtension".utf8)
  private static let cluetrust = Array("http://www.cluetrust.com/".utf8)

  /// Determines the kind of a namespace from its URI and the URI of the root element's namespace.
  init(uri: [UInt8], root: [UInt8]) {
    if uri == root {
      self = .root
    } else if uri.isEmpty {
      self = .none
    } else if uri.starts(with: Self.version0Name) {
      self = .version0
    } else if uri.starts(with: Self.versions) {
      self = .otherVersion
    } else if uri.starts(with: Self.garmin) {
      self = .trackPoint
    } else {
      self = uri.starts(with: Self.cluetrust) ? .data : .foreign
    }
  }

  /// Whether elements in the namespace are treated as GPX elements.
  var isGPX: Bool {
    switch self {
    case .root, .version0, .otherVersion, .none: true
    case .trackPoint, .data, .foreign: false
    }
  }
}

/// Namespace prefixes that are commonly used for particular namespaces.
enum WellKnownPrefix {
  private static let uris: [String: String] = [
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "gpx": "http://www.topografix.com/GPX/1/1",
    "gpxtpx": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "tp1": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "gpxx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "gpxpx": "http://www.garmin.com/xmlschemas/PowerExtension/v1",
    "gpxacc": "http://www.garmin.com/xmlschemas/AccelerationExtension/v1",
    "gpxtrx": "http://www.garmin.com/xmlschemas/TripExtensions/v1",
    "trp": "http://www.garmin.com/xmlschemas/TripExtensions/v1",
    "wptx1": "http://www.garmin.com/xmlschemas/WaypointExtension/v1",
    "ctx": "http://www.garmin.com/xmlschemas/CreationTimeExtension/v1",
    "gpxdata": "http://www.cluetrust.com/XML/GPXDATA/1/0",
    "groundspeak": "http://www.groundspeak.com/cache/1/0/1",
    "topografix": "http://www.topografix.com/GPX/Private/TopoGrafix/0/1",
    "gpx_style": "http://www.topografix.com/GPX/gpx_style/0/2",
    "osmand": "https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx",
    "locus": "http://www.locusmap.eu",
    "opencpn": "http://www.opencpn.org",
    "ql": "http://www.qlandkarte.org/xmlschemas/v1.1",
    "rmc": "urn:net:trekbuddy:1.0:nmea:rmc",
    "nmea": "http://trekbuddy.net/2009/01/gpx/nmea",
  ]

  /// Returns the namespace assumed for an undeclared prefix.
  static func uri(of prefix: String) -> String {
    uris[prefix] ?? "urn:cartographer:undeclared:\(prefix)"
  }
}
