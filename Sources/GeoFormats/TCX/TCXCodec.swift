/// The codec for TCX, Garmin's Training Center XML format.
struct TCXCodec: GeoFormatCodec {
  static let id = "tcx"

  let format = GeoFormat(
    id: Self.id, name: "TCX (Training Center XML)", fileExtensions: ["tcx"], canRead: true,
    canWrite: true)

  func recognises(_ head: FileHead) -> Bool { head.rootElement == "trainingcenterdatabase" }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    let feed = GeoFeed(input, into: sink, format)
    let stream = try XMLStream(input, feed)
    let scan = TCXScan(stream, feed, textLimit: input.options.limits.text)
    let damage = try stream.parse(scan)
    try scan.finish()
    try stream.report(damage)
    try scan.report()
    return try feed.finish()
  }

  func writer(into sink: any ByteSink, _ options: GeoWritingOptions) throws -> any GeoWriter {
    try TCXWriter(into: sink, options: options)
  }
}
