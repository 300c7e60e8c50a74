import Foundation
import Geodesy

/// How much a line over the ground climbs and falls, after a terrain model.
package struct TerrainClimb: Sendable, Equatable {
  package var ascentMetres: Double
  package var descentMetres: Double
  /// Whether the model knows all of the line; else what it knows is counted.
  package var isWhole: Bool

  package init(ascentMetres: Double, descentMetres: Double, isWhole: Bool) {
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.isWhole = isWhole
  }

  /// Every how many metres the model is asked, unless the line is so long that it is seldomer.
  private static let stepMetres = 30.0
  private static let stepsAtMost = 20_000.0

  /// The climb along the shortest lines between points.
  ///
  /// - Parameters:
  ///   - folder: Of SRTM tiles, such as `N46E007.hgt`.
  ///   - thresholdMetres: How much the elevation must turn for a climb or a fall to count.
  /// - Returns: Nil where the model knows nothing of the line.
  /// - Throws: ``LibraryError`` `notFound` where there is no such folder; what reading tiles throws.
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
