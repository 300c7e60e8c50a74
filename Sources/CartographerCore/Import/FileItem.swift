import CartographerModel
import Foundation
import GeoFormats
import Geodesy

/// An item of a file, as the file gives it now or as an earlier import brought it: what tells it from
/// the others.
struct FileItem {
  enum Kind: String, Hashable {
    case place
    case route
    case track
  }

  /// The place, or the first point of a path.
  struct Point: Hashable {
    var latitude: Double
    var longitude: Double
    /// Seconds since 2001-01-01T00:00:00Z; nil where absent.
    var time: Double?
  }

  /// Nil for one that is read and not stored, in a dry run.
  var id: ItemID?
  var kind: Kind
  /// Nil where the file gives none.
  var name: String?
  var first: Point?
  /// Of what was imported; nil for what came before version 4.
  var digest: Int?
  /// The place among the items of its file, from 0.
  var position: Int?
  /// The key of the import it came by; 0 for one of the file that is read.
  var record: Int64 = 0
  var isTrashed = false
  /// A digest of the preserved markup of a path and its segments; 0 for a place.
  var form = 0
  /// The points of a path; nil where they must be asked of the store.
  var sketch: PointSketch?
  /// A digest of the item's complete content; nil if it must be computed from the store.
  var exact: ContentDigest?
}

/// Notes the items of a file while it is read.
struct FileItems {
  private(set) var items: [FileItem] = []
  /// Whether nothing is stored, so that all that may be asked later must be noted now.
  private let isDry: Bool
  /// Of how many paths the points are sketched while they pass.
  private static let sketchedAtMost = 64
  private var first: FileItem.Point?
  private var sketch = PointSketch()
  private var exact = ContentDigest(isExact: true)
  private var sketchCount = 0
  /// The indices in `items` of the paths that have no id yet.
  private var unidentified: [Int] = []
  private var isSketching: Bool { isDry || sketchCount < Self.sketchedAtMost }

  init(isDry: Bool) { self.isDry = isDry }

  mutating func add(_ place: GeoPlace, digest: Int, id: ItemID?) {
    var item = FileItem(id: id, kind: .place, name: place.name.nonBlank)
    item.first = FileItem.Point(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      time: place.time?.timeIntervalSinceReferenceDate)
    item.digest = digest
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
      first = FileItem.Point(
        latitude: points.latitudes[0], longitude: points.longitudes[0],
        time: points.times[0].isNaN ? nil : points.times[0])
    }
    if isSketching { sketch.add(points) }
    exact.add(points)
  }

  /// Appends a path without an id; ``identifyPaths(_:)`` sets the id once the path is stored.
  mutating func endPath(_ header: GeoPathHeader, digest: Int) {
    var item = FileItem(
      id: nil, kind: header.kind == .route ? .route : .track, name: header.name.nonBlank)
    item.first = first
    item.digest = digest
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

  /// Sets the ids of the paths that have none yet, in file order.
  mutating func identifyPaths(_ ids: [ItemID]) {
    for (place, id) in zip(unidentified, ids) { items[place].id = id }
    unidentified = []
  }
}
