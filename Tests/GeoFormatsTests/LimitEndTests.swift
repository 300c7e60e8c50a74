import GeoFormats
import TestSupport
import Testing

/// The end of reading at a limit: what precedes the limit is read, and a strict import rejects the
/// file.
@Suite struct LimitEndTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Diagnostic.Code
    let text: @Sendable () -> String

    init(_ name: String, _ code: Diagnostic.Code, _ text: @escaping @Sendable () -> String) {
      testDescription = name
      self.code = code
      self.text = text
    }
  }

  private static let long = String(repeating: "x", count: 30_000)
  private static let kml =
    "<kml><Placemark><Point><coordinates>2,1</coordinates></Point></Placemark>"
  private static let tcx = """
    <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track><Trackpoint><Position>\
    <LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position></Trackpoint>
    """
  private static let gpx = "<gpx version=\"1.1\" creator=\"t\"><wpt lat=\"1\" lon=\"2\"/>"
  private static let json = #"{"type":"Point","coordinates":[2,1]}"# + "\n"
  private static let fix = "$GPRMC,060211,A,4630.0,N,00754.0,E,0,0,110726,,\n"

  private static let cases = [
    Case("GPX text", .limitText) { gpx + "<wpt lat=\"1\" lon=\"2\"><name>" + long },
    Case("GPX tag", .limitToken) { gpx + "<wpt a=\"" + long },
    Case("GPX depth", .limitDepth) { gpx + String(repeating: "<a>", count: 200) },
    Case("GPX markup", .limitFragment) { gpx + String(repeating: "<a/>", count: 10_000) },
    Case("KML text", .limitText) { kml + "<Placemark><name>" + long },
    Case("KML tag", .limitToken) { kml + "<Placemark a=\"" + long },
    Case("KML depth", .limitDepth) { kml + String(repeating: "<Folder>", count: 200) },
    Case("KML markup", .limitFragment) {
      kml + "<Placemark><x>" + String(repeating: "<y>text</y>", count: 10_000)
    },
    Case("TCX text", .limitText) { tcx + "<Trackpoint><Time>" + long },
    Case("GeoJSON text", .limitText) { json + #"{"type":""# + String(repeating: long, count: 20) },
    Case("GeoJSON depth", .limitDepth) {
      json + #"{"type":"LineString","coordinates":"# + String(repeating: "[", count: 200)
    },
    Case("GeoJSON geometries", .limitFragment) {
      json + #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":["#
        + String(repeating: "{},", count: 200)
    },
    Case("CSV text", .limitText) {
      "lat,lon,name\n1,2,a\n1,2," + String(repeating: long, count: 20)
    },
    Case("CSV cells", .limitText) { "lat,lon\n1,2\n1,2" + String(repeating: ",", count: 200) },
    Case("NMEA text", .limitText) { fix + String(repeating: long, count: 20) },
    Case("IGC text", .limitText) {
      "AXXX\nHFDTE110726\nB0602114630000N00754000EA0120001250\n"
        + String(repeating: long, count: 20)
    },
  ]

  @Test(arguments: cases)
  func `the complete elements before a limit are read, and a strict import rejects the file`(
    example: Case
  ) throws {
    var options = GeoReadingOptions()
    options.limits.text = 10_000
    options.limits.token = 10_000
    options.limits.depth = 100
    options.limits.preservedMarkup = 10_000
    options.limits.geometries = 100
    options.limits.cells = 100
    let sink = ConsistencySink()
    let report = try GeoFormat.read(MemorySource(example.text().utf8), into: sink, options: options)
    #expect(report.refusal == nil && !report.isComplete)
    sink.expectAgreement(with: report)
    #expect(report.counts.usable == 1)
    let limit = try #require(report.limit)
    #expect(limit.code == example.code)
    #expect(limit.line != nil)
    #expect(limit.message.hasSuffix("; only complete elements before this position were read"))
    #expect(limit.remedy == .liftLimits)
    #expect(report.faults.contains(limit))
  }

  @Test(arguments: ["gpx", "kml"])
  func `the elements before a reference that expands too far are read`(root: String) throws {
    let entities = (1...9).map {
      "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">"
    }
    let start = root == "gpx" ? Self.gpx + "<wpt lat=\"1\" lon=\"2\">" : Self.kml + "<Placemark>"
    let (document, report) = try Reading.text(
      "<!DOCTYPE \(root) [<!ENTITY a0 \"aaaaaaaaaa\">\(entities.joined())]>\(start)<name>&a9;</name>"
    )
    #expect(document.places.count == 1 && report.refusal == nil)
    let limit = try #require(report.limit)
    #expect(limit.code == .dtdAmplification && limit.remedy == nil && limit.line == 1)
    #expect(report.faults.contains(limit))
  }

  @Test(arguments: [Diagnostic.Code.limitRatio, .limitUnpacked])
  func `the elements before the limit of a compressed file are read in every format`(
    code: Diagnostic.Code
  ) throws {
    var options = GeoReadingOptions()
    if code == .limitUnpacked {
      (options.limits.unpacked, options.limits.ratio) = (100_000, .max)
    }
    let blank = String(repeating: " ", count: 1 << 22)
    let texts = [
      Self.gpx, Self.kml, Self.tcx, Self.json, Self.json + "[", "lat,lon\n1,2\n", Self.fix,
      "AXXX\nHFDTE110726\nB0602114630000N00754000EA0120001250\n",
    ]
    for text in texts {
      let packed = MemorySink()
      let sink = try PackedSink(.gzip, into: packed)
      try Array((text + blank).utf8).withUnsafeBytes { try sink.write($0) }
      try sink.finish()
      let report = try GeoFormat.read(
        MemorySource(packed.bytes), into: GeoDocumentCollector(), options: options)
      #expect(report.refusal == nil && !report.isComplete, "\(text)")
      #expect(report.counts.usable == 1, "\(text)")
      #expect(report.limit?.code == code, "\(text)")
      #expect(report.totals[code] == 1, "\(text)")
      #expect(report.unpackedBytes < 1 << 20)
    }
  }

  @Test func `a compressed file of blanks is refused at the limit`() throws {
    let packed = MemorySink()
    let sink = try PackedSink(.gzip, into: packed)
    try Array(("<gpx>" + String(repeating: " ", count: 1 << 22)).utf8).withUnsafeBytes {
      try sink.write($0)
    }
    try sink.finish()
    let (_, report) = try Reading.read(MemorySource(packed.bytes))
    #expect(report.refusal?.code == .limitRatio)
    #expect(report.refusal?.message.hasSuffix("; the file was rejected") == true)
  }
}
