import GeoFormats
import TestSupport
import Testing

/// Tests that files in other formats are refused with the name of the format and advice.
@Suite struct ForeignFormatTests {
  @Test(arguments: [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], true), ([UInt8](repeating: 0, count: 600), true),
    (FITFixtures.indoor, true), (Array("name,place\n".utf8), false),
    (Array("<html/>".utf8), false), (Array("%PDF-1.7".utf8), false),
  ])
  func `a refusal states a byte offset for binary files and a line for text`(
    bytes: [UInt8], isBinary: Bool
  ) throws {
    let place = try #require(try Reading.read(MemorySource(bytes)).report.refusal).place
    #expect((place.byteOffset != nil) == isBinary)
    #expect((place.line != nil) == !isBinary)
  }

  @Test(
    arguments: [
      (
        ArchiveBytes.tarFile(("a.txt", Array("a".utf8))), "tar archive contains no",
        "it contains a.txt"
      ),
      (Array("%PDF-1.7".utf8), "a PDF document", "no positions"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image", "no positions"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image", "cannot be imported"),
      (Array("{\"geometryType\": \"esriGeometryPoint\"}".utf8), "an Esri JSON file", "ogr2ogr"),
      (Array("{\"a\": 1}".utf8), "a JSON file", "does not look like GeoJSON"),
      (Array("<!DOCTYPE html><html><body>&nbsp;".utf8), "an HTML page", "download it again"),
      ([0x52, 0x61, 0x72, 0x21, 0x1A, 7], "a RAR file", "decompress it first"),
      (Array("name,place\n".utf8), "the file's format is unknown", "GPX"),
      ([UInt8](repeating: 0, count: 600), "zero bytes", "download or copy the file again"),
    ] as [([UInt8], String, String)])
  func `the refusal of a foreign file names its format and gives advice`(
    bytes: [UInt8], name: String, advice: String
  ) throws {
    let (_, report) = try Reading.read(MemorySource(bytes))
    let message = try #require(report.refusal?.message)
    #expect(message.contains(name))
    #expect(message.contains(advice))
  }

  @Test(
    arguments: [
      (Array("SQLite format 3\0....".utf8), "an SQLite database", .openStore),
      (
        Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 52) + Array("GPKG".utf8),
        "a GeoPackage", .convert(.ogr2ogr)
      ),
      (Array("MsRcf".utf8), "a Garmin GDB database", .convert(.gpsbabel)),
      ([0, 0, 0x27, 0x0A], "a shapefile", .convert(.ogr2ogr)),
      (Array("<osm version='0.6'/>".utf8), "an OpenStreetMap file", .convert(.gpsbabel)),
    ] as [([UInt8], String, Diagnostic.Remedy)])
  func `the refusal of a file that another program can read names this program as its remedy`(
    bytes: [UInt8], name: String, remedy: Diagnostic.Remedy
  ) throws {
    let refusal = try #require(try Reading.read(MemorySource(bytes)).report.refusal)
    #expect(refusal.message.contains(name))
    #expect(refusal.remedy == remedy)
  }

  @Test(arguments: ["ustar", ""])
  func `a GPX file in a tar archive is read`(magic: String) throws {
    let gpx = Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>")
    let archive = ArchiveBytes.tarFile(("a.gpx", Array(gpx.utf8)), magic: magic)
    let (document, report) = try Reading.read(
      MemorySource(archive + [UInt8](repeating: 0, count: 1024)))
    #expect(document.places.count == 1)
    #expect(report.diagnostics.map(\.code) == [.inputUnpacked])
  }
}
