import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite struct GPXWriterTests {
  private func write(
    _ document: GeoDocument
  ) throws -> (text: String, diagnostics: [Diagnostic]) {
    let sink = MemorySink()
    let writer = try GPXWriter(into: sink, options: GeoWritingOptions())
    for place in document.places { try writer.place(place) }
    for path in document.paths {
      try writer.beginPath(path.header)
      try writer.points(path.points)
      try writer.endPath()
    }
    let diagnostics = try writer.finish()
    return (sink.text, diagnostics)
  }

  @Test func `every field is written as in the golden file`() throws {
    let (document, _) = try Reading.fixture("gpx/good/all-kept-fields.gpx")
    let (text, diagnostics) = try write(document)
    // GPX 1.1 does not allow a longitude of 180.
    #expect(diagnostics.map(\.code) == [.versionUnwritable])
    #expect(diagnostics.map(\.action) == [.repaired])
    try Golden.compare(text, with: "gpx/all-kept-fields.gpx")
  }

  @Test func `a written document reads back unchanged`() throws {
    let (document, _) = try Reading.fixture("gpx/good/all-kept-fields.gpx")
    let (text, _) = try write(document)
    let (again, report) = try Reading.text(text)
    #expect(report.diagnostics.isEmpty)
    #expect(again.places == document.places)
    #expect(again.paths.map(\.header) == document.paths.map(\.header))
    #expect(try write(again).text == text)
  }

  @Test func `random documents survive writing and reading`() throws {
    var generator = SplitMix64.forTest()
    for _ in 0..<100 {
      let document = Self.randomDocument(&generator)
      let (again, report) = try Reading.text(try write(document).text)
      #expect(report.diagnostics.isEmpty)
      #expect(again.places.map(Self.withoutPosition) == document.places)
      #expect(again.paths.map(\.header.name) == document.paths.map(\.header.name))
      #expect(again.paths.map(\.header.type) == document.paths.map(\.header.type))
      #expect(again.paths.allSatisfy { $0.header.kept == nil })
      for (one, other) in zip(again.paths, document.paths) {
        #expect(one.points.latitudes == other.points.latitudes)
        #expect(one.points.longitudes == other.points.longitudes)
        #expect(Self.areEqual(one.points.elevations, other.points.elevations))
        #expect(Self.areEqual(one.points.times, other.points.times))
        #expect(one.points.segments == other.points.segments)
      }
    }
  }

  @Test(
    arguments: [
      (47.0, "47"), (-0.0, "0"), (0.1, "0.1"), (47.12345678, "47.12345678"),
      (-89.99999999, "-89.99999999"),
      (1e-7, "0.0000001"), (-4e-8, "-0.00000004"), (45.7251, "45.7251"), (-0.5, "-0.5"),
    ] as [(Double, String)])
  func `a coordinate is written exactly and without exponent`(
    latitude: Double, text: String
  ) throws {
    let place = GeoPlace(coordinate: Coordinate(latitude: latitude, longitude: 0))
    #expect(try write(GeoDocument(places: [place])).text.contains("<wpt lat=\"\(text)\" lon"))
  }

  @Test(
    arguments: [
      (0.0, "0"), (2483.25, "2483.25"), (-15.0, "-15"), (0.1, "0.1"), (1e-5, "0.00001"),
      (1.5e-7, "0.00000015"), (1e16, "10000000000000000"), (1.25e17, "125000000000000000"),
      (2483.123456789, "2483.123456789"), (1.0 / 3, "0.3333333333333333"),
    ] as [(Double, String)])
  func `an elevation is written without exponent and reads back exactly`(
    elevation: Double, text: String
  ) throws {
    let place = GeoPlace(
      coordinate: Coordinate(latitude: 0, longitude: 0), elevation: elevation)
    let written = try write(GeoDocument(places: [place])).text
    #expect(written.contains("<ele>\(text)</ele>"))
    #expect(try Reading.text(written).document.places[0].elevation == elevation)
  }

  @Test func `characters not allowed in XML are replaced and reported`() throws {
    let place = GeoPlace(
      coordinate: Coordinate(latitude: 0, longitude: 0), name: "a\u{1B}[31m\u{FFFE}<&>\"']]>")
    let (text, diagnostics) = try write(GeoDocument(places: [place]))
    #expect(diagnostics.map(\.code) == [.textIllegalCharacter])
    #expect(diagnostics.first?.message.hasPrefix("2 characters") == true)
    let (again, report) = try Reading.text(text)
    #expect(again.places[0].name == "a\u{FFFD}[31m\u{FFFD}<&>\"']]>")
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `carriage returns in a description survive a round trip`() throws {
    let place = GeoPlace(
      coordinate: Coordinate(latitude: 0, longitude: 0), details: "one\r\ntwo\rthree\tfour")
    let (text, _) = try write(GeoDocument(places: [place]))
    #expect(try Reading.text(text).document.places[0].details == "one\r\ntwo\rthree\tfour")
  }

  @Test func `calls of the writer in the wrong order are refused`() throws {
    let writer = try GPXWriter(into: MemorySink())
    try writer.beginPath(GeoPathHeader(kind: .track))
    let place = GeoPlace(coordinate: Coordinate(latitude: 0, longitude: 0))
    #expect(throws: GeoFormatsError.self) { try writer.place(place) }
    try writer.endPath()
    #expect(throws: GeoFormatsError.self) { try writer.place(place) }
    #expect(throws: GeoFormatsError.self) { try writer.beginPath(GeoPathHeader(kind: .route)) }
    #expect(throws: GeoFormatsError.self) { try writer.endPath() }
  }

  @Test func `a place with an invalid coordinate is refused`() throws {
    let writer = try GPXWriter(into: MemorySink())
    let place = GeoPlace(coordinate: Coordinate(latitude: .nan, longitude: 0))
    let error = #expect(throws: GeoFormatsError.self) { try writer.place(place) }
    #expect(error?.code == .unwritableValue)
  }

  @Test func `an error of the sink is rethrown by the writer`() throws {
    struct Full: Error {}
    final class FullSink: ByteSink {
      func write(_ bytes: UnsafeRawBufferPointer) throws { throw Full() }
    }
    let writer = try GPXWriter(into: FullSink())
    #expect(throws: Full.self) { _ = try writer.finish() }
  }

  private static func withoutPosition(_ place: GeoPlace) -> GeoPlace {
    var place = place
    place.position = nil
    return place
  }

  private static func areEqual(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  private static func randomDocument(_ generator: inout SplitMix64) -> GeoDocument {
    var document = GeoDocument()
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      document.places.append(
        GeoPlace(
          coordinate: Coordinate(
            latitude: angle(90, &generator), longitude: angle(180, &generator)),
          elevation: Bool.random(using: &generator)
            ? Double.random(in: -500...9000, using: &generator) : nil,
          time: Bool.random(using: &generator)
            ? Date(timeIntervalSinceReferenceDate: randomTime(&generator)) : nil,
          name: text(&generator), comment: text(&generator), details: text(&generator),
          symbol: text(&generator), type: text(&generator)))
    }
    for kind in [GeoPathHeader.Kind.route, .track] {
      var path = GeoPath(
        header: GeoPathHeader(kind: kind, name: text(&generator), type: text(&generator)),
        points: GeoPoints())
      var segment = 0
      for index in 0..<Int.random(in: 0...50, using: &generator) {
        if kind == .track, index > 0, Int.random(in: 0..<10, using: &generator) == 0 {
          segment += 1
        }
        path.points.append(
          latitude: angle(90, &generator), longitude: angle(180, &generator),
          elevation: Bool.random(using: &generator)
            ? Double.random(in: -500...9000, using: &generator) : .nan,
          time: Bool.random(using: &generator) ? randomTime(&generator) : .nan, segment: segment)
      }
      document.paths.append(path)
    }
    return document
  }

  private static func angle(_ limit: Double, _ generator: inout SplitMix64) -> Double {
    (Double.random(in: -limit...limit, using: &generator) * 1e7).rounded() / 1e7
  }

  private static func randomTime(_ generator: inout SplitMix64) -> Double {
    (Double.random(in: 0..<1e9, using: &generator) * 1000).rounded() / 1000
  }

  private static func text(_ generator: inout SplitMix64) -> String? {
    let alphabet = Array("abc <>&\"'éß漢🏔\u{202E}]")
    let length = Int.random(in: 0...8, using: &generator)
    guard length > 0 else { return nil }
    let inner = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "x" }
    return "x" + String(inner) + "x"
  }
}
