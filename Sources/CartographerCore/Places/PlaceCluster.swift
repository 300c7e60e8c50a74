import Foundation
import Geodesy

/// A set of places that are probably duplicates.
package struct PlaceCluster: Sendable, Equatable {
  /// The oldest place in the cluster, which is kept when the places are merged.
  package var kept: ItemID
  package var others: [ItemID]
  /// The distance in metres from the kept place to the farthest other place.
  package var metres: Double

  package init(kept: ItemID, others: [ItemID], metres: Double) {
    self.kept = kept
    self.others = others
    self.metres = metres
  }
}

extension PlaceCluster {
  /// Returns clusters of places that are close to each other. Each cluster consists of one place
  /// and newer places within the given distance of it.
  ///
  /// Each place is in at most one cluster. Places are assigned from the oldest to the newest: a
  /// place joins the first cluster whose oldest place is within the given distance. A chain of
  /// places therefore does not become a single cluster.
  ///
  /// - Parameter sameName: Whether the places of a cluster must have the same name.
  ///   Names are compared ignoring case and accents.
  /// - Complexity: O(*n* log *n*) for *n* places if few places are close to each other.
  package static func find(
    in places: [PlaceSnapshot], withinMetres limit: Double, sameName: Bool = false
  ) -> [PlaceCluster] {
    let places = places.sorted { $0.id < $1.id }
    let grid = PlaceGrid(places.map(\.coordinate), cellMetres: max(limit, 1))
    let names = sameName ? places.map { FoldedText($0.name) } : []
    var taken = [Bool](repeating: false, count: places.count)
    var clusters: [PlaceCluster] = []
    for first in places.indices where !taken[first] {
      taken[first] = true
      var cluster = PlaceCluster(kept: places[first].id, others: [], metres: 0)
      for other in grid.neighbours(of: first) where !taken[other] {
        guard names.isEmpty || names[first] == names[other] else { continue }
        let metres = Geodesic.distanceMetres(
          from: places[first].coordinate, to: places[other].coordinate)
        guard metres <= limit else { continue }
        taken[other] = true
        cluster.others.append(places[other].id)
        cluster.metres = max(cluster.metres, metres)
      }
      if !cluster.others.isEmpty { clusters.append(cluster) }
    }
    return clusters
  }
}

/// A grid of latitude and longitude cells, used to find coordinates that are close to each other.
/// Each cell has at least a given size in metres.
private struct PlaceGrid {
  private let cells: [GridPosition: [Int]]
  private let own: [GridPosition]
  /// The number of cells in each coordinate's grid row. A grid row runs around the whole Earth.
  private let columns: [Int]
  /// The height of each row in the grid, in degrees.
  private let height: Double

  private struct GridPosition: Hashable {
    var row: Int
    var column: Int
  }

  /// A lower bound, in metres, for the length of a degree of latitude.
  private static let metresPerDegree = 110_500.0

  init(_ coordinates: [Coordinate], cellMetres: Double) {
    let height = min(cellMetres / Self.metresPerDegree, 90)
    var cells: [GridPosition: [Int]] = [:]
    var own: [GridPosition] = []
    var columns: [Int] = []
    for (index, coordinate) in coordinates.enumerated() {
      let row = Int((coordinate.latitude / height).rounded(.down))
      let count = Self.columns(ofRow: row, height)
      let share = (coordinate.longitude + 180) / 360
      let column = min(max(Int(share * Double(count)), 0), count - 1)
      let cell = GridPosition(row: row, column: column)
      cells[cell, default: []].append(index)
      own.append(cell)
      columns.append(count)
    }
    self.cells = cells
    self.own = own
    self.columns = columns
    self.height = height
  }

  /// Returns the number of cells in a grid row. A row runs around the whole Earth, so rows near the
  /// poles have fewer cells.
  private static func columns(ofRow row: Int, _ height: Double) -> Int {
    let farther = max(abs(Double(row) * height), abs(Double(row + 1) * height))
    let narrowest = cos(min(farther, 90) * .pi / 180)
    return max(Int(360 / height * narrowest), 1)
  }

  /// Returns the indexes of all coordinates in a coordinate's cell and in the adjacent cells, in
  /// ascending order.
  func neighbours(of index: Int) -> [Int] {
    let cell = own[index]
    let share = (Double(cell.column) + 0.5) / Double(columns[index])
    var found: [Int] = []
    for row in cell.row - 1...cell.row + 1 {
      let count = Self.columns(ofRow: row, height)
      let reach = min(2 * ((count + columns[index] - 1) / columns[index]) + 1, count)
      let middle = Int(share * Double(count))
      var seen: Set<Int> = []
      for column in middle - reach...middle + reach {
        let wrapped = ((column % count) + count) % count
        guard seen.insert(wrapped).inserted else { continue }
        found += cells[GridPosition(row: row, column: wrapped)] ?? []
      }
    }
    return found.sorted()
  }
}
