/// The codec for GPX 1.0 and 1.1.
struct GPXCodec: GeoFormatCodec {
  static let id = "gpx"

  let format = GeoFormat(
    id: Self.id, name: "GPX (GPS Exchange Format)", fileExtensions: ["gpx"], canRead: true,
    canWrite: true,
    options: [
      GeoFormat.Option(
        name: "gpx-version", meaning: "the GPX version to write, 1.0 or 1.1 (default: 1.1)"),
      GeoFormat.Option(name: "valid", meaning: "leave out data that no GPX version allows"),
    ])

  func recognises(_ head: FileHead) -> Bool { FileSignature(head.bytes) == .markup }

  func isCharacteristic(_ head: FileHead) -> Bool { head.rootElement == "gpx" }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try GPXReader.read(
      input.unpacking, into: sink,
      GPXReader.Context(file: input.file, options: input.options, progress: input.progress))
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try GPXWriter(into: sink, options: options)
  }
}

extension GPXWriter: GeoWriter {}
