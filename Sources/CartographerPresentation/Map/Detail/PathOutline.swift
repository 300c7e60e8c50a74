import CartographerCore
import Geodesy

/// A path's outline: its measurements, a simplified shape for small scales, and a list of the
/// chunks to draw at larger scales. The points of the path are not in memory.
///
/// An outline is built in a background task and shared by reference.
package final class PathOutline: Sendable {
  struct Chunk: Sendable {
    let key: Int64
    let firstPoint: Int
    let count: Int
    let bounds: WorldBounds
  }

  struct Level: Sendable {
    /// The largest scale, in dots per world width, at which this level of detail looks the same as
    /// the complete path.
    let maximumDotsPerWorld: Double
    let chunks: [Chunk]
  }

  package let measures: TrackMeasures
  /// The walking time for the path in seconds, estimated with Naismith's rule.
  package let estimatedSeconds: Double
  package let start: Coordinate?
  package let end: Coordinate?
  /// The digest of the points from which the outline was made.
  package let pointDigest: UInt64
  package let overview: MapPiece
  /// The bounding box of the path, or nil for an empty path.
  package let bounds: WorldBounds?
  /// The largest scale, in dots per world width, at which the overview looks the same as the
  /// complete path.
  let overviewDotsPerWorld: Double
  /// The levels of detail that are finer than the overview, from coarsest to finest. The finest
  /// level has all points.
  let levels: [Level]

  package init(_ detail: TrackDetail) {
    measures = detail.measures
    estimatedSeconds = detail.estimatedSeconds
    start = detail.start
    end = detail.end
    pointDigest = detail.pointDigest
    let overview = MapPiece(detail.overview)
    self.overview = overview
    overviewDotsPerWorld = DetailScale.dotsPerWorld(zoom: detail.overviewZoom)
    levels = detail.levels.map { level in
      Level(
        maximumDotsPerWorld: DetailScale.dotsPerWorld(zoom: level.zoom),
        chunks: level.chunks.map { chunk in
          Chunk(
            key: chunk.key, firstPoint: chunk.firstPoint, count: chunk.count,
            bounds: WorldBounds(chunk.box))
        })
    }
    let boxes =
      (levels.last?.chunks.map(\.bounds) ?? []) + [overview.shape.bounds].compactMap(\.self)
    bounds = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  package var pointCount: Int { measures.points }
}

extension PathOutline: Equatable {
  /// Compares two outlines by identity, because outlines are immutable.
  package static func == (lhs: PathOutline, rhs: PathOutline) -> Bool { lhs === rhs }
}

extension WorldBounds {
  /// Creates the box by projecting a stored box with unwrapped longitudes.
  init(_ box: TrackDetail.Box) {
    let northWest = WebMercator.projectBeyondSquare(
      Coordinate(latitude: box.north, longitude: box.west))
    let southEast = WebMercator.projectBeyondSquare(
      Coordinate(latitude: box.south, longitude: box.east))
    self.init(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
  }

  /// Returns whether this box intersects a second box, or a copy of the second box that is shifted
  /// by whole world widths.
  package func touches(_ other: WorldBounds) -> Bool {
    guard minY <= other.maxY, other.minY <= maxY else { return false }
    let first = ((minX - other.maxX)).rounded(.up)
    return other.minX + first <= maxX
  }

  /// Returns whether this box contains a second box, or a copy of the second box that is shifted by
  /// whole world widths.
  func encloses(_ other: WorldBounds) -> Bool {
    guard other.minY >= minY, other.maxY <= maxY else { return false }
    let turns = (minX - other.minX).rounded(.up)
    return other.maxX + turns <= maxX
  }
}
