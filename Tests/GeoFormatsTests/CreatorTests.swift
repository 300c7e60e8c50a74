import Geodesy
import Testing

@testable import GeoFormats

/// The marks by which the readers recognise files that this program wrote.
@Suite struct CreatorTests {
  private static let formats = GeoFormat.all.filter { $0.canRead && $0.canWrite }

  private static func written(_ format: GeoFormat, _ fileExtension: String?) throws -> [UInt8] {
    let sink = MemorySink()
    var options = GeoWritingOptions()
    options.fileExtension = fileExtension
    let writer = try format.writer(into: sink, options: options)
    try writer.place(GeoPlace(coordinate: Coordinate(latitude: 46, longitude: 7), name: "A"))
    try writer.beginPath(GeoPathHeader(kind: .track, name: "B"))
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, time: 800_000_000)
    points.append(latitude: 46.1, longitude: 7, time: 800_000_060)
    try writer.points(points)
    try writer.endPath()
    _ = try writer.finish()
    return sink.bytes
  }

  @Test(arguments: formats.flatMap { format in format.fileExtensions.map { (format, $0) } })
  func `a written file names its creator`(format: GeoFormat, fileExtension: String) throws {
    let bytes = try Self.written(format, fileExtension)
    let (document, report) = try Reading.read(MemorySource(bytes))
    #expect(report.creator == GPXWriter.creator && document.header.creator == GPXWriter.creator)
  }

  @Test(arguments: [
    "name,latitude,longitude\nA,46,7\n", "kind,latitude,longitude,name\nplace,46,7,A\n",
    "<kml><Document id=\"x\"><Placemark><Point><coordinates>7,46</coordinates></Point></Placemark>"
      + "</Document></kml>",
    #"{"type":"Feature","generator":"Another","geometry":{"type":"Point","coordinates":[7,46]},"properties":{}}"#,
  ])
  func `a file of another program has another creator or none`(text: String) throws {
    let report = try Reading.text(text).report
    #expect(report.counts.waypoints == 1 && report.creator != GPXWriter.creator)
  }

  @Test(arguments: formats)
  func `a representation has the items in their order as the format keeps them`(format: GeoFormat)
    throws
  {
    let collector = GeoDocumentCollector()
    try format.represent(options: GeoWritingOptions(), into: collector) { writer in
      for index in 0..<20 {
        try writer.place(
          GeoPlace(coordinate: Coordinate(latitude: Double(index), longitude: 7), name: "P\(index)")
        )
      }
    }
    #expect(collector.document.places.map(\.name) == (0..<20).map { "P\($0)" })
    #expect(collector.document.places.map(\.coordinate.latitude) == (0..<20).map(Double.init))
  }
}
