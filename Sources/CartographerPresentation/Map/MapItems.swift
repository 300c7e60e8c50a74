import CartographerCore
import Geodesy

/// An item on the map with a position or an extent.
package protocol MapItem: Sendable, Equatable, Identifiable where ID == ItemID {
  /// The item's bounding box. Nil if the item has no points.
  var bounds: WorldBounds? { get }
}

extension MapPath: MapItem {}
extension MapPlace: MapItem {
  package var bounds: WorldBounds? { WorldBounds(point) }
}

/// The map's paths or places, in drawing order.
///
/// The bounding boxes are also stored in separate arrays, so that the items in a view are found
/// without reading every item.
package struct MapItems<Item: MapItem>: Sendable, Equatable {
  package private(set) var items: [Item] = []
  private var minXs: [Double] = []
  private var minYs: [Double] = []
  private var maxXs: [Double] = []
  private var maxYs: [Double] = []
  /// Whether the items are in ascending order of their IDs.
  private var isSorted = true

  package init(_ items: [Item] = []) {
    self.items = items
    minXs.reserveCapacity(items.count)
    minYs.reserveCapacity(items.count)
    maxXs.reserveCapacity(items.count)
    maxYs.reserveCapacity(items.count)
    for index in items.indices { addBox(items[index].bounds) }
    isSorted = items.withUnsafeBufferPointer { items in
      items.indices.dropFirst().allSatisfy { items[$0 - 1].id < items[$0].id }
    }
  }

  package mutating func append(_ item: Item) {
    isSorted = isSorted && items.last.map { $0.id < item.id } ?? true
    items.append(item)
    addBox(item.bounds)
  }

  private mutating func addBox(_ bounds: WorldBounds?) {
    // An item without points is never found, since comparisons with NaN are false.
    minXs.append(bounds?.minX ?? .nan)
    minYs.append(bounds?.minY ?? .nan)
    maxXs.append(bounds?.maxX ?? .nan)
    maxYs.append(bounds?.maxY ?? .nan)
  }

  /// Returns the indices of the items whose bounding boxes intersect a box, in ascending order.
  /// Copies of the box, shifted by whole world widths, are also tested.
  ///
  /// - Complexity: O(*n*) for *n* items. For an item outside the box's latitudes, only 16 bytes are
  ///   read.
  package func indices(touching box: WorldBounds) -> [Int] {
    var found: [Int] = []
    forEach(touching: box) { found.append($0) }
    return found
  }

  /// Calls a closure with each index that ``indices(touching:)`` would return.
  @inline(__always)
  func forEach(touching box: WorldBounds, _ body: (Int) -> Void) {
    minXs.withUnsafeBufferPointer { minXs in
      maxXs.withUnsafeBufferPointer { maxXs in
        minYs.withUnsafeBufferPointer { minYs in
          maxYs.withUnsafeBufferPointer { maxYs in
            for index in minYs.indices where minYs[index] <= box.maxY && maxYs[index] >= box.minY {
              let gap = box.minX - maxXs[index]
              // Without this comparison, the call of the C library's function takes most of the time.
              let turns = gap > -1 && gap <= 0 ? 0 : gap.rounded(.up)
              if minXs[index] + turns <= box.maxX {
                body(index)
              }
            }
          }
        }
      }
    }
  }

  /// Calls a closure with the coordinates of the north-western corner of each item's bounding box.
  /// The coordinates are NaN for an item without points.
  func withCorners(_ body: (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>) -> Void) {
    minXs.withUnsafeBufferPointer { xs in minYs.withUnsafeBufferPointer { ys in body(xs, ys) } }
  }

  /// The smallest box around all items. Nil if no item has points.
  var bounds: WorldBounds? {
    var all: WorldBounds?
    for index in minXs.indices where !minXs[index].isNaN {
      let box = WorldBounds(
        minX: minXs[index], minY: minYs[index], maxX: maxXs[index], maxY: maxYs[index])
      all = all?.union(box) ?? box
    }
    return all
  }

  /// Compares only the items, since equal items have equal boxes.
  package static func == (lhs: MapItems, rhs: MapItems) -> Bool { lhs.items == rhs.items }
}

extension MapItems {
  /// Returns an item's ID without copying the rest of the item.
  func id(at index: Int) -> ItemID { items.withUnsafeBufferPointer { $0[index].id } }

  /// Returns the index of the item with the given ID. Returns nil if none exists.
  ///
  /// - Complexity: O(log *n*) if the items are in ascending order of their IDs, otherwise O(*n*), where *n* is the number
  ///   of items.
  func index(of id: ItemID) -> Int? {
    guard isSorted else { return items.indices.first { self.id(at: $0) == id } }
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if self.id(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low < items.count && self.id(at: low) == id ? low : nil
  }

  /// Returns the item with the given ID. Returns nil if none exists.
  func item(_ id: ItemID) -> Item? { index(of: id).map { items[$0] } }
}

extension MapItems: RandomAccessCollection {
  package var startIndex: Int { items.startIndex }
  package var endIndex: Int { items.endIndex }
  package subscript(index: Int) -> Item { items[index] }
}

extension MapItems: ExpressibleByArrayLiteral {
  package init(arrayLiteral items: Item...) { self.init(items) }
}
