import CartographerCore
import Geodesy

/// A place or a path on the map.
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
/// The bounding boxes are also stored in separate arrays, so that the items in a view can be found
/// without reading every item.
package struct MapItems<Item: MapItem>: Sendable, Equatable {
  package private(set) var items: [Item] = []
  private var minXs: [Double] = []
  private var minYs: [Double] = []
  private var maxXs: [Double] = []
  private var maxYs: [Double] = []
  /// The smallest box around all items. Nil if no item has points.
  private(set) var bounds: WorldBounds?
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

  /// Replaces, inserts and removes items. The items must be in ascending order of their IDs.
  ///
  /// - Parameter changes: The items' IDs, each with the new item, or nil to remove the item.
  /// - Complexity: O(*c* log *n* + *n*) for *c* changes, plus O(*n*) for each insertion or removal.
  package mutating func update(_ changes: [(ItemID, Item?)]) {
    for (id, item) in changes {
      let index = position(of: id)
      if index < items.count, self.id(at: index) == id {
        guard let item else {
          items.remove(at: index)
          removeBox(at: index)
          continue
        }
        items[index] = item
        removeBox(at: index)
        insertBox(item.bounds, at: index)
      } else if let item {
        items.insert(item, at: index)
        insertBox(item.bounds, at: index)
      }
    }
    bounds = nil
    for index in minXs.indices where !minXs[index].isNaN {
      let box = WorldBounds(
        minX: minXs[index], minY: minYs[index], maxX: maxXs[index], maxY: maxYs[index])
      bounds = bounds?.union(box) ?? box
    }
  }

  private mutating func removeBox(at index: Int) {
    minXs.remove(at: index)
    minYs.remove(at: index)
    maxXs.remove(at: index)
    maxYs.remove(at: index)
  }

  private mutating func insertBox(_ bounds: WorldBounds?, at index: Int) {
    // An item without points is never found, since comparisons with NaN are false.
    minXs.insert(bounds?.minX ?? .nan, at: index)
    minYs.insert(bounds?.minY ?? .nan, at: index)
    maxXs.insert(bounds?.maxX ?? .nan, at: index)
    maxYs.insert(bounds?.maxY ?? .nan, at: index)
  }

  private mutating func addBox(_ bounds: WorldBounds?) {
    insertBox(bounds, at: minXs.count)
    guard let bounds else { return }
    self.bounds = self.bounds?.union(bounds) ?? bounds
  }

  /// Returns the indices of the items whose bounding boxes intersect a box, in ascending order.
  /// Copies of the box, shifted by whole world widths, are also tested.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  package func indices(touching box: WorldBounds) -> [Int] {
    var found: [Int] = []
    forEach(touching: box) { found.append($0) }
    return found
  }

  /// Calls a closure with the index of each item whose bounding box intersects a box.
  @inline(__always)
  func forEach(touching box: WorldBounds, _ body: (Int) -> Void) {
    forEachCorner(touching: box) { index, _, _ in body(index) }
  }

  /// Calls a closure for each item whose bounding box intersects a box. The closure receives the
  /// item's index and the coordinates of the north-western corner of the item's bounding box.
  ///
  /// Boxes are tested eight at a time, because the branch for a single box would be hard to
  /// predict. In a large library, most items are out of view.
  @inline(__always)
  func forEachCorner(
    touching box: WorldBounds, _ body: (_ index: Int, _ x: Double, _ y: Double) -> Void
  ) {
    typealias Lanes = SIMD8<Double>
    minXs.withUnsafeBufferPointer { minXs in
      maxXs.withUnsafeBufferPointer { maxXs in
        minYs.withUnsafeBufferPointer { minYs in
          maxYs.withUnsafeBufferPointer { maxYs in
            @inline(__always)
            func lanes(_ values: UnsafeBufferPointer<Double>, _ index: Int) -> Lanes {
              UnsafeRawBufferPointer(values).loadUnaligned(
                fromByteOffset: index * MemoryLayout<Double>.stride, as: Lanes.self)
            }
            @inline(__always)
            func test(_ index: Int) {
              guard minYs[index] <= box.maxY, maxYs[index] >= box.minY else { return }
              let gap = box.minX - maxXs[index]
              // Without these comparisons, calls to the C library's rounding function would take
              // most of the time.
              let turns = gap > -1 && gap <= 1 ? (gap > 0 ? 1 : 0) : gap.rounded(.up)
              if minXs[index] + turns <= box.maxX { body(index, minXs[index], minYs[index]) }
            }
            var index = 0
            while index + Lanes.scalarCount <= minYs.count {
              let gap = box.minX - lanes(maxXs, index)
              let left = lanes(minXs, index)
              // Boxes that are more than one world width away are left to the exact test.
              let isNear =
                (lanes(minYs, index) .<= box.maxY) .& (lanes(maxYs, index) .>= box.minY)
                .& ((left.replacing(with: left + 1, where: gap .> 0) .<= box.maxX)
                  .| (gap .<= -1) .| (gap .> 1))
              if any(isNear) {
                for near in index..<index + Lanes.scalarCount { test(near) }
              }
              index += Lanes.scalarCount
            }
            for rest in index..<minYs.count { test(rest) }
          }
        }
      }
    }
  }

  /// Compares only the items, since the boxes are derived from the items.
  package static func == (lhs: MapItems, rhs: MapItems) -> Bool { lhs.items == rhs.items }
}

extension MapItems {
  /// Returns an item's ID without copying the rest of the item.
  func id(at index: Int) -> ItemID { items.withUnsafeBufferPointer { $0[index].id } }

  /// Returns the index of the item with the given ID. Returns nil if none exists.
  ///
  /// - Complexity: O(log *n*) for *n* items in ascending order of their IDs, otherwise O(*n*).
  func index(of id: ItemID) -> Int? {
    guard isSorted else { return items.indices.first { self.id(at: $0) == id } }
    let index = position(of: id)
    return index < items.count && self.id(at: index) == id ? index : nil
  }

  /// Returns the index of the item with the given ID, or the index at which to insert that item.
  private func position(of id: ItemID) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if self.id(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low
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
