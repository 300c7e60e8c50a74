/// The codec for KML 2.0 to 2.3 and KMZ.
struct KMLCodec: GeoFormatCodec {
  static let id = "kml"

  let format = GeoFormat(
    id: Self.id, name: "KML (Google Earth)", fileExtensions: ["kml", "kmz"], canRead: true,
    canWrite: true)

  func recognises(_ head: FileHead) -> Bool {
    switch head.rootElement {
    case "kml", "placemark": true
    // Other formats have elements of these names, too.
    case "document", "folder", "networklink", "groundoverlay":
      head.isNamed(as: format) || head.contains("/kml/") || head.contains("<Placemark")
    case "point", "linestring", "linearring", "polygon", "multigeometry":
      head.isNamed(as: format) || head.contains("<coordinates")
    default: false
    }
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    let feed = GeoFeed(input, into: sink, format)
    let stream = try XMLStream(input, feed)
    let scan = KMLScan(stream, feed)
    var damage = try stream.parse(scan)
    try scan.finish(&damage)
    try stream.report(damage)
    return try feed.finish()
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try KMLWriter(into: sink, options: options)
  }
}
