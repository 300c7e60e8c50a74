import CartographerModel
import GeoFormats
import SwiftData

extension ItemDigest {
  /// The two digests of an item's current content: one for detecting edits, and one that includes
  /// all stored data.
  struct Both {
    var content: Int
    /// The digest of all stored data of the item, including number formats.
    var exact: ContentDigest
    /// The digest of the item's values (see ``ContentDigest/values(_:)``).
    var values: Int

    fileprivate init(_ content: ContentDigest, exact: ContentDigest, _ extras: GeoExtras) {
      self.content = content.value
      self.exact = exact
      values = content.values(extras)
    }
  }

  private static let itemsAtOnce = 2_048
  private static let pointsAtOnce = 16_384
  /// The maximum number of points in a path that is read together with other paths. Longer paths
  /// are read separately, in batches of points.
  private static let shortPath = 4_096

  /// Returns the digests of many items, indexed by item ID. Items that do not exist are omitted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and points.
  ///   Only a few queries are needed for thousands of items.
  func all(_ ids: [ItemID]) throws -> [ItemID: Both] {
    var digests: [ItemID: Both] = [:]
    digests.reserveCapacity(ids.count)
    let places = ids.filter { $0.kind == .location }.map(\.key)
    for start in stride(from: 0, to: places.count, by: Self.itemsAtOnce) {
      let page = Array(places[start..<min(start + Self.itemsAtOnce, places.count)])
      try addPlaces(page, to: &digests)
    }
    let paths = ids.filter { $0.kind == .path }.map(\.key)
    let counts =
      paths.isEmpty ? [:] : try context.counts(of: Waypoint.self, by: \.path, keys: paths)
    var page: [Int64] = []
    var count = 0
    for key in paths {
      let own = counts[key] ?? 0
      guard own <= Self.shortPath else {
        if let digest = try both(ItemID(.path, key)) { digests[ItemID(.path, key)] = digest }
        continue
      }
      if page.count == Self.itemsAtOnce || count + own > Self.pointsAtOnce {
        try addPaths(page, to: &digests)
        (page, count) = ([], 0)
      }
      page.append(key)
      count += own
    }
    if !page.isEmpty { try addPaths(page, to: &digests) }
    return digests
  }

  private func both(_ id: ItemID) throws -> Both? {
    guard let path = try context.model(Path.self, for: context.identifier(id)) else { return nil }
    var (digest, exact) = (ContentDigest(), ContentDigest(isExact: true))
    try PointRows(context).forEachPiece(of: id) { points in
      digest.add(points)
      exact.add(points)
    }
    let header = try StoredItems(context).header(path)
    digest.add(header)
    exact.add(header)
    return Both(digest, exact: exact, header.extras)
  }

  private func addPlaces(_ keys: [Int64], to digests: inout [ItemID: Both]) throws {
    for (key, place) in try StoredItems(context).places(keys) {
      digests[ItemID(.location, key)] = Both(
        ContentDigest(place), exact: ContentDigest(place, isExact: true), place.extras)
    }
  }

  private func addPaths(_ keys: [Int64], to digests: inout [ItemID: Both]) throws {
    let identifiers = keys.map { context.identifier(of: Path.self, key: $0) }
    let points = try PointRows(context).points(ofPaths: keys)
    let items = StoredItems(context)
    for path in try context.fetch(
      FetchDescriptor<Path>(predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
    {
      let id = ItemID(.path, path.persistentModelID.primaryKey)
      let header = try items.header(path)
      func digest(isExact: Bool) -> ContentDigest {
        var digest = ContentDigest(isExact: isExact)
        if let points = points[id.key] { digest.add(points) }
        digest.add(header)
        return digest
      }
      digests[id] = Both(
        digest(isExact: false), exact: digest(isExact: true), header.extras)
    }
  }
}
