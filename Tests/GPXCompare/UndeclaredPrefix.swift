/// The namespaces of prefixes that a file uses without declaring them.
enum UndeclaredPrefix {
  /// The namespaces of common prefixes.
  private static let wellKnown = [
    "ctx": "http://www.garmin.com/xmlschemas/CreationTimeExtension/v1",
    "gpx": "http://www.topografix.com/GPX/1/1",
    "gpx_style": "http://www.topografix.com/GPX/gpx_style/0/2",
    "gpxacc": "http://www.garmin.com/xmlschemas/AccelerationExtension/v1",
    "gpxdata": "http://www.cluetrust.com/XML/GPXDATA/1/0",
    "gpxpx": "http://www.garmin.com/xmlschemas/PowerExtension/v1",
    "gpxtpx": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "gpxtrx": "http://www.garmin.com/xmlschemas/TripExtensions/v1",
    "gpxx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "groundspeak": "http://www.groundspeak.com/cache/1/0/1",
    "locus": "http://www.locusmap.eu",
    "nmea": "http://trekbuddy.net/2009/01/gpx/nmea",
    "opencpn": "http://www.opencpn.org",
    "osmand": "https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx",
    "ql": "http://www.qlandkarte.org/xmlschemas/v1.1",
    "rmc": "urn:net:trekbuddy:1.0:nmea:rmc",
    "topografix": "http://www.topografix.com/GPX/Private/TopoGrafix/0/1",
    "tp1": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "trp": "http://www.garmin.com/xmlschemas/TripExtensions/v1",
    "wptx1": "http://www.garmin.com/xmlschemas/WaypointExtension/v1",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
  ]

  /// Returns the namespace of a common prefix, or a made-up namespace for another one.
  static func uri(_ prefix: String) -> String {
    wellKnown[prefix] ?? "urn:cartographer:undeclared:\(prefix)"
  }
}
