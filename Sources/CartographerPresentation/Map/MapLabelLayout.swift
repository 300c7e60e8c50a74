import CartographerCore
import TerminalUI

/// The side of the marker on which a label is drawn.
package enum MapLabelSide: UInt8, Sendable, CaseIterable {
  case right, left, above, below
}

/// A record of the labels drawn at one zoom level. It contains the side of the marker on which each
/// label was drawn, and the order in which the labels were first placed.
///
/// The record includes labels that are no longer in view. Thus the labels do not jump while the
/// view moves, and a view that is shown again has the same labels as before.
package struct MapLabelMemory: Equatable, Sendable {
  package private(set) var sides: [ItemID: MapLabelSide]
  private(set) var order: [ItemID: Int] = [:]
  /// The zoom level of the recorded labels. Nil if the next frame starts a new record.
  private var zoom: Double?

  /// The number of recorded labels at which the next frame starts a new record.
  private static let mostLabels = 10_000

  package init(sides: [ItemID: MapLabelSide] = [:]) { self.sides = sides }

  /// Starts a new record with the next frame, because the map's contents have changed. The labels
  /// in that frame keep their sides.
  package mutating func restart() { zoom = nil }

  /// Returns a copy of the record with a frame's labels added.
  ///
  /// - Parameter placed: The frame's labels in placement order, each with its side of the marker.
  func adding(_ placed: [(id: ItemID, side: MapLabelSide)], atZoom zoom: Double) -> MapLabelMemory {
    let isKept = self.zoom == zoom && sides.count < Self.mostLabels
    var memory = isKept ? self : MapLabelMemory()
    memory.zoom = zoom
    for (id, side) in placed where memory.sides[id] == nil {
      memory.order[id] = memory.order.count
      memory.sides[id] = side
    }
    return memory
  }
}

/// A layout that finds free cells for the labels on a map, starting with the most important labels.
///
/// Labels are placed in this order: the selected place, the place nearest to the cursor, marked
/// places, places with remembered labels (in the order in which the labels were first placed), and
/// all other places. Ties are broken by the distance to the cursor, then by ID. A label keeps the
/// remembered side as long as that side is free. Otherwise the label goes to the side that hides
/// the fewest cells of lines; ties go to the first side in the order of ``MapLabelSide``. This
/// keeps the labels stable from frame to frame.
struct MapLabelLayout {
  struct Request {
    var id: ItemID
    /// The map cell that contains the place's marker.
    var cell: Point
    /// The label's width, in cells.
    var width: Int
    /// The number of empty cells between the marker and a label beside it.
    var gap = 0
    var isSelected = false
    var isMarked = false
  }

  struct Placement: Equatable {
    var side: MapLabelSide
    /// The map cell of the label's first character.
    var origin: Point
    var width: Int
  }

  private let size: Size
  private var isTaken: [Bool]
  /// The IDs of the labels, in the order in which they were placed.
  private(set) var placed: [ItemID] = []

  init(size: Size) {
    self.size = size
    isTaken = Array(repeating: false, count: size.columns * size.rows)
  }

  /// Reserves cells in a row, so that no label covers them. Cells outside the map are ignored.
  mutating func reserve(row: Int, columns: Range<Int>) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      isTaken[row * size.columns + column] = true
    }
  }

  /// Returns whether a range of cells in a row is free. Cells outside the map are treated as
  /// occupied.
  func isFree(row: Int, columns: Range<Int>) -> Bool {
    guard row >= 0, row < size.rows, columns.lowerBound >= 0, columns.upperBound <= size.columns
    else { return false }
    return !isTaken[
      (row * size.columns + columns.lowerBound)..<(row * size.columns + columns.upperBound)
    ]
    .contains(true)
  }

  /// Returns the placements of the labels that fit on the map, keyed by place ID.
  ///
  /// - Parameter hidden: A closure that returns how many cells with map lines a label would cover.
  /// - Complexity: O(*n* log *n*), where *n* is the number of label requests.
  mutating func place(
    _ requests: [Request], cursor: Point, previous: MapLabelMemory,
    hidden: (Placement) -> Int = { _ in 0 }
  ) -> [ItemID: Placement] {
    for request in requests {
      reserve(row: request.cell.row, columns: request.cell.column..<request.cell.column + 1)
    }
    var placements: [ItemID: Placement] = [:]
    for request in ordered(requests, cursor: cursor, previous: previous) where request.width > 0 {
      if let found = room(for: request, preferring: previous.sides[request.id], hidden: hidden) {
        reserve(row: found.origin.row, columns: found.columns)
        placements[request.id] = found
        placed.append(request.id)
      }
    }
    return placements
  }

  private func ordered(
    _ requests: [Request], cursor: Point, previous: MapLabelMemory
  ) -> [Request] {
    /// Returns the squared distance between a cell and the cursor, measured in cell widths.
    ///
    /// Rows count double, because a cell is about twice as high as it is wide.
    func distance(_ cell: Point) -> Int {
      let across = cell.column - cursor.column
      let down = 2 * (cell.row - cursor.row)
      return across * across + down * down
    }
    let nearest = requests.map { (distance($0.cell), $0.id) }.min { $0 < $1 }?.1
    func rank(_ request: Request) -> Int {
      if request.isSelected { return 0 }
      if request.id == nearest { return 1 }
      if request.isMarked { return 2 }
      return previous.sides[request.id] != nil ? 3 : 4
    }
    return requests.map { request in
      let rank = rank(request)
      let order = rank == 3 ? previous.order[request.id] ?? .max : 0
      return (rank: rank, order: order, distance: distance(request.cell), request: request)
    }
    .sorted {
      ($0.rank, $0.order, $0.distance, $0.request.id)
        < ($1.rank, $1.order, $1.distance, $1.request.id)
    }
    .map(\.request)
  }

  private func room(
    for request: Request, preferring last: MapLabelSide?, hidden: (Placement) -> Int
  ) -> Placement? {
    func placement(_ side: MapLabelSide) -> Placement? {
      let placement = Placement(
        side: side, origin: origin(of: request, on: side), width: request.width)
      return isFree(placement, marker: request.cell) ? placement : nil
    }
    if let last, let kept = placement(last) { return kept }
    var best: (placement: Placement, hidden: Int)?
    for side in MapLabelSide.allCases where side != last {
      guard let free = placement(side) else { continue }
      let hides = hidden(free)
      if hides == 0 { return free }
      if hides < best?.hidden ?? .max { best = (free, hides) }
    }
    return best?.placement
  }

  private func origin(of request: Request, on side: MapLabelSide) -> Point {
    let cell = request.cell
    // A label above or below is centred on its marker, but clamped to the edges of the map.
    let centred = min(
      max(cell.column - request.width / 2, 0), max(size.columns - request.width, 0))
    return switch side {
    case .right: Point(column: cell.column + 1 + request.gap, row: cell.row)
    case .left: Point(column: cell.column - request.gap - request.width, row: cell.row)
    case .above: Point(column: centred, row: cell.row - 1)
    case .below: Point(column: centred, row: cell.row + 1)
    }
  }

  /// Returns whether the label's cells and the adjacent cells on both sides are free.
  ///
  /// The free cell at each end separates the label from others in the same row. A label may touch
  /// its own marker.
  private func isFree(_ placement: Placement, marker: Point) -> Bool {
    let row = placement.origin.row
    guard isFree(row: row, columns: placement.columns) else { return false }
    for column in [placement.columns.lowerBound - 1, placement.columns.upperBound]
    where column >= 0 && column < size.columns && Point(column: column, row: row) != marker {
      if isTaken[row * size.columns + column] { return false }
    }
    return true
  }
}

extension MapLabelLayout.Placement {
  var columns: Range<Int> { origin.column..<origin.column + width }
}
