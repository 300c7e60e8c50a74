import GeoFormats
import TestSupport
import Testing

/// The reports of the writers about content that their formats cannot represent.
@Suite struct WritingLossTests {
  private static let namespaces = """
    xmlns:cartographer="urn:cartographer:1" \
    xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
    """

  private static func document(_ other: String) throws -> GeoDocument {
    try Reading.text(
      Reading.gpx(
        """
        <trk><name>T</name><extensions \(namespaces)><cartographer:group>Alps</cartographer:group>\
        <cartographer:notes>n</cartographer:notes></extensions><trkseg><trkpt lat="1" lon="2">\
        <time>2026-07-11T06:00:00Z</time><extensions \(namespaces)><gpxtpx:TrackPointExtension>\
        <gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension>\(other)</extensions></trkpt>\
        <trkpt lat="1" lon="2"><time>2026-07-11T06:00:01Z</time><extensions \(namespaces)>\
        <gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension>\(other)\
        </extensions></trkpt></trkseg></trk>
        """)
    ).document
  }

  @Test(arguments: ["csv", "gpkg", "geojson", "kml", "tcx"])
  func `groups, notes and sensor values are not reported as extensions of other programs`(
    format: String
  ) throws {
    let losses = try Writing.written(Self.document(""), as: format).losses
    #expect(!losses.contains { $0.message.contains("extensions") }, "\(losses.map(\.message))")
  }

  @Test(arguments: ["csv", "gpkg", "geojson", "kml", "tcx"])
  func `extensions of other programs are reported with their number`(format: String) throws {
    let document = try Self.document("<x:y xmlns:x=\"urn:x\">z</x:y>")
    let messages = try Writing.written(document, as: format).losses.map(\.message)
    let loss = messages.first { $0.contains("another program's GPX extensions") }
    #expect(loss?.contains("(2 times, first in “T”") == true, "\(messages)")
  }
}
