/// GPX 1.0 and 1.1.
struct GPXCodec: GeoFormatCodec {
  static let id = "gpx"

  let format = GeoFormat(
    id: Self.id, name: "GPX (GPS Exchange Format)", fileExtensions: ["gpx"], canRead: true,
    canWrite: true,
    options: [GeoFormat.Option(name: "gpx-version", meaning: "the GPX version to write")])

  func recognises(_ head: FileHead) -> Bool { FileSignature(head.bytes) == .markup }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    try GPXReader.read(
      input.unpacking, into: sink,
      GPXReader.Context(file: input.file, limits: input.options.limits, progress: input.progress))
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try GPXWriter(into: sink, options: options)
  }
}

extension GPXWriter: GeoWriter {}
