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

  @Test(arguments: ["csv", "gpkg", "geojson", "tcx"])
  func `segments without points are reported with their number`(format: String) throws {
    let point = "<trkpt lat=\"1\" lon=\"2\"><time>2026-07-11T06:00:00Z</time></trkpt>"
    let document = try Reading.text(
      Reading.gpx(
        """
        <trk><name>T</name><trkseg>\(point)\(point)</trkseg><trkseg/><trkseg/>\
        <trkseg>\(point)\(point)</trkseg></trk>
        """)
    ).document
    let messages = try Writing.written(document, as: format).losses.map(\.message)
    let loss = try #require(messages.first { $0.contains("segments without points") })
    #expect(loss.contains(format == "tcx" ? "(number: 2)" : "(2 times, first in “T”)"), "\(loss)")
  }

  @Test func `fields and sensor values of points are counted in KML and TCX`() throws {
    let document = try Reading.text(
      Reading.gpx(
        """
        <wpt lat="1" lon="2"><name>W</name><link href="a"/><type>x</type></wpt>
        <rte><name>R</name><src>s</src>\
        <rtept lat="1" lon="2"><name>A</name><cmt>c</cmt></rtept>\
        <rtept lat="1" lon="3"><name>B</name><extensions \(Self.namespaces)>\
        <gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad>\
        </gpxtpx:TrackPointExtension></extensions></rtept></rte>
        """)
    ).document
    let kml = try Writing.written(document, as: "kml").losses.map(\.message)
    #expect(
      kml.contains {
        $0.hasSuffix("other fields of points (2 times, first in “R”, point 1)")
      }, "\(kml)")
    #expect(
      kml.contains { $0.hasSuffix("in paths without times (2 times, first in “R”)") }, "\(kml)")
    let tcx = try Writing.written(document, as: "tcx").losses.map(\.message)
    for loss in [
      "place fields that TCX cannot represent were left out: links (1), type (1)",
      "path fields that TCX cannot represent were left out: source (1)",
      "point fields that TCX cannot represent were left out: name (2), comment (1)",
    ] {
      #expect(tcx.contains(loss), "\(tcx)")
    }
  }

  @Test(arguments: ["csv", "gpkg", "geojson", "kml", "tcx"])
  func `extensions of other programs are reported with their number`(format: String) throws {
    let document = try Self.document("<x:y xmlns:x=\"urn:x\">z</x:y>")
    let messages = try Writing.written(document, as: format).losses.map(\.message)
    let loss = messages.first { $0.contains("another program's GPX extensions") }
    #expect(loss?.contains("(2 times, first in “T”") == true, "\(messages)")
  }
}
