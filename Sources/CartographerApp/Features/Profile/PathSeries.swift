import CartographerCore
import Geodesy

/// The speeds, slopes and sensor values at each point of a path.
///
/// A series is built for the selected path in a background task, and is shared by reference.
package final class PathSeries: Sendable {
  package let path: PathData
  /// The speed at each point, in metres per second. NaN where the speed is unknown. Empty if the
  /// path has no times, or if its times are not in order.
  package let speeds: [Double]
  /// The slope at each point, as climb divided by distance. NaN where the slope is unknown. Empty
  /// if the path has no elevations.
  package let slopes: [Double]
  package let sensors: PathSensors

  /// Computes a path's speeds, slopes and sensor values. Sensor values are ignored if their number
  /// differs from the number of points.
  ///
  /// - Complexity: O(n), where n is the number of points in the path.
  package init(_ path: PathData, sensors: PathSensors) {
    self.path = path
    let columns = path.geometry.columns
    speeds = path.measures.durationSeconds == nil ? [] : TrackSeries.speeds(of: columns)
    slopes = path.measures.elevationMin == nil ? [] : TrackSeries.slopes(of: columns)
    // The sensor values and the points are read at different times and may not match.
    let isOfAll = sensors.columns.values.allSatisfy { $0.count == path.count }
    self.sensors = isOfAll ? sensors : PathSensors()
  }
}

extension PathSeries: Equatable {
  /// Compares two series by identity, since they are immutable.
  package static func == (lhs: PathSeries, rhs: PathSeries) -> Bool { lhs === rhs }
}
