import GeoFormats

/// Reads along without writing, for a dry run.
final class DryRunSink: GeoSink {
  private(set) var lengths = ImportLengths()
  private var kind = GeoPathHeader.Kind.track

  func place(_ place: GeoPlace) {}

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    lengths.beginPath()
  }

  func points(_ points: borrowing GeoPoints) { lengths.add(points, kind: kind) }

  func pathEnds(_ header: GeoPathHeader) {}

  func fileEnds(_ header: GeoFileHeader) {}
}
