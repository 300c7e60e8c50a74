import GeoFormats

/// A receiver that collects information about a file's items during a dry run of an import. The
/// items are not stored.
final class DryRunSink: GeoSink {
  /// Whether to collect the preserved markup of every item, which can contain `category` elements
  /// with group names.
  private let keepsAll: Bool
  /// The data from which each item's groups are derived.
  private(set) var hints: [GroupHints] = []
  private(set) var lengths = ImportLengths()
  private(set) var items = FileItems(isDry: true)
  private(set) var header = GeoFileHeader()
  private var kind = GeoPathHeader.Kind.track
  private var digest = ContentDigest()
  private(set) var naming: PathNaming

  /// Creates a sink that receives a file's items during a dry run.
  ///
  /// - Parameter origins: The sources of group names in the file.
  ///   Group names that this program wrote into an exported file are always used.
  /// - Parameter namer: The function that names unnamed paths, or nil to number them.
  init(groupOrigins origins: [GroupOrigin], namer: PathNamer? = nil) {
    keepsAll = origins.contains(.category)
    naming = PathNaming(namer)
  }

  /// Returns the number of unnamed paths that an import would name.
  ///
  /// - Parameter known: The indices in ``items`` of items that already exist in the library.
  func namedPaths(except known: Set<Int>) -> Int {
    let paths = items.items.indices.filter { items.items[$0].kind != .place }
    return naming.count { !known.contains(paths[$0]) }
  }

  func place(_ place: GeoPlace) {
    items.add(place, ContentDigest(place), id: nil)
    note(place.type, place.kept, place.extras)
  }

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    lengths.beginPath()
    items.beginPath()
    naming.beginPath()
    digest = ContentDigest()
  }

  func points(_ points: borrowing GeoPoints) {
    lengths.add(points, kind: kind)
    digest.add(points)
    items.add(points)
    naming.add(points)
  }

  func pathEnds(_ header: GeoPathHeader) {
    digest.add(header)
    naming.endPath(header)
    items.endPath(header, digest)
    note(header.type, header.kept, header.extras)
  }

  private func note(_ type: String?, _ kept: String?, _ extras: GeoExtras) {
    let isTelling = keepsAll || !extras.groups.isEmpty
    hints.append(GroupHints(type: type, kept: isTelling ? kept : nil))
  }

  func fileEnds(_ header: GeoFileHeader) { self.header = header }
}
