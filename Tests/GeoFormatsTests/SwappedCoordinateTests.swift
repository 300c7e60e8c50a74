import Geodesy
import Testing

@testable import GeoFormats

@Suite struct SwappedCoordinateTests {
  private static let swapped = """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="139.70" lon="35.60"><name>Ebisu</name></wpt>
    <trk><trkseg><trkpt lat="139.71" lon="35.61"/><trkpt lat="139.72" lon="35.62"/></trkseg></trk></gpx>
    """

  private func read(_ text: String, swapping: Bool = false) throws -> (GeoReadReport, GeoDocument) {
    let sink = GeoDocumentCollector()
    var options = GeoReadingOptions()
    options.swapsCoordinates = swapping
    let report = try GeoFormat.read(MemorySource(text.utf8), into: sink, options: options)
    return (report, sink.document)
  }

  @Test func `a file whose coordinates are all swapped is reported with the remedy`() throws {
    let (report, _) = try read(Self.swapped)
    #expect(report.counts.usable == 0)
    #expect(report.totals[.coordinateOutOfRange] == 3 && report.totals[.coordinateSwapped] == 1)
    let diagnostic = report.diagnostics.first { $0.code == .coordinateSwapped }
    #expect(diagnostic?.remedy == .swapCoordinates)
  }

  @Test func `swapped coordinates are corrected on request, and written in the right order`() throws
  {
    let (report, document) = try read(Self.swapped, swapping: true)
    #expect(report.diagnostics.isEmpty)
    #expect(document.places.map(\.coordinate.latitude) == [35.6])
    #expect(document.paths.first?.points.longitudes == [139.71, 139.72])
  }

  @Test func `a correct file that the import swaps is not advised to be swapped`() throws {
    let positions = [(35.6, 139.7), (35.61, 139.71)]
    let points = positions.map { #"<wpt lat="\#($0.0)" lon="\#($0.1)"/>"# }.joined()
    let json = positions.map { "[\($0.1),\($0.0)]" }.joined(separator: ",")
    // The first position is valid in both orders, the second only as written.
    let edge = #"<wpt lat="34" lon="89.5"/><wpt lat="34" lon="90.5"/>"#
    for (text, message) in [
      (Reading.gpx(points), "all latitudes are out of range"),
      (#"{"type":"MultiPoint","coordinates":[\#(json)]}"#, "all latitudes are out of range"),
      (Reading.gpx(edge), "1 latitude is out of range"),
      (
        #"{"type":"MultiPoint","coordinates":[[89.5,34],[90.5,34]]}"#, "1 latitude is out of range"
      ),
    ] {
      let diagnostic = try read(text, swapping: true).0.diagnostics.first {
        $0.code == .coordinateSwapped
      }
      #expect(
        diagnostic?.message
          == message
          + " because this import swaps latitude and longitude; import the file without swapping them"
      )
      #expect(diagnostic?.remedy == nil && diagnostic != nil)
      #expect(try read(text).0.totals[.coordinateSwapped] == nil)
    }
  }

  @Test func `a FIT file whose coordinates are all swapped is reported with the remedy`() throws {
    var sample = FITSample()
    sample.addFileID()
    for second in UInt32(0)..<3 {
      sample.add(
        20, local: 1,
        [.uint32(253, FITSample.start + second), .degrees(0, 139.7), .degrees(1, 35.6)])
    }
    let (document, report) = try Reading.read(MemorySource(sample.file()))
    #expect(document.paths.isEmpty && report.counts.skipped.trackPoints == 3)
    #expect(report.totals[.coordinateOutOfRange] == 3)
    let diagnostic = report.diagnostics.first { $0.code == .coordinateSwapped }
    #expect(diagnostic?.remedy == .swapCoordinates)
    var options = GeoReadingOptions()
    options.swapsCoordinates = true
    let sink = GeoDocumentCollector()
    _ = try GeoFormat.read(MemorySource(sample.file()), into: sink, options: options)
    let latitudes = sink.document.paths.first?.points.latitudes ?? []
    #expect(latitudes.count == 3 && latitudes.allSatisfy { abs($0 - 35.6) < 1e-6 })
  }

  @Test(arguments: [
    #"<wpt lat="46" lon="7"/>"#, #"<wpt lat="200" lon="7"/>"#, #"<wpt lon="7"/>"#,
    #"<wpt lat="139" lon="120"/>"#,
  ])
  func `a swap is not suggested if it would not mend every point`(extra: String) throws {
    let text = Self.swapped.replacing("<trk>", with: extra + "<trk>")
    #expect(try read(text).0.totals[.coordinateSwapped] == nil)
  }

  /// Files with one latitude above 90°: with the other positions near it as written, near it if
  /// swapped, and far away.
  @Test(arguments: [
    ("89.9,35 90.1,35.1", "swapped in the whole file"),
    ("35.5,139.5 139.7,35.6", "correct these points in the file"),
    ("46,7 139.7,35.6", nil), ("35.5,139.5 139.7,35.6 200,300", nil),
  ])
  func `a single swapped position is reported if it would be near the others`(
    positions: String, advice: String?
  ) throws {
    let pairs = positions.split(separator: " ").map { $0.split(separator: ",") }
    let points = pairs.map { #"<wpt lat="\#($0[0])" lon="\#($0[1])"/>"# }.joined()
    let json = pairs.map { "[\($0[1]),\($0[0])]" }.joined(separator: ",")
    for text in [
      Self.swapped.replacing(/<wpt.*<\/trk>/.dotMatchesNewlines(), with: points),
      #"{"type":"MultiPoint","coordinates":[\#(json)]}"#,
    ] {
      let diagnostic = try read(text).0.diagnostics.first { $0.code == .coordinateSwapped }
      let message = diagnostic?.message
      #expect((diagnostic?.remedy == nil) == (advice?.contains("correct") ?? true))
      #expect((message == nil) == (advice == nil), "\(text)")
      if let advice { #expect(message?.hasSuffix(advice) == true, "\(message ?? "")") }
    }
  }

  @Test(arguments: [
    ("8.5,47.4 110.2,20.1", true), ("8.5,47.4 110.2,20.1 200,300", true),
    ("35.5,139.5 139.7,35.6", false), ("8.5,47.4", false), ("8.5,47.4 120,100", false),
  ])
  func `the report states whether a swap would bring positions into range`(
    positions: String, isMended: Bool
  ) throws {
    let pairs = positions.split(separator: " ").map { $0.split(separator: ",") }
    let points = pairs.map { #"<wpt lat="\#($0[0])" lon="\#($0[1])"/>"# }.joined()
    let json = pairs.map { "[\($0[1]),\($0[0])]" }.joined(separator: ",")
    for text in [Reading.gpx(points), #"{"type":"MultiPoint","coordinates":[\#(json)]}"#] {
      #expect(try read(text).0.swapMendsPositions == isMended, "\(text)")
      #expect(try !read(text, swapping: true).0.swapMendsPositions)
    }
  }

  @Test func `the content that shows a format is recognised, but other markup is not`() {
    func format(_ text: String) -> String? { GeoFormat.recognised(by: Array(text.utf8))?.id }
    #expect(format(Self.swapped) == "gpx")
    #expect(format("\u{FEFF}<?xml version='1.0'?><GPX>") == "gpx")
    #expect(format("<html>") == nil && format("") == nil && format("hello") == nil)
  }
}
