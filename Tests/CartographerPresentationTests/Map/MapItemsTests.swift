import CartographerCore
import Geodesy
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct MapItemsTests {
  private struct Box: MapItem {
    var id = ItemID(.path, 1)
    let bounds: WorldBounds?
  }

  @Test func `the items in a box are those whose own boxes touch it, across the antimeridian too`()
  {
    var random = SplitMix64.forTest()
    func box() -> WorldBounds {
      let (x, y) = (
        Double.random(in: -0.5...1.5, using: &random), Double.random(in: 0...1, using: &random)
      )
      let (width, height) = (
        Double.random(in: 0...0.4, using: &random), Double.random(in: 0...0.4, using: &random)
      )
      return WorldBounds(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
    var items = MapItems((0..<200).map { Box(bounds: $0.isMultiple(of: 9) ? nil : box()) })
    items.append(Box(bounds: box()))
    for _ in 0..<200 {
      let view = box()
      let expected = items.indices.filter { index in
        guard let bounds = items[index].bounds else { return false }
        return (-3...3).contains { turn in
          var copy = bounds
          copy.minX += Double(turn)
          copy.maxX += Double(turn)
          return copy.intersects(view)
        }
      }
      #expect(items.indices(touching: view) == expected)
    }
  }

  @Test func `updated items are found like items that were there from the start`() {
    var random = SplitMix64.forTest()
    func box(_ key: Int64) -> Box {
      let x = Double.random(in: 0...1, using: &random)
      let y = Double.random(in: 0...1, using: &random)
      return Box(
        id: ItemID(.path, key), bounds: WorldBounds(minX: x, minY: y, maxX: x + 0.1, maxY: y + 0.1))
    }
    var items = MapItems((1...20).map { box(2 * Int64($0)) })
    for _ in 0..<100 {
      let keys = (0..<3).map { _ in Int64.random(in: 1...42, using: &random) }
      let changes = Set(keys).map { key in
        (ItemID(.path, key), key.isMultiple(of: 3) ? nil : box(key))
      }
      items.update(changes)
      let expected = MapItems(Array(items))
      #expect(items.map(\.id) == items.map(\.id).sorted())
      #expect(items.bounds == expected.bounds)
      let view = WorldBounds(minX: 0.2, minY: 0.3, maxX: 0.5, maxY: 0.7)
      #expect(items.indices(touching: view) == expected.indices(touching: view))
      for (id, item) in changes { #expect(items.item(id)?.bounds == item?.bounds) }
    }
  }

  @Test func `an item is found by its ID, whether or not the items are in the order of their IDs`()
  {
    func items(_ keys: [Int64]) -> MapItems<Box> {
      MapItems(keys.map { Box(id: ItemID(.path, $0), bounds: nil) })
    }
    for keys in [[], [4], [2, 3, 5, 8, 13], [5, 2, 13, 3, 8]] as [[Int64]] {
      var items = items(keys)
      for (index, key) in keys.enumerated() {
        #expect(items.index(of: ItemID(.path, key)) == index)
      }
      for key in [1, 6, 21] as [Int64] { #expect(items.index(of: ItemID(.path, key)) == nil) }
      items.append(Box(id: ItemID(.path, 1), bounds: nil))
      #expect(items.index(of: ItemID(.path, 1)) == keys.count)
    }
  }
}
