import CartographerCore
import Geodesy

/// An item on the map with a position or an extent.
package protocol MapItem: Sendable, Equatable {
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

  package init(_ items: [Item] = []) {
    self.items = items
    for index in items.indices { addBox(items[index].bounds) }
  }

  package mutating func append(_ item: Item) {
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
    forEach(touching: box) { index, _ in found.append(index) }
    return found
  }

  /// Calls a closure for each item that ``indices(touching:)`` would return. The closure receives
  /// the item's index and the north-western corner of its bounding box.
  @inline(__always)
  func forEach(touching box: WorldBounds, _ body: (Int, WorldPoint) -> Void) {
    minXs.withUnsafeBufferPointer { minXs in
      maxXs.withUnsafeBufferPointer { maxXs in
        minYs.withUnsafeBufferPointer { minYs in
          maxYs.withUnsafeBufferPointer { maxYs in
            for index in minYs.indices where minYs[index] <= box.maxY && maxYs[index] >= box.minY {
              let gap = box.minX - maxXs[index]
              // Without this comparison, the call of the C library's function takes most of the time.
              let turns = gap > -1 && gap <= 0 ? 0 : gap.rounded(.up)
              if minXs[index] + turns <= box.maxX {
                body(index, WorldPoint(x: minXs[index], y: minYs[index]))
              }
            }
          }
        }
      }
    }
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

extension MapItems where Item: Identifiable, Item.ID == ItemID {
  /// Returns an item's ID without copying the rest of the item.
  func id(at index: Int) -> ItemID { items.withUnsafeBufferPointer { $0[index].id } }

  /// Returns the item with the given ID. Returns nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  func item(_ id: ItemID) -> Item? {
    items.withUnsafeBufferPointer { items in items.indices.first { items[$0].id == id } }
      .map { items[$0] }
  }
}

extension MapItems: RandomAccessCollection {
  package var startIndex: Int { items.startIndex }
  package var endIndex: Int { items.endIndex }
  package subscript(index: Int) -> Item { items[index] }
}

extension MapItems: ExpressibleByArrayLiteral {
  package init(arrayLiteral items: Item...) { self.init(items) }
}
