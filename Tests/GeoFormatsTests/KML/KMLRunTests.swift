import Foundation
import GeoFormats
import TestSupport
import Testing

/// Tests that the elements of a track that are read without the XML parser give the same result as
/// with the parser.
@Suite struct KMLRunTests {
  /// The number of points in a track, so that its text consists of many pieces.
  private static let count = 6_000
  /// The number of the first line inside the track.
  private static let firstLine = 5

  private enum Layout: String, CaseIterable {
    case lists
    case pairs
  }

  private static func time(_ index: Int) -> String {
    index % 50 == 7
      ? "<when/>"
      : "<when>2026-07-11T0\(index / 3600):\(10 + index / 60 % 50):\(10 + index % 50)Z</when>"
  }

  private static func position(_ index: Int) -> String {
    let altitude = index % 30 == 4 ? "" : " \(500 + index % 700).5"
    return
      "<gx:coord>\(7 + Double(index) / 10_000) \(46 - Double(index) / 10_000)\(altitude)</gx:coord>"
  }

  private static func value(_ index: Int) -> String {
    index % 40 == 3 ? "<gx:value/>" : "<gx:value>\(90 + index % 60)</gx:value>"
  }

  /// Returns the elements of a track.
  private static func lines(_ layout: Layout) -> [String] {
    let indices = 0..<count
    let points =
      switch layout {
      case .lists: indices.map(time) + indices.map(position)
      case .pairs: indices.flatMap { [time($0), position($0)] }
      }
    return points + ["<ExtendedData><SchemaData>", "<gx:SimpleArrayData name=\"heartrate\">"]
      + indices.map(value) + ["</gx:SimpleArrayData>", "</SchemaData></ExtendedData>"]
  }

  private static func read(_ lines: [String], separator: String = "\n") throws -> KMLReading.Result
  {
    try KMLReading.document(
      """

      <Placemark><gx:Track>
      \(lines.joined(separator: separator))
      </gx:Track></Placemark>
      """)
  }

  private static func columns(_ result: KMLReading.Result) throws -> String {
    let points = try #require(result.document.paths.first?.points)
    #expect(result.document.paths.count == 1)
    return
      "\(points.latitudes) \(points.longitudes) \(points.elevations) \(points.times) \(points.sensors)"
  }

  @Test(arguments: [Layout.lists, .pairs], ["\n", "\r\n", "\n  \t", "\n\n"])
  private func `a track has the same points whether or not each element has its own line`(
    layout: Layout, separator: String
  ) throws {
    let lines = Self.lines(layout)
    // Elements in one line are always read with the parser.
    let parsed = try Self.read(lines, separator: "")
    #expect(parsed.document.paths.first?.points.count == Self.count)
    let result = try Self.read(lines, separator: separator)
    #expect(try Self.columns(result) == Self.columns(parsed))
    #expect(result.report.counts == parsed.report.counts)
    #expect(result.report.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("<when>noon</when>", 3_000, Diagnostic.Code.timeUnreadable),
    ("<when>2026-07-11T06:02:11</when>", 5_990, .timeZoneMissing),
    ("<gx:coord>200 95 1</gx:coord>", 9_000, .coordinateOutOfRange),
    ("<gx:coord>7 46 high</gx:coord>", 11_000, .elevationUnreadable),
    ("<gx:coord>7 x</gx:coord>", 7_000, .coordinateUnreadable),
    ("<gx:value>fast</gx:value>", 15_000, .valueInvalid),
  ])
  func `an element that needs a diagnostic is located after a long run of others`(
    element: String, index: Int, code: Diagnostic.Code
  ) throws {
    var lines = Self.lines(.lists)
    lines[index] = "  " + element
    for separator in ["\n", "\r\n"] {
      let result = try Self.read(lines, separator: separator)
      let diagnostic = try #require(result.report.diagnostics.first)
      #expect(diagnostic.code == code)
      #expect(diagnostic.place.line == Self.firstLine + index)
      // The text of the element was read when the diagnostic was created.
      let end = 3 + element.utf8.count - "</\(element.dropFirst().prefix { $0 != ">" })>".utf8.count
      #expect(diagnostic.place.column == end)
      var parsed = lines
      parsed[index] += " "
      #expect(
        try Self.columns(result) == Self.columns(Self.read(parsed, separator: "")))
    }
  }

  @Test(arguments: [
    "<when>2026-07-11T06:02:11Z</when", "<gx:coord>7 46<gx:coord>", "<!-- <when>1</when>", "&#0;<",
  ])
  func `damage after a long run is located`(damage: String) throws {
    var lines = Self.lines(.lists)
    let index = 10_000
    lines.replaceSubrange(index..., with: [damage])
    let text = "<kml><Placemark><gx:Track>\n" + lines.joined(separator: "\n")
    let result = try KMLReading.read(text)
    #expect(!result.report.isComplete)
    let place = try #require(result.report.diagnostics.last?.place)
    #expect(place.line == 2 + index || place.line == 2 + index - 1)
    #expect(result.document.paths.first?.points.count == index - Self.count)
  }

  @Test(arguments: ["<!--\n%\n-->", "<![CDATA[\n%\n]]>", "<Model>\n%\n</Model>", "<?x\n%\n?>"])
  func `elements in a comment and the like inside a track are not read`(cover: String) throws {
    var lines = Self.lines(.pairs)
    let hidden = (0..<3_000).map { "<gx:coord>1 2 \($0 + 1)</gx:coord>" }.joined(separator: "\n")
    lines.insert(cover.replacing("%", with: hidden), at: 4_000)
    let result = try Self.read(lines)
    #expect(try Self.columns(result) == Self.columns(Self.read(Self.lines(.pairs))))
    #expect(
      result.report.diagnostics.map(\.code)
        == (cover.contains("Model") ? [.elementUnsupported] : []))
  }
}
