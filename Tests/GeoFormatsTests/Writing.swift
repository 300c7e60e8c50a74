import GeoFormats
import TestSupport

/// Helpers that write a complete document.
enum Writing {
  /// Writes a document in a format: its places, routes, tracks and groups.
  static func written(
    _ document: GeoDocument, as format: String,
    _ change: (inout GeoWritingOptions) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], losses: [Diagnostic]) {
    guard let format = GeoFormat.named(format) else {
      throw TestSupportError(code: .missing, message: "There is no format “\(format)”.")
    }
    let sink = MemorySink()
    var options = GeoWritingOptions()
    options.headers = [document.header]
    change(&options)
    let writer = try format.writer(into: sink, options: options)
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for kind in [GeoPathHeader.Kind.route, .track] {
      for path in document.paths where path.header.kind == kind {
        try writer.beginPath(path.header)
        try writer.points(path.points)
        try writer.endPath()
      }
    }
    try writer.groups(document.header.groups)
    let losses = try writer.finish()
    return (sink.bytes, losses)
  }
}
