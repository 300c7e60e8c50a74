import CartographerCore
import Geodesy

/// What changes along a path, point by point: speeds, slopes, what sensors measured.
///
/// Made on a background task for the path that is looked at, and shared by reference.
package final class PathSeries: Sendable {
  package let path: PathData
  /// Metres per second; NaN where there is none.
  package let speeds: [Double]
  /// Metres upward for each metre of way; NaN where there is none.
  package let slopes: [Double]
  package let sensors: PathSensors

  /// - Complexity: O(points).
  package init(_ path: PathData, sensors: PathSensors) {
    self.path = path
    let columns = path.geometry.columns
    speeds = path.measures.timeFirst == nil ? [] : TrackSeries.speeds(of: columns)
    slopes = path.measures.elevationMin == nil ? [] : TrackSeries.slopes(of: columns)
    // Read at another moment than the points, they may be of other ones.
    let isOfAll = sensors.columns.values.allSatisfy { $0.count == path.count }
    self.sensors = isOfAll ? sensors : PathSensors()
  }
}

extension PathSeries: Equatable {
  /// Identity: the series of a path never change.
  package static func == (lhs: PathSeries, rhs: PathSeries) -> Bool { lhs === rhs }
}
