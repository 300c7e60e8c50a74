import Foundation
import Geodesy

/// A part of a path, or the whole path, as drawn on the map with the points of one level of detail.
package struct MapPiece: Sendable, Equatable {
  package let shape: PathShape
  /// The index in the path of the piece's first point.
  private let firstPoint: Int
  /// The index of each point, counted from the first one, or an empty array if they are consecutive.
  private let indexes: [Int32]

  /// Creates the only piece of a path of which all points are known.
  package init(whole shape: PathShape) {
    self.shape = shape
    firstPoint = 0
    indexes = []
  }

  package init(_ chunk: TrackChunk, firstPoint: Int = 0) {
    shape = PathShape(
      latitudes: chunk.latitudes, longitudes: chunk.longitudes,
      segmentStarts: chunk.segmentStarts.isEmpty ? [0] : chunk.segmentStarts)
    self.firstPoint = firstPoint
    indexes = chunk.indexes
  }

  /// Returns the index in the path of a point of the piece.
  package func pathIndex(of point: Int) -> Int {
    firstPoint + (indexes.isEmpty ? point : Int(indexes[point]))
  }

  /// Returns the leg nearest to a target point, or nil if no leg is within the limit.
  ///
  /// The hit's indexes are those of the path. The leg is only known if the piece has all points.
  func nearest(to target: WorldPoint, within limit: Double) -> PathHit? {
    shape.nearest(to: target, within: limit).map { hit in
      PathHit(
        point: pathIndex(of: hit.point),
        leg: indexes.isEmpty ? hit.leg.map(pathIndex) : nil,
        distanceWorldUnits: hit.distanceWorldUnits, position: hit.position)
    }
  }

  /// The approximate memory that the piece takes, in bytes.
  package var bytes: Int { 1_024 + shape.count * 28 }
}
