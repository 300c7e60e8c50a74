import GeoFormats
import Testing

/// Files in which a FeatureCollection is among the features of another collection or array.
@Suite struct GeoJSONNestedCollectionTests {
  private static func point(_ name: String) -> String {
    """
    {"type":"Feature","properties":{"name":"\(name)"},\
    "geometry":{"type":"Point","coordinates":[7,46]}}
    """
  }

  private static func collection(_ features: String..., more: String = "") -> String {
    #"{"type":"FeatureCollection","features":["#
      + features.joined(separator: ",\n") + "]\(more)}"
  }

  private func names(_ text: String) throws -> ([String?], GeoReadReport) {
    let (document, report) = try Reading.text(text)
    return (document.places.map(\.name), report)
  }

  @Test func `the features of nested collections are read in order and told once`() throws {
    let inner = Self.collection(
      Self.point("B"), Self.collection(Self.point("C")), Self.collection(), Self.point("D"))
    let (names, report) = try names(Self.collection(Self.point("A"), inner, Self.point("E")))
    #expect(names == ["A", "B", "C", "D", "E"])
    #expect(report.totals == [.geometryInvalid: 1])
    let told = try #require(report.diagnostics.first)
    #expect(told.line == 2 && told.place.element == "$.features[1].features")
    #expect(told.action == .repaired && told.message.hasSuffix("(3 times, first here)"))
  }

  @Test func `the other members of a nested collection are told and not read as the file's`()
    throws
  {
    let inner = """
      {"name":"Inner","features":[\(Self.point("A"))],"note":1,"type":"FeatureCollection"}
      """
    let (document, report) = try Reading.text(
      Self.collection(inner, Self.point("B"), more: #","name":"Outer""#))
    #expect(document.places.map(\.name) == ["A", "B"])
    #expect(document.header.metadata.name == "Outer")
    #expect(
      report.all(.elementUnknown).map(\.message) == [
        "the FeatureCollection member “name” is not preserved",
        "the FeatureCollection member “note” is not preserved",
      ])
  }

  @Test func `the collections in an array are read`() throws {
    var options = GeoReadingOptions()
    options.format = "geojson"
    let collector = GeoDocumentCollector()
    let text = "[\(Self.collection(Self.point("A"))),\(Self.collection(Self.point("B")))]"
    let report = try GeoFormat.read(MemorySource(text.utf8), into: collector, options: options)
    #expect(collector.document.places.map(\.name) == ["A", "B"])
    #expect(report.totals == [.geometryInvalid: 1])
  }

  @Test func `a feature with a member named features is still read`() throws {
    let rest = #""properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[7,46]}"#
    let (document, report) = try Reading.text(
      Self.collection(
        #"{"features":5,"type":"Feature",\#(rest)}"#,
        #"{"type":"Feature",\#(rest),"features":[1]}"#))
    #expect(document.places.map(\.name) == ["A", "A"])
    #expect(document.places.allSatisfy { $0.kept?.contains("features") == true })
    #expect(report.totals.isEmpty)
  }

  @Test func `the coordinate reference system of a nested collection is checked`() throws {
    let crs = #","crs":{"type":"name","properties":{"name":"EPSG:2056"}}"#
    let (_, report) = try names(Self.collection(Self.collection(more: crs)))
    #expect(report.refusal?.code == .crsUnsupported)
  }

  @Test func `collections that are nested ten thousand levels deep are read`() throws {
    let start = String(repeating: #"{"type":"FeatureCollection","features":["#, count: 10_000)
    let end = String(repeating: "]}", count: 10_000)
    let (names, report) = try names(start + Self.point("A") + end)
    #expect(names == ["A"])
    #expect(report.totals == [.geometryInvalid: 1])
  }
}
