import Foundation
import Geodesy

/// A whole path or part of a path at one level of detail, ready to be drawn.
package struct MapPiece: Sendable, Equatable {
  package let shape: PathShape
  /// The index, in the whole path, of the piece's first point.
  private var firstPoint = 0
  /// Each point's index relative to ``firstPoint``. The array is empty if the points are
  /// consecutive in the path.
  private let indexes: [Int32]

  /// Creates a piece that consists of a whole path with all its points.
  package init(whole shape: PathShape) {
    self.shape = shape
    indexes = []
  }

  /// Creates a piece from a chunk, with point indexes counted from the chunk's first point.
  package init(_ chunk: TrackChunk) {
    shape = PathShape(
      latitudes: chunk.latitudes, longitudes: chunk.longitudes,
      segmentStarts: chunk.segmentStarts.isEmpty ? [0] : chunk.segmentStarts)
    indexes = chunk.indexes
  }

  /// Returns a copy of the piece that begins at the given point index in the path. A chunk's bytes
  /// do not contain this index, because edits of earlier points change it.
  func beginning(at firstPoint: Int) -> MapPiece {
    var piece = self
    piece.firstPoint = firstPoint
    return piece
  }

  /// Converts the index of a point in the piece to the point's index in the whole path.
  package func pathIndex(of point: Int) -> Int {
    firstPoint + (indexes.isEmpty ? point : Int(indexes[point]))
  }

  /// Returns the leg nearest to a target point. Returns nil if no leg is within the limit.
  ///
  /// The indexes in the result refer to the whole path. The result identifies the leg only if the
  /// piece omits none of the points in its section of the path.
  func nearest(to target: WorldPoint, within limit: Double) -> PathHit? {
    shape.nearest(to: target, within: limit).map { hit in
      PathHit(
        point: pathIndex(of: hit.point),
        leg: indexes.isEmpty ? hit.leg.map(pathIndex) : nil,
        distanceWorldUnits: hit.distanceWorldUnits, position: hit.position)
    }
  }

  /// The approximate size of the piece in memory, in bytes.
  package var bytes: Int { 1_024 + shape.count * 28 }
}
