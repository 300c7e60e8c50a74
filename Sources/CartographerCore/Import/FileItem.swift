import CartographerModel
import Foundation
import GeoFormats
import Geodesy

/// An item from the file being imported or from an earlier import, with the data used for matching.
struct FileItem {
  enum Kind: String, Hashable {
    case place
    case route
    case track
  }

  /// The position and time of a place, or of a path's first point.
  struct FirstPoint: Hashable {
    var latitude: Double
    var longitude: Double
    /// The point's time in seconds since 2001-01-01T00:00:00Z. Nil if the point has no time.
    var time: Double?
  }

  /// The item's id. Nil in a dry run, in which items are not stored.
  var id: ItemID?
  var kind: Kind
  /// The item's name in the file. Nil if the item is unnamed.
  var name: String?
  var first: FirstPoint?
  /// The digest of the imported content. Nil if the item was imported before store version 4.
  var digest: Int?
  /// The item's index among all items of the file, counting from 0.
  var position: Int?
  /// The database key of the import to which the item belongs, or 0 for an item in the file that is
  /// being imported.
  var record: Int64 = 0
  var isTrashed = false
  /// The digest of the preserved markup in a path and its segments, or 0 for a place.
  var form = 0
  /// A sample of the path's points. Nil if the sample must be read from the store.
  var sketch: PointSketch?
  /// The digest of the item's complete content. Nil if the digest must be computed from the store.
  var exact: ContentDigest?
  /// The digest of the item's values, without preserved markup. Nil for an item from an earlier
  /// import.
  var values: Int?
}

/// The items of a file, recorded while the file is read.
struct FileItems {
  private(set) var items: [FileItem] = []
  /// Whether the items are read for a dry run, in which all data must be recorded here because the
  /// items are not stored.
  private let isDry: Bool
  /// The maximum number of paths whose points are sampled while the file is read.
  private static let sketchedAtMost = 64
  private var first: FileItem.FirstPoint?
  private var sketch = PointSketch()
  private var exact = ContentDigest(isExact: true)
  private var sketchCount = 0
  /// The indices, in `items`, of the paths that have no id yet.
  private var unidentified: [Int] = []
  private var isSketching: Bool { isDry || sketchCount < Self.sketchedAtMost }

  init(isDry: Bool) { self.isDry = isDry }

  mutating func add(_ place: GeoPlace, _ digest: ContentDigest, id: ItemID?) {
    var item = FileItem(id: id, kind: .place, name: place.name.nonBlank)
    item.first = FileItem.FirstPoint(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      time: place.time?.timeIntervalSinceReferenceDate)
    item.digest = digest.value
    item.values = digest.values(place.extras)
    item.position = place.position
    item.exact = ContentDigest(place, isExact: true)
    items.append(item)
  }

  mutating func beginPath() {
    first = nil
    sketch = PointSketch()
    exact = ContentDigest(isExact: true)
  }

  mutating func add(_ points: borrowing GeoPoints) {
    if first == nil, !points.isEmpty {
      first = FileItem.FirstPoint(
        latitude: points.latitudes[0], longitude: points.longitudes[0],
        time: points.times[0].isNaN ? nil : points.times[0])
    }
    if isSketching { sketch.add(points) }
    exact.add(points)
  }

  /// Appends a path without an id. Once the path has been stored, ``identifyPaths(_:)`` sets the
  /// id.
  mutating func endPath(_ header: GeoPathHeader, _ digest: ContentDigest) {
    var item = FileItem(
      id: nil, kind: header.kind == .route ? .route : .track, name: header.name.nonBlank)
    item.first = first
    item.digest = digest.value
    item.values = digest.values(header.extras)
    item.position = header.position
    item.form = ContentDigest.form(of: header)
    if isSketching {
      sketch.finish()
      item.sketch = sketch
      sketchCount += 1
    }
    exact.add(header)
    item.exact = exact
    if !isDry { unidentified.append(items.count) }
    items.append(item)
  }

  /// Sets the ids of the paths that have no id yet, in file order.
  mutating func identifyPaths(_ ids: [ItemID]) {
    for (place, id) in zip(unidentified, ids) { items[place].id = id }
    unidentified = []
  }
}
