import GeoFormats

/// A codec's call to a ``GeoSink`` method, recorded so that it can be repeated later on another
/// thread.
enum SinkCall: Sendable {
  case place(GeoPlace)
  case pathBegins(GeoPathHeader.Kind)
  case points(GeoPoints)
  case pathEnds(GeoPathHeader)
  case fileEnds(GeoFileHeader)

  func make(on sink: some GeoSink) throws {
    switch self {
    case .place(let place): try sink.place(place)
    case .pathBegins(let kind): try sink.pathBegins(kind)
    case .points(let points): try sink.points(points)
    case .pathEnds(let header): try sink.pathEnds(header)
    case .fileEnds(let header): try sink.fileEnds(header)
    }
  }

  /// The approximate memory use of the recorded call, as a multiple of one point's memory use.
  var weight: Int {
    switch self {
    case .place(let place):
      1 + Self.weight(place.kept) + Self.weight(place.details) + Self.weight(place.comment)
        + Self.weight(place.name) + Self.weight(place.extras.notes)
    case .pathBegins: 1
    case .points(let points):
      points.kept.values.reduce(points.count + points.fields.count * 4) { $0 + Self.weight($1) }
    case .pathEnds(let header):
      header.keptSegments.values.reduce(
        1 + Self.weight(header.kept) + Self.weight(header.details) + Self.weight(header.comment)
          + Self.weight(header.name) + Self.weight(header.extras.notes)
      ) { $0 + Self.weight($1) }
    case .fileEnds: 1
    }
  }

  private static func weight(_ text: String?) -> Int { (text?.utf8.count ?? 0) / 64 }
}
