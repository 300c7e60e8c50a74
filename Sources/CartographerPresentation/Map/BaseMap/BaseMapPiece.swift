import BaseMap
import Geodesy

/// A base-map block, projected and ready to be drawn.
package final class BaseMapPiece: Sendable {
  package let id: BaseMapLayer.BlockID
  /// The lines and area outlines, grouped by rank of importance. A lower rank means greater
  /// importance.
  let lines: [(rank: Int, shape: PathShape)]
  /// The rings that bound areas such as land and lakes. All rings of the same kind are filled
  /// together by the even-odd rule.
  let rings: [Ring]

  /// A ring that bounds an area. The first point is not repeated at the end.
  struct Ring: Sendable {
    let rank: Int
    let points: [WorldPoint]
  }

  /// Projects a base-map block and groups its lines by rank of importance.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the block.
  package init(_ block: BaseMapBlock) {
    id = block.id
    rings =
      !block.isArea
      ? []
      : block.features.map { feature in
        Ring(
          rank: feature.rank,
          points: feature.points.map {
            WebMercator.projectBeyondSquare(
              Coordinate(latitude: block.latitudes[$0], longitude: block.longitudes[$0]))
          })
      }
    var runs: [Int: Runs] = [:]
    for feature in block.features {
      runs[feature.rank, default: Runs()].add(feature, of: block)
    }
    lines = runs.sorted { $0.key < $1.key }.map { rank, runs in
      (
        rank,
        PathShape(
          latitudes: runs.latitudes, longitudes: runs.longitudes, segmentStarts: runs.starts)
      )
    }
  }

  /// The lines of all features with the same importance, stored as consecutive points. Legs that
  /// merely close a ring along the edge of its block are omitted.
  private struct Runs {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    var starts: [Int] = []

    mutating func add(_ feature: BaseMapBlock.Feature, of block: BaseMapBlock) {
      var last: Int?
      func isOnEdge(_ first: Int, _ second: Int) -> Bool {
        block.isArea && !block.edges[first].isDisjoint(with: block.edges[second])
      }
      let ring =
        block.isArea ? Array(feature.points) + [feature.points.lowerBound] : Array(feature.points)
      for index in ring {
        if let before = last, !isOnEdge(before, index) {
          if starts.isEmpty || lastIndex != before {
            starts.append(latitudes.count)
            append(before, block)
          }
          append(index, block)
          lastIndex = index
        }
        last = index
      }
      lastIndex = nil
    }

    /// The most recently appended point's index in the block. Nil if the next leg begins a new
    /// line.
    private var lastIndex: Int?

    private mutating func append(_ index: Int, _ block: BaseMapBlock) {
      latitudes.append(block.latitudes[index])
      longitudes.append(block.longitudes[index])
    }
  }
}

extension BaseMapPiece: Equatable {
  /// Returns whether two pieces show the same base-map block. Comparing the blocks' IDs is enough,
  /// because a block never changes.
  package static func == (lhs: BaseMapPiece, rhs: BaseMapPiece) -> Bool { lhs.id == rhs.id }
}
