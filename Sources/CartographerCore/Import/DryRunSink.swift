import GeoFormats

/// A receiver that collects information about a file's items for a dry run of an import, without
/// storing the items.
final class DryRunSink: GeoSink {
  /// Whether the preserved markup of every item is collected, as required to find `category`
  /// elements.
  private let keepsAll: Bool
  /// The data from which each item's groups are derived.
  private(set) var hints: [GroupHints] = []
  private(set) var lengths = ImportLengths()
  private(set) var items = FileItems(isDry: true)
  private(set) var header = GeoFileHeader()
  private var kind = GeoPathHeader.Kind.track
  private var digest = ContentDigest()

  /// Creates a receiver of a file's items for a dry run.
  ///
  /// - Parameter origins: The sources of group names in the file.
  ///   The group names in files exported by this program are always used.
  init(groupOrigins origins: [GroupOrigin]) { keepsAll = origins.contains(.category) }

  func place(_ place: GeoPlace) {
    items.add(place, ContentDigest(place), id: nil)
    note(place.type, place.kept, place.extras)
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
    items.endPath(header, digest)
    note(header.type, header.kept, header.extras)
  }

  private func note(_ type: String?, _ kept: String?, _ extras: GeoExtras) {
    let isTelling = keepsAll || !extras.groups.isEmpty
    hints.append(GroupHints(type: type, kept: isTelling ? kept : nil))
  }

  func fileEnds(_ header: GeoFileHeader) { self.header = header }
}
