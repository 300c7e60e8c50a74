/// The codec for OGC GeoPackage, an SQLite database of layers that QGIS and other geographic
/// information systems can open.
struct GeoPackageCodec: GeoFormatCodec {
  let format = GeoFormat(
    id: "gpkg", name: "GeoPackage", fileExtensions: ["gpkg"], canRead: false, canWrite: true)

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try GeoPackageWriter(into: sink, options)
  }
}
