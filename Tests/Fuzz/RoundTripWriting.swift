import GeoFormats

/// A helper of the fuzz targets that writes documents.
enum RoundTripWriting {
  static func unchangedSource(_ document: GeoDocument) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try GPXWriter(
      into: sink, options: GeoWritingOptions(unchangedSource: document.header))
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for kind in [GeoPathHeader.Kind.route, .track] {
      for path in document.paths where path.header.kind == kind {
        try writer.beginPath(path.header)
        try writer.points(path.points)
        try writer.endPath()
      }
    }
    _ = try writer.finish()
    return Array(sink.bytes)
  }
}
