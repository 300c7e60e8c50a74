/// The codec for GeoJSON (RFC 7946), newline-delimited GeoJSON, and GeoJSON text sequences (RFC
/// 8142).
struct GeoJSONCodec: GeoFormatCodec {
  static let id = "geojson"

  let format = GeoFormat(
    id: Self.id,
    name: "GeoJSON (.geojsonl and .ndjson: one feature per line; .geojsons: RFC 8142 sequence)",
    fileExtensions: ["geojson", "geojsonl", "ndjson", "geojsons", "json"],
    canRead: true, canWrite: true)

  func recognises(_ head: FileHead) -> Bool {
    GeoJSONRecognition.isGeoJSON(head.bytes)
      || head.isNamed(as: format) && head.name?.hasSuffix(".json") == false
        && [UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E].contains(head.text.first ?? 0)
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try GeoJSONReader(input, into: sink, format).read()
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try GeoJSONWriter(into: sink, options: options)
  }
}
