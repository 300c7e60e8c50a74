/// What a prefix means that a file uses without declaring it.
enum UndeclaredPrefix {
  /// The prefixes that programs use so much that everybody knows their namespace.
  private static let wellKnown = [
    "gpxdata": "http://www.cluetrust.com/XML/GPXDATA/1/0",
    "gpxpx": "http://www.garmin.com/xmlschemas/PowerExtension/v1",
    "gpxtpx": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "gpxtrkx": "http://www.garmin.com/xmlschemas/TrackStatsExtension/v1",
    "gpxtrx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "gpxwpx": "http://www.garmin.com/xmlschemas/WaypointExtension/v1",
    "gpxx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "groundspeak": "http://www.groundspeak.com/cache/1/0/1",
    "gsak": "http://www.gsak.net/xmlv1/6",
    "gpx_style": "http://www.topografix.com/GPX/gpx_style/0/2",
    "osmand": "https://osmand.net",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
  ]

  static func uri(_ prefix: String) -> String {
    wellKnown[prefix] ?? "urn:cartographer:undeclared:\(prefix)"
  }
}
