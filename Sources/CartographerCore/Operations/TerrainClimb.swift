import Foundation
import Geodesy

/// The ascent and descent along a line on the ground, computed from a terrain model.
package struct TerrainClimb: Sendable, Equatable {
  package var ascentMetres: Double
  package var descentMetres: Double
  /// Whether the terrain model covers the whole line. Otherwise, only the covered parts are
  /// counted.
  package var isWhole: Bool

  package init(ascentMetres: Double, descentMetres: Double, isWhole: Bool) {
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.isWhole = isWhole
  }

  /// The distance between sampled positions, in metres. A larger distance is used for very long
  /// lines.
  private static let stepMetres = 30.0
  private static let stepsAtMost = 20_000.0

  /// Returns the ascent and descent on the ground along the shortest lines that connect the given
  /// points.
  ///
  /// - Parameter folder: The folder that contains SRTM tiles, such as `N46E007.hgt`.
  /// - Parameter thresholdMetres: The climb threshold in metres: smaller ascents and descents are
  ///   not counted.
  /// - Returns: The ascent and descent, or nil if no part of the line is covered by the terrain
  ///   model.
  /// - Throws: ``LibraryError`` `notFound` if the folder does not exist.
  ///   Any error that occurs while tiles are read is also thrown.
  package static func along(
    _ points: [Coordinate], folder: URL, thresholdMetres: Double
  ) throws -> TerrainClimb? {
    let blanks = [Double](repeating: .nan, count: points.count)
    let line = TrackColumns(
      latitudes: points.map(\.latitude), longitudes: points.map(\.longitude), elevations: blanks,
      times: blanks)
    let length = zip(points, points.dropFirst()).reduce(0) {
      $0 + Geodesic.distanceMetres(from: $1.0, to: $1.1)
    }
    let step = max(stepMetres, length / stepsAtMost)
    var ground = try line.resampled(everyMetres: step).columns(of: line)
    var grid = try TerrainFolder(url: folder).grid()
    let model = try ground.elevations(from: &grid, .fill)
    ground.elevations = model.elevations
    let measures = TrackMeasures(ground, thresholdMetres: thresholdMetres)
    guard let ascent = measures.ascentMetres, let descent = measures.descentMetres else {
      return nil
    }
    return TerrainClimb(
      ascentMetres: ascent, descentMetres: descent, isWhole: model.unknown == 0)
  }
}
