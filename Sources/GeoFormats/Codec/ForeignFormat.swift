/// An unsupported file format, recognised by its content.
struct ForeignFormat: Equatable {
  /// The format's name with an indefinite article, such as "a PDF document".
  let name: String
  /// Advice for a user who tries to import a file in this format. Nil if ``remedy`` is given
  /// instead.
  let advice: String?
  /// The action that makes it possible to import the file's content. Nil if ``advice`` is given
  /// instead.
  let remedy: Diagnostic.Remedy?

  static let zeros = ForeignFormat(
    name: "a sequence of zero bytes", advice: "download or copy the file again")

  private init(name: String, advice: String) {
    self.name = name
    self.advice = advice
    remedy = nil
  }

  private init(name: String, _ remedy: Diagnostic.Remedy) {
    self.name = name
    self.remedy = remedy
    advice = nil
  }

  /// The byte sequences that identify file formats, each with its offset in the file.
  private static let magics: [(offset: Int, bytes: [UInt8], format: ForeignFormat)] = [
    (
      0, Array("SQLite format 3\0".utf8), ForeignFormat(name: "an SQLite database", .openStore)
    ),
    (0, Array("%PDF".utf8), ForeignFormat(name: "a PDF document", advice: withoutPositions)),
    (0, [0x89, 0x50, 0x4E, 0x47], ForeignFormat(name: "a PNG image", advice: withoutPositions)),
    (
      0, [0xFF, 0xD8, 0xFF],
      ForeignFormat(name: "a JPEG image", advice: "pictures cannot be imported")
    ),
    (0, Array("GIF8".utf8), ForeignFormat(name: "a GIF image", advice: withoutPositions)),
    (
      0, Array("MsRcf".utf8), ForeignFormat(name: "a Garmin GDB database", .convert(.gpsbabel))
    ),
    (0, [0, 0, 0x27, 0x0A], ForeignFormat(name: "a shapefile", .convert(.ogr2ogr))),
    (
      0, Array("OziExplorer".utf8), ForeignFormat(name: "an OziExplorer file", .convert(.gpsbabel))
    ),
    (
      0, Array("{\\rtf".utf8),
      ForeignFormat(name: "an RTF document", advice: "save the document as plain text")
    ),
  ]

  /// Returns whether the header of an SQLite database contains the application ID of a GeoPackage:
  /// `GPKG`, or `GP10` or `GP11` in files of the first versions.
  private static func isGeoPackage(_ head: [UInt8]) -> Bool {
    head.starts(with: Array("SQLite format 3\0".utf8)) && head.count >= 72
      && ["GPKG", "GP10", "GP11"].contains { head[68..<72].elementsEqual($0.utf8) }
  }

  private static let withoutPositions = "files in this format contain no positions"

  /// Recognises the format of a file that does not begin with markup.
  ///
  /// - Parameter text: The start of the file, without a byte order mark or leading white space.
  init?(_ head: [UInt8], text: ArraySlice<UInt8>) {
    if Self.isGeoPackage(head) {
      self.init(name: "a GeoPackage", .convert(.ogr2ogr))
      return
    }
    for (offset, bytes, format) in Self.magics
    where head.count >= offset + bytes.count && head[offset...].starts(with: bytes) {
      self = format
      return
    }
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      let isEsri = text.containsBytes(Array(#""esriGeometry"#.utf8))
      self.init(
        name: isEsri ? "an Esri JSON file" : "a JSON file",
        advice: isEsri
          ? "convert the file to GeoJSON first, for example with ogr2ogr"
          : "the file's content does not look like GeoJSON")
    } else {
      return nil
    }
  }

  /// Recognises an XML format by the name of its root element.
  init?(root: String) {
    switch root {
    case "kml":
      self.init(name: "a KML file", advice: "import the file without specifying GPX as its format")
    case "osm", "osmChange": self.init(name: "an OpenStreetMap file", .convert(.gpsbabel))
    case "loc": self.init(name: "a LOC file of geocaches", .convert(.gpsbabel))
    case "html", "HTML":
      self.init(
        name: "an HTML page",
        advice: "the file may be a server's error page; download it again")
    case "svg":
      self.init(name: "an SVG image", advice: Self.withoutPositions)
    default: return nil
    }
  }
}
