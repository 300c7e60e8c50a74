import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// The limits that hold for every format except GPX.
@Suite struct SharedLimitTests {
  private func refusal(
    _ text: String, _ change: (inout GeoReadingLimits) -> Void = { _ in }
  ) throws -> Diagnostic? {
    var options = GeoReadingOptions()
    change(&options.limits)
    return try GeoFormat.read(
      MemorySource(text.utf8), into: GeoDocumentCollector(), options: options
    ).refusal
  }

  @Test func `a row of a table with more than 10 000 cells is refused`() throws {
    let text = "lat,lon\n1,2\(String(repeating: ",", count: 9_999))\n"
    #expect(try refusal(text)?.code == .limitText)
    #expect(try refusal(text) { $0 = .none } == nil)
    #expect(try refusal("lat,lon\n1,2\(String(repeating: ",", count: 9_998))\n") == nil)
  }

  @Test func `a feature with too many geometries is refused`() throws {
    let geometries = Array(repeating: "{}", count: 101).joined(separator: ",")
    let text = """
      {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[\(geometries)]}}
      """
    #expect(try refusal(text) { $0.geometries = 100 }?.code == .limitFragment)
    #expect(try refusal(text) { $0.geometries = 102 }?.code != .limitFragment)
  }

  @Test(arguments: ["<Point/>", "<Polygon><LinearRing/></Polygon>"])
  func `a Placemark with too many geometries is refused`(geometry: String) throws {
    let geometries = String(repeating: geometry, count: 101)
    let text = "<kml><Placemark><MultiGeometry>\(geometries)</MultiGeometry></Placemark></kml>"
    #expect(try refusal(text) { $0.geometries = 100 }?.code == .limitFragment)
  }

  @Test(arguments: [
    "<SimpleData name=\"a\">0123456789</SimpleData>",
    "</SchemaData><Data name=\"cartographer:group\"><value>0123456789</value></Data><SchemaData>",
  ])
  func `the values of a Placemark count for the limit of preserved XML`(value: String) throws {
    let values = String(repeating: value, count: 200)
    let text = """
      <kml><Placemark><ExtendedData><SchemaData>\(values)</SchemaData></ExtendedData>\
      <Point><coordinates>1,2</coordinates></Point></Placemark></kml>
      """
    #expect(try refusal(text) { $0.preservedMarkup = 1_000 }?.code == .limitFragment)
    #expect(try refusal(text) { $0.preservedMarkup = 100_000 } == nil)
  }

  @Test func `reading ends if a file repeats a long text for many items`() throws {
    let owner = String(repeating: "x", count: 900)
    let positions = Array(repeating: "[1,2]", count: 400).joined(separator: ",")
    for key in ["owner", "description"] {
      let text = """
        {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[\(positions)]},\
        "properties":{"\(key)":"\(owner)"}}
        """
      var options = GeoReadingOptions()
      options.limits.preservedMarkup = 2_000
      let collector = GeoDocumentCollector()
      let report = try GeoFormat.read(MemorySource(text.utf8), into: collector, options: options)
      #expect(report.limit?.code == .limitFragment && report.refusal == nil)
      #expect((30..<400).contains(collector.document.places.count))
      #expect(collector.document.places.count == report.counts.waypoints)
      #expect(try refusal(text) == nil)
    }
  }

  @Test func `a name of a folder is cut at 1000 characters, which is told`() throws {
    let name = String(repeating: "x", count: 1_001)
    let (document, report) = try KMLReading.document(
      """
      <Folder><name>\(name)</name><Placemark><Point><coordinates>1,2</coordinates></Point>\
      </Placemark></Folder>
      """)
    #expect(document.places.first?.extras.groups.map(\.count) == [1_000])
    #expect(report.all(.limitText).map(\.action) == [.repaired])
  }

  @Test func `many short members of a feature count for the limit of preserved values`() throws {
    let members = (0..<200).map { "\"k\($0)\":1" }.joined(separator: ",")
    var options = GeoReadingOptions()
    options.limits.preservedMarkup = 5_000
    let report = try GeoFormat.read(
      MemorySource(
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{\#(members)}}"#
          .utf8), into: GeoDocumentCollector(), options: options)
    #expect(report.all(.limitFragment).map(\.action) == [.repaired])
  }

  /// A sink that counts the batches of points.
  private final class BatchCounter: GeoSink {
    private(set) var batches = 0
    func place(_ place: GeoPlace) {}
    func pathBegins(_ kind: GeoPathHeader.Kind) {}
    func points(_ points: borrowing GeoPoints) { batches += 1 }
    func pathEnds(_ header: GeoPathHeader) {}
    func fileEnds(_ header: GeoFileHeader) {}
  }

  private func feed(into sink: some GeoSink) throws -> GeoFeed {
    let file = BufferedSource(MemorySource([]))
    let options = GeoReadingOptions()
    let input = GeoInput(
      file: file, unpacking: try Unpacking(file, options.limits), options: options, progress: nil)
    return GeoFeed(input, into: sink, CSVCodec(.commas).format)
  }

  @Test func `points with long texts are passed on in small batches`() throws {
    let sink = BatchCounter()
    let feed = try feed(into: sink)
    let text = String(repeating: "x", count: 3 << 20)
    var fields = GeoPointFields()
    fields.name = text
    try feed.beginPath(.track)
    for index in 0..<6 {
      try feed.point(Coordinate(latitude: 1, longitude: 2))
      if index < 2 { feed.set(kept: text) } else { feed.set(fields) }
    }
    try feed.endPath(GeoPathHeader(kind: .track))
    #expect(sink.batches == 3)
  }

  @Test func `a diagnostic that is not stored does not determine its place`() throws {
    let feed = try feed(into: BatchCounter())
    var calls = 0
    func place() -> Diagnostic.Place {
      calls += 1
      return Diagnostic.Place(line: 1, column: 1)
    }
    for _ in 0..<(DiagnosticLog.kept + 10) {
      _ = feed.coordinate(latitude: 91, longitude: 0, at: place())
    }
    #expect(calls == DiagnosticLog.kept)
  }
}
