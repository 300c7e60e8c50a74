import GeoFormats
import Testing

/// What is no GPX is refused by its name, with what to do.
@Suite struct ForeignFormatTests {
  private static func tar(magic: String) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    head.replaceSubrange(0..<5, with: Array("a.gpx".utf8))
    head.replaceSubrange(257..<257 + magic.utf8.count, with: Array(magic.utf8))
    head.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = head.reduce(0) { $0 + Int($1) }
    let octal = String(sum, radix: 8)
    let digits = String(repeating: "0", count: 6 - octal.count) + octal
    head.replaceSubrange(148..<154, with: Array(digits.utf8))
    return head + Array(Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>").utf8)
      + [UInt8](repeating: 0, count: 1024)
  }

  @Test(
    arguments: [
      (tar(magic: "ustar"), "a tar file", "decompress it first"),
      (tar(magic: ""), "a tar file", "decompress it first"),
      (Array("\u{E}\u{10}ab....".utf8) + Array(".FIT....".utf8), "a FIT file", "gpsbabel"),
      (Array("SQLite format 3\0....".utf8), "an SQLite database", "--store"),
      (Array("%PDF-1.7".utf8), "a PDF document", "no positions"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG picture", "no positions"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture", "cannot be imported"),
      (Array("$GPGGA,123519,4807.038,N".utf8), "an NMEA log", "gpsbabel"),
      (Array("{\"type\": \"FeatureCollection\"}".utf8), "a GeoJSON file", "gpsbabel"),
      (Array("{\"a\": 1}".utf8), "a JSON file", "not a known list of positions"),
      (Array("<kml xmlns=\"http://www.opengis.net/kml/2.2\"/>".utf8), "a KML file", "gpsbabel"),
      (Array("<TrainingCenterDatabase/>".utf8), "a TCX file", "gpsbabel"),
      (Array("<!DOCTYPE html><html><body>&nbsp;".utf8), "an HTML page", "download the file again"),
      ([0x52, 0x61, 0x72, 0x21, 0x1A, 7], "a RAR file", "decompress it first"),
      (Array("name,lat,lon\n".utf8), "the format of the file is unknown", "GPX"),
      ([UInt8](repeating: 0, count: 600), "zero bytes", "download or copy the file again"),
    ] as [([UInt8], String, String)])
  func `a file is refused by its name`(bytes: [UInt8], name: String, advice: String) throws {
    let (_, report) = try Reading.read(MemorySource(bytes))
    let message = try #require(report.refusal?.message)
    #expect(message.contains(name))
    #expect(message.contains(advice))
  }

  @Test(arguments: ["packed/gzip-tar.gpx", "packed/tar.gpx"])
  func `a tar archive is refused by its name, packed too`(file: String) throws {
    let (_, report) = try Reading.fixture(file)
    #expect(report.refusal?.code == .inputCompressed)
    #expect(report.refusal?.message.contains("a tar file; decompress it first") == true)
  }
}
