import BaseMap
import Geodesy

/// The country and region borders at the base map's most detailed scale.
///
/// The lines are divided among 0.1° cells, so that a short segment is compared with few lines.
struct BorderLines: Sendable {
  /// A kind of border.
  enum Kind: Hashable, Sendable {
    case country
    case region
  }

  /// A straight piece of a border, in degrees of longitude (x) and latitude (y).
  private struct Piece: Sendable {
    let from: SIMD2<Double>
    let to: SIMD2<Double>

    /// Returns whether the piece crosses or touches another piece.
    func crosses(_ other: Piece) -> Bool {
      side(other.from) * side(other.to) <= 0 && other.side(from) * other.side(to) <= 0
    }

    /// Returns a positive number for a position to the left of the piece's line, and a negative
    /// number for a position to the right.
    private func side(_ position: SIMD2<Double>) -> Double {
      (to.x - from.x) * (position.y - from.y) - (to.y - from.y) * (position.x - from.x)
    }

    /// The 0.1° cells that the piece's bounding box touches.
    var cells: [GridCell] {
      let low = pointwiseMin(from, to)
      let high = pointwiseMax(from, to)
      let first = GridCell(latitude: low.y, longitude: low.x, perDegree: BorderLines.perDegree)
      let last = GridCell(latitude: high.y, longitude: high.x, perDegree: BorderLines.perDegree)
      guard first.column <= last.column, first.row <= last.row else { return [first, last] }
      return (first.row...last.row).flatMap { row in
        (first.column...last.column).map { GridCell(column: $0, row: row) }
      }
    }

    /// The piece, divided into parts that each span at most 0.1° of latitude and 0.1° of longitude.
    var parts: [Piece] {
      let across = to - from
      let length = max(abs(across.x), abs(across.y)) * BorderLines.perDegree
      let count = max(length.rounded(.up), 1)
      return stride(from: 0, to: count, by: 1).map {
        Piece(from: from + across * ($0 / count), to: from + across * (($0 + 1) / count))
      }
    }
  }

  private static let perDegree = 10.0
  private let file: BaseMapFile
  private var pieces: [Kind: [GridCell: [Piece]]] = [:]
  private var read: Set<BaseMapLayer.BlockID> = []

  init(_ file: BaseMapFile) { self.file = file }

  /// Returns whether a border touches a 0.1° cell.
  ///
  /// - Throws: `BaseMapError` with the code `damaged`.
  mutating func touch(_ cell: GridCell) throws -> Bool {
    try read(around: cell)
    return pieces.values.contains { $0[cell] != nil }
  }

  /// Returns whether a border crosses the line segment between two positions. The segment is
  /// straight in latitude and longitude.
  ///
  /// - Parameter kinds: The kinds of borders to test.
  /// - Throws: `BaseMapError` with the code `damaged`.
  mutating func separate(
    _ one: Coordinate, _ other: Coordinate, kinds: [Kind]
  ) throws -> Bool {
    let from = SIMD2(one.longitude, one.latitude)
    var to = SIMD2(other.longitude, other.latitude)
    // The shorter way around the world.
    to.x -= 360 * ((to.x - from.x) / 360).rounded()
    for part in Piece(from: from, to: to).parts {
      for cell in part.cells {
        try read(around: cell)
        for kind in kinds where pieces[kind]?[cell]?.contains(where: part.crosses) ?? false {
          return true
        }
      }
    }
    return false
  }

  /// Reads the blocks that contain a 0.1° cell, unless they have already been read.
  private mutating func read(around cell: GridCell) throws {
    for (layer, kind) in [(BaseMapLayer.Kind.borders, Kind.country), (.regions, .region)] {
      if let id = file.blockID(of: layer, .million10, at: cell.middle), read.insert(id).inserted,
        let block = try file.block(id)
      {
        add(block, kind)
      }
    }
  }

  private mutating func add(_ block: BaseMapBlock, _ kind: Kind) {
    func position(_ index: Int) -> SIMD2<Double> {
      SIMD2(block.longitudes[index], block.latitudes[index])
    }
    for line in block.features {
      for index in line.points.dropFirst() {
        for part in Piece(from: position(index - 1), to: position(index)).parts {
          for cell in part.cells { pieces[kind, default: [:]][cell, default: []].append(part) }
        }
      }
    }
  }
}
