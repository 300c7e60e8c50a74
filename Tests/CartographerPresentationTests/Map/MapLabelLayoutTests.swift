import CartographerCore
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite("Map label layout")
struct MapLabelLayoutTests {
  private let size = Size(columns: 40, rows: 12)
  private let middle = Point(column: 20, row: 6)

  private func request(
    _ key: Int64, _ column: Int, _ row: Int, width: Int
  ) -> MapLabelLayout.Request {
    MapLabelLayout.Request(
      id: ItemID(.location, key), cell: Point(column: column, row: row), width: width)
  }

  private func distance(_ cell: Point) -> Int {
    let across = cell.column - middle.column
    let down = 2 * (cell.row - middle.row)
    return across * across + down * down
  }

  private func place(
    _ requests: [MapLabelLayout.Request], cursor: Point? = nil,
    previous: MapLabelMemory = MapLabelMemory()
  ) -> [ItemID: MapLabelLayout.Placement] {
    var layout = MapLabelLayout(size: size)
    return layout.place(requests, cursor: cursor ?? middle, previous: previous)
  }

  private func randomRequests(_ random: inout SplitMix64) -> [MapLabelLayout.Request] {
    (0..<Int.random(in: 1...60, using: &random)).map {
      request(
        Int64($0 + 1), .random(in: 0..<size.columns, using: &random),
        .random(in: 0..<size.rows, using: &random), width: .random(in: 1...20, using: &random))
    }
  }

  @Test
  func `labels never overlap each other or a marker, touch in a row, or leave the map`() {
    var random = SplitMix64.forTest()
    for _ in 0..<300 {
      let requests = randomRequests(&random)
      let placements = place(requests)
      var owner: [Point: ItemID] = [:]
      for (id, placement) in placements {
        for column in placement.columns {
          let cell = Point(column: column, row: placement.origin.row)
          #expect(size.contains(cell))
          #expect(owner.updateValue(id, forKey: cell) == nil)
        }
      }
      for (cell, id) in owner {
        let next = owner[Point(column: cell.column + 1, row: cell.row)]
        #expect(next == nil || next == id)
        #expect(!requests.contains { $0.cell == cell })
      }
    }
  }

  @Test(arguments: [20, 36])
  func `a label keeps its distance from a marker that is a letter`(column: Int) {
    var letter = request(1, column, 6, width: 5)
    letter.gap = 1
    let placement = place([letter])[letter.id]
    // At column 36, the label has no room on the right.
    #expect(placement?.origin.column == (column == 20 ? 22 : 30))
  }

  @Test
  func `a place gets its label if there is room on any side`() {
    var random = SplitMix64.forTest()
    for _ in 0..<100 {
      let requests = randomRequests(&random)
      var layout = MapLabelLayout(size: size)
      let placements = layout.place(requests, cursor: middle, previous: MapLabelMemory())
      for request in requests where placements[request.id] == nil {
        let again = layout.place([request], cursor: middle, previous: MapLabelMemory())
        #expect(again.isEmpty)
      }
    }
  }

  @Test
  func `the place nearest to the cursor gets the room that two labels need`() {
    let line = (0..<14).map { request(Int64(100 + $0), 5 + 2 * $0, 5, width: 0) }
    let near = request(1, 19, 6, width: 20)
    let far = request(2, 1, 6, width: 18)
    let placements = place(line + [far, near], cursor: Point(column: 18, row: 6))
    #expect(placements[near.id]?.side == .right)
    #expect(placements[far.id]?.side != .right)
  }

  @Test
  func `the selected place is labelled before a nearer one`() {
    let near = request(1, 20, 6, width: 30)
    var selected = request(2, 4, 6, width: 30)
    let narrow = Size(columns: 40, rows: 13)
    var layout = MapLabelLayout(size: narrow)
    layout.reserve(row: 5, columns: 0..<40)
    layout.reserve(row: 7, columns: 0..<40)
    #expect(
      layout.place([near, selected], cursor: middle, previous: MapLabelMemory()).isEmpty)
    selected.width = 14
    selected.isSelected = true
    let left = request(3, 20, 6, width: 14)
    var other = MapLabelLayout(size: narrow)
    other.reserve(row: 5, columns: 0..<40)
    other.reserve(row: 7, columns: 0..<40)
    other.reserve(row: 6, columns: 22..<40)
    let placements = other.place([left, selected], cursor: middle, previous: MapLabelMemory())
    #expect(placements[selected.id]?.side == .right)
    #expect(placements[left.id] == nil)
  }

  @Test
  func `a label keeps its side while that side is free, even if a new place is nearer`() {
    let first = request(1, 10, 6, width: 6)
    let memory = MapLabelMemory(sides: [first.id: .below])
    #expect(place([first])[first.id]?.side == .right)
    #expect(place([first], previous: memory)[first.id]?.side == .below)

    let newcomer = request(2, 10, 7, width: 6)
    let decoy = request(3, 20, 6, width: 1)
    let placements = place([first, newcomer, decoy], previous: memory)
    #expect(placements[first.id]?.side == .right)
    let apart = request(4, 13, 8, width: 6)
    let kept = place([first, apart, decoy], previous: memory)
    #expect(kept[first.id]?.side == .below)
  }

  @Test
  func `a memory keeps labels that left the view until the zoom level or the places change`() {
    let (one, other) = (ItemID(.location, 1), ItemID(.location, 2))
    var memory = MapLabelMemory().adding([(one, .left)], atZoom: 9)
    memory = memory.adding([(other, .above)], atZoom: 9).adding([(one, .right)], atZoom: 9)
    #expect(memory.sides == [one: .left, other: .above])
    #expect(memory.order == [one: 0, other: 1])
    #expect(memory.adding([(one, .right)], atZoom: 10).sides == [one: .right])
    memory.restart()
    #expect(memory.sides.count == 2)
    #expect(memory.adding([(other, .below)], atZoom: 9).sides == [other: .below])
  }

  @Test
  func `labels keep their sides if all places move by one cell`() {
    var random = SplitMix64.forTest()
    for _ in 0..<50 {
      // Away from the edges, where labels have to change sides.
      let requests = (0..<12).map {
        request(
          Int64($0 + 1), .random(in: 12...26, using: &random),
          .random(in: 3...8, using: &random), width: .random(in: 1...9, using: &random))
      }
      let before = place(requests)
      let memory = MapLabelMemory(sides: before.mapValues(\.side))
      let moved = requests.map {
        request($0.id.key, $0.cell.column + 1, $0.cell.row, width: $0.width)
      }
      // The place that is now the nearest gets its label even if another place loses its own.
      let nearest = moved.min {
        (distance($0.cell), $0.id) < (distance($1.cell), $1.id)
      }
      guard let nearest, before[nearest.id] != nil else { continue }
      let after = place(moved, previous: memory)
      for (id, placement) in before { #expect(after[id]?.side == placement.side) }
    }
  }

  @Test
  func `a label is placed on the side where it hides the least of the lines`() {
    var layout = MapLabelLayout(size: size)
    let one = request(1, 20, 6, width: 5)
    let placements = layout.place([one], cursor: middle, previous: MapLabelMemory()) {
      [.right: 3, .left: 2, .above: 1, .below: 1][$0.side] ?? 0
    }
    #expect(placements[one.id]?.side == .above)
  }
}
