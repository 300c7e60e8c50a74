import Geodesy
import TestSupport
import Testing

@testable import GeoFormats

/// Tests that values preserved under the names of fields are not read as these fields.
@Suite struct NameCollisionTests {
  private typealias Result = (document: GeoDocument, report: GeoReadReport)

  private func read(_ text: String, as format: String) throws -> Result {
    try TableReading.read(text, name: "x.\(format)", format: format)
  }

  private func written(_ document: GeoDocument, as format: String) throws -> String {
    String(decoding: try Writing.written(document, as: format).bytes, as: UTF8.self)
  }

  /// Returns a place in GPX with preserved values.
  private func place(_ values: [ForeignValue], type: String = "") throws -> GeoDocument {
    let elements = values.map {
      "<c:value format=\"\($0.format)\" name=\"\($0.name)\">\($0.value)</c:value>"
    }
    return try Reading.text(
      """
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:c="\(PreservedMarkup.ExtensionValues.namespace)"><wpt lat="1" lon="2">\(type)\
      <extensions>\(elements.joined())</extensions></wpt></gpx>
      """
    ).document
  }

  /// A table in which each name of a field occurs twice, and a column that has several names of
  /// fields in one cell.
  private static let table = """
    INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT(m),"SPEED(NDEX;lat;lon",DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W
    1,T,2026/07/11,06:02:11,SPS,46.02,N,7.75,E,1608,3.6,2026/07/12,07:00:00,-10,S,-20,W
    2,T,2026/07/11,06:02:21,SPS,46.0201,N,7.7502,E,1609,7.2,2026/07/13,,11,S,12,W

    """

  @Test(arguments: ["csv", "tsv"])
  func `columns with the names of fields come back from a table as they were`(
    format: String
  ) throws {
    let original = try read(Self.table, as: "csv").document
    let points = try #require(original.paths.first?.points)
    #expect(points.latitudes == [46.02, 46.0201])
    let first = try written(original, as: format)
    let header = first.prefix { !$0.isNewline }
    for name in ["DATE", "TIME", "LATITUDE", "N/S", "LONGITUDE", "E/W"] {
      #expect(header.contains("extra:\(name)"), "\(name)")
    }
    let again = try read(first, as: format).document
    #expect(again.paths.first?.points.latitudes == points.latitudes)
    #expect(again.paths.first?.points.longitudes == points.longitudes)
    #expect(again.paths.first?.points.times == points.times)
    #expect(again.paths.first?.points.kept == points.kept)
    #expect(try written(again, as: format) == first)
  }

  @Test func `every name that a table's reader knows gets a prefix, which the reader removes`()
    throws
  {
    // With semicolons as delimiters, this name would be a header.
    let split = "a;latitude;longitude" + String(repeating: ";", count: 60)
    let names = [
      "name", "Symbol", "TimeStamp", "x:DATE", "extra:date", "extra:extra:lon", "extra:Owner",
      "=sum", "'=sum", "Speed (km/h)", "nr", "Owner", split,
    ]
    let document = try place(
      names.map { ForeignValue(format: "geojson", name: $0, value: "12") })
    let table = try written(document, as: "csv")
    let header = try CommaSeparatedTable(table).columns
    #expect(
      header == [
        "kind", "name", "latitude", "longitude", "extra:name", "extra:Symbol", "extra:TimeStamp",
        "x:DATE", "extra:extra:date", "extra:extra:extra:lon", "extra:Owner", "'=sum", "''=sum",
        "extra:Speed (km/h)", "extra:nr", "Owner", split,
      ])
    let place = try #require(try read(table, as: "csv").document.places.first)
    #expect(place.coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(place.name == nil)
    #expect(place.time == nil)
    let kept = try #require(place.kept)
    for name in names { #expect(kept.contains("name=\"\(name)\">12<"), "\(name)") }
    #expect(try written(read(table, as: "csv").document, as: "csv") == table)
  }

  @Test func `a second array of times in GeoJSON does not replace the times of the points`() throws
  {
    let source = """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{\
      "times":["2026-07-11T06:00:00Z","2026-07-11T06:00:01Z"],\
      "coordTimes":["2020-01-01T06:00:00Z","2020-01-01T06:00:01Z"]}}
      """
    let original = try read(source, as: "geojson").document
    let first = try written(original, as: "geojson")
    let again = try read(first, as: "geojson").document
    #expect(again.paths.map(\.points.times) == original.paths.map(\.points.times))
    #expect(try written(again, as: "geojson") == first)
    let stripped = try Writing.written(original, as: "geojson") { $0.stripsTimes = true }.bytes
    #expect(!String(decoding: stripped, as: UTF8.self).contains("2020"))
  }

  @Test func `an elevation property beside another elevation in the coordinates is preserved`()
    throws
  {
    let source = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,5]},"properties":{"ele":7,"altitude":5}}
      """
    let place = try #require(try read(source, as: "geojson").document.places.first)
    #expect(place.elevation == 5)
    #expect(place.kept?.contains("name=\"ele\">7<") == true)
    #expect(place.kept?.contains("altitude") == false)
  }

  @Test func `a preserved value cannot replace a field in KML`() throws {
    let forged = ForeignValue(format: "cartographer", name: "type", value: "forged")
    let document = try place([forged], type: "<type>real</type>")
    let (bytes, losses) = try Writing.written(document, as: "kml")
    #expect(
      losses.map(\.message) == [
        "KML cannot represent preserved values that have the same name as a field of the item"
      ])
    let place = try read(String(decoding: bytes, as: UTF8.self), as: "kml").document.places.first
    #expect(place?.type == "real")
  }
}
