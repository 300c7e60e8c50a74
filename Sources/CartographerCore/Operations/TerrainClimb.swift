import Foundation
import Geodesy

/// The ascent, the descent and the walking times along a line on the ground, computed from a
/// terrain model.
package struct TerrainClimb: Sendable, Equatable {
  package var ascentMetres: Double
  package var descentMetres: Double
  /// Whether the terrain model covers the whole line. Otherwise, only the covered parts are
  /// counted.
  package var isWhole: Bool
  /// The walking time for each leg of the line, in seconds, estimated with ``PaceModel/naismith``.
  /// Parts of the line that the terrain model does not cover are treated as flat.
  package var legSeconds: [Double]

  package init(
    ascentMetres: Double, descentMetres: Double, isWhole: Bool, legSeconds: [Double]
  ) {
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.isWhole = isWhole
    self.legSeconds = legSeconds
  }

  /// The distance between sampled positions, in metres. For very long lines, a greater distance is
  /// used.
  private static let stepMetres = 30.0
  private static let stepsAtMost = 20_000.0

  /// Returns the ascent, descent and walking times over the terrain along the geodesics between the
  /// given points.
  ///
  /// - Parameter folder: The folder that contains SRTM tiles, such as `N46E007.hgt`.
  /// - Parameter thresholdMetres: The climb threshold in metres.
  ///   Smaller ascents and descents are not counted.
  /// - Returns: The climb and the times, or nil if the terrain model covers no part of the line.
  /// - Throws: ``LibraryError`` `notFound` if the folder does not exist.
  ///   Errors that occur when tiles are read are also thrown.
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
    let samples = try line.resampled(everyMetres: step)
    var ground = samples.columns(of: line)
    var grid = try TerrainFolder(url: folder).grid()
    let model = try ground.elevations(from: &grid, .fill)
    ground.elevations = model.elevations
    let measures = TrackMeasures(ground, thresholdMetres: thresholdMetres)
    guard let ascent = measures.ascentMetres, let descent = measures.descentMetres else {
      return nil
    }
    return TerrainClimb(
      ascentMetres: ascent, descentMetres: descent, isWhole: model.unknown == 0,
      legSeconds: try legSeconds(of: line, samples.places, on: ground))
  }

  /// Returns the walking time for each leg of a line, in seconds.
  ///
  /// - Parameter samples: The positions along the line with known ground elevations.
  private static func legSeconds(
    of line: TrackColumns, _ samples: [TrackPlace], on ground: TrackColumns
  ) throws -> [Double] {
    let times = try ground.estimatedTimes(
      .naismith, startingAt: Date(timeIntervalSinceReferenceDate: 0))
    let metres = TrackMeasures.cumulativeMetres(line)
    func distance(_ place: TrackPlace) -> Double {
      guard !place.isPoint else { return metres[place.index] }
      return metres[place.index]
        + place.fraction * (metres[place.index + 1] - metres[place.index])
    }
    // The line's points lie between the samples, so their times are interpolated.
    var next = 1
    let arrivals = metres.map { metres in
      while next < samples.count - 1, distance(samples[next]) < metres { next += 1 }
      guard next < samples.count else { return 0.0 }
      let (start, end) = (distance(samples[next - 1]), distance(samples[next]))
      guard end > start else { return times[next] }
      let fraction = min(max((metres - start) / (end - start), 0), 1)
      return times[next - 1] + fraction * (times[next] - times[next - 1])
    }
    return zip(arrivals, arrivals.dropFirst()).map { $1 - $0 }
  }
}
