import BaseMap
import Geodesy

/// The 0.1° cells that contain land, according to the base map's most detailed coastlines.
struct LandCells: Sendable {
  private let file: BaseMapFile
  /// For each base-map block that has been read, whether each of the block's cells contains land.
  /// The array is nil if the block contains no land. The cells are ordered row by row from the
  /// south-west.
  private var blocks: [GridCell: [Bool]?] = [:]
  /// The number of cells per degree.
  private static let perDegree = 10
  private let layer: BaseMapLayer?

  init(_ file: BaseMapFile) {
    self.file = file
    layer = file.layers.first { $0.kind == .land && $0.scale == .million10 }
  }

  /// Returns whether a cell contains land.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  mutating func contain(_ cell: GridCell) throws -> Bool {
    guard let layer else { return true }
    let side = Int(layer.cell) * Self.perDegree
    let block = GridCell(column: cell.column / side, row: cell.row / side)
    let cells: [Bool]?
    if let known = blocks[block] {
      cells = known
    } else {
      let found = try file.blockID(of: .land, .million10, at: cell.middle).flatMap(file.block)
      cells = found.map { Self.cells(of: $0, side: side) }
      blocks[block] = .some(cells)
    }
    return cells?[cell.row % side * side + cell.column % side] ?? false
  }

  /// Returns, for each cell of a block, whether the cell contains land: a coast crosses the cell,
  /// or its centre is inside an odd number of rings.
  private static func cells(of block: BaseMapBlock, side: Int) -> [Bool] {
    var cells = [Bool](repeating: false, count: side * side)
    // For each row of cells, the positions at which a ring crosses the middle of the row.
    var crossings = [[Double]](repeating: [], count: side)
    func position(_ index: Int) -> SIMD2<Double> {
      SIMD2(
        block.longitudes[index] - block.bounds.west, block.latitudes[index] - block.bounds.south)
        * Double(perDegree)
    }
    for ring in block.features {
      var last = ring.points.upperBound - 1
      for index in ring.points {
        let (from, to) = (position(last), position(index))
        if block.edges[last].isDisjoint(with: block.edges[index]) {
          let length = max(abs(to.x - from.x), abs(to.y - from.y))
          let steps = max(Int((length * 4).rounded(.up)), 1)
          for step in 0...steps {
            let at = from + (to - from) * (Double(step) / Double(steps))
            let column = min(max(Int(at.x), 0), side - 1)
            cells[min(max(Int(at.y), 0), side - 1) * side + column] = true
          }
        }
        let (low, high) = from.y < to.y ? (from, to) : (to, from)
        var row = max(Int((low.y + 0.5).rounded(.down)), 0)
        while row < side, Double(row) + 0.5 < high.y {
          if Double(row) + 0.5 >= low.y {
            let share = (Double(row) + 0.5 - low.y) / (high.y - low.y)
            crossings[row].append(low.x + (high.x - low.x) * share)
          }
          row += 1
        }
        last = index
      }
    }
    for row in 0..<side {
      let ends = crossings[row].sorted()
      for pair in stride(from: 0, to: ends.count - 1, by: 2) {
        for column in 0..<side
        where Double(column) + 0.5 >= ends[pair] && Double(column) + 0.5 < ends[pair + 1] {
          cells[row * side + column] = true
        }
      }
    }
    return cells
  }
}
