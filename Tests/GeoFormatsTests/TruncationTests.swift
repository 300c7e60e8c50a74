import GeoFormats
import TestSupport
import Testing

@Suite struct TruncationTests {
  /// Truncates a file at every byte.
  @Test(arguments: [
    "good/all-kept-fields.gpx", "good/prefixed.gpx", "encodings/utf-16le-bom.gpx",
    "encodings/shift-jis.gpx", "encodings/windows-1252.gpx", "good/internal-entity.gpx",
  ])
  func `a file truncated anywhere yields the complete items before the end and one fault`(
    file: String
  ) throws {
    let bytes = try Reading.bytes("gpx/\(file)")
    let whole = try Reading.read(MemorySource(bytes))
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: ">")))
    for length in 0..<end {
      let (document, report) = try Reading.read(MemorySource(bytes.prefix(length)))
      #expect(report.faults.count == 1, "cut at \(length)")
      #expect(report.faults.first?.line != nil)
      #expect(!report.isComplete)
      #expect(document.places == Array(whole.document.places.prefix(document.places.count)))
      if !report.isRefused { expectPrefix(document, of: whole.document) }
    }
  }

  private func expectPrefix(_ document: GeoDocument, of whole: GeoDocument) {
    for (path, complete) in zip(document.paths, whole.paths) {
      let count = path.points.count
      #expect(count <= complete.points.count)
      #expect(path.points.latitudes == Array(complete.points.latitudes.prefix(count)))
      #expect(path.points.longitudes == Array(complete.points.longitudes.prefix(count)))
      #expect(path.points.segments == Array(complete.points.segments.prefix(count)))
    }
    #expect(document.paths.count <= whole.paths.count)
  }

  @Test func `a point is read as soon as its end tag is complete`() throws {
    let points = (0..<300).map { "<trkpt lat=\"\($0 % 80)\" lon=\"1\"><ele>\($0)</ele></trkpt>" }
    let text = Reading.gpx("<trk><trkseg>\(points.joined())</trkseg></trk>")
    let start = try #require(text.firstRange(of: "<trkpt"))
    var expected = 0
    var position = text.utf8.distance(from: text.startIndex, to: start.lowerBound)
    let bytes = Array(text.utf8)
    for point in points {
      for cut in [1, point.utf8.count - 1] {
        let (document, _) = try Reading.read(MemorySource(bytes.prefix(position + cut)))
        #expect((document.paths.first?.points.count ?? 0) == expected)
      }
      position += point.utf8.count
      expected += 1
      let (document, _) = try Reading.read(MemorySource(bytes.prefix(position)))
      #expect(document.paths.first?.points.count == expected)
    }
  }

  @Test func `a path that loses all its points by truncation is reported`() throws {
    let whole = Reading.gpx(
      """
      <wpt lat="1" lon="2"/><rte><name>Day 1</name><rtept lat="1" lon="2"/><rtept lat="1" lon="2"/></rte>
      """)
    let point = try #require(whole.firstRange(of: "<rtept"))
    let (document, report) = try Reading.text(String(whole[..<point.upperBound]))
    #expect(document.paths.count == 1 && document.paths.first?.points.isEmpty == true)
    let found = report.diagnostics.first { $0.code == .pathCutOff }
    #expect(found?.message.contains("the first point of the route “Day 1”") == true)
    let second = try #require(whole[point.upperBound...].firstRange(of: "<rtept"))
    let (_, other) = try Reading.text(String(whole[..<second.upperBound]))
    #expect(!other.diagnostics.contains { $0.code == .pathCutOff })
  }
}
