/// An unsupported file format, recognised by its content.
struct ForeignFormat: Equatable {
  /// The format's name with an indefinite article, such as "a PDF document".
  let name: String
  /// The recommended action for a file of this format.
  let advice: String

  private static let convert = "to convert the file with GPSBabel, import it with `--via gpsbabel`"

  static let zeros = ForeignFormat(
    name: "a sequence of zero bytes", advice: "download or copy the file again")

  private init(name: String, advice: String) {
    self.name = name
    self.advice = advice
  }

  private static let magics: [(place: Int, bytes: [UInt8], name: String, advice: String)] = [
    (
      0, Array("SQLite format 3\0".utf8), "an SQLite database",
      "a database cannot be imported; to open a Cartographer store, use `--store`"
    ),
    (0, Array("%PDF".utf8), "a PDF document", "files in this format contain no positions"),
    (0, [0x89, 0x50, 0x4E, 0x47], "a PNG picture", "files in this format contain no positions"),
    (0, [0xFF, 0xD8, 0xFF], "a JPEG picture", "pictures cannot be imported"),
    (0, Array("GIF8".utf8), "a GIF picture", "files in this format contain no positions"),
    (0, Array("MsRcf".utf8), "a Garmin GDB database", convert),
    (
      0, [0, 0, 0x27, 0x0A], "a shapefile",
      "to convert the file with ogr2ogr, import it with `--via ogr2ogr`"
    ),
    (0, Array("OziExplorer".utf8), "an OziExplorer file", convert),
    (0, Array("{\\rtf".utf8), "an RTF document", "save the document as plain text"),
  ]

  /// Recognises the format of a file that does not begin with markup.
  ///
  /// - Parameter text: The start of the file, without a byte order mark or leading white space.
  init?(_ head: [UInt8], text: ArraySlice<UInt8>) {
    for (place, bytes, name, advice) in Self.magics
    where head.count >= place + bytes.count && head[place...].starts(with: bytes) {
      self.init(name: name, advice: advice)
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
    case "osm", "osmChange": self.init(name: "an OpenStreetMap file", advice: Self.convert)
    case "loc": self.init(name: "a LOC file of geocaches", advice: Self.convert)
    case "html", "HTML":
      self.init(
        name: "an HTML page",
        advice: "the file may be a server's error page; download it again")
    case "svg":
      self.init(name: "an SVG picture", advice: "files in this format contain no positions")
    default: return nil
    }
  }
}
