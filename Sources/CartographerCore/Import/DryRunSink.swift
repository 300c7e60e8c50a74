import GeoFormats

/// Reads along without writing, for a dry run.
final class DryRunSink: GeoSink {
  private(set) var lengths = ImportLengths()
  private(set) var items = FileItems(isDry: true)
  private(set) var header = GeoFileHeader()
  private var kind = GeoPathHeader.Kind.track
  private var digest = ContentDigest()

  func place(_ place: GeoPlace) {
    items.add(place, digest: ContentDigest(place).value, id: nil)
  }

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    lengths.beginPath()
    items.beginPath()
    digest = ContentDigest()
  }

  func points(_ points: borrowing GeoPoints) {
    lengths.add(points, kind: kind)
    digest.add(points)
    items.add(points)
  }

  func pathEnds(_ header: GeoPathHeader) {
    digest.add(header)
    items.endPath(header, digest: digest.value, id: nil)
  }

  func fileEnds(_ header: GeoFileHeader) { self.header = header }
}
