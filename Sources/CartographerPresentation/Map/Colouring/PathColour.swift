import CartographerCore
import Geodesy

/// The criterion by which the map is coloured. A quantity determines the colour of each point of a
/// path. A group determines the colour of whole paths and places. An itinerary day determines the
/// colour of whole paths. The raw value is the criterion's name in commands, options and settings.
package enum PathColour: String, CaseIterable, Sendable {
  case elevation, speed, slope
  case heartRate = "heart-rate"
  /// The time elapsed since the path's first timestamp, in seconds.
  case time
  case group
  /// The itinerary day to which the path belongs.
  case day

  /// Whether the colour can vary along a path.
  package var isAlongPaths: Bool { self != .group && self != .day }

  /// The word that turns off map colouring, in commands and settings.
  package static let none = "none"

  /// The profile quantity that shows the same data as this colour criterion, if any.
  package var profileQuantity: ProfileQuantity? {
    switch self {
    case .elevation: .elevation
    case .speed: .speed
    case .slope: .slope
    case .heartRate: .sensor(.heartRate)
    case .time, .group, .day: nil
    }
  }

  package var title: String { profileQuantity?.title ?? rawValue }

  /// The name of the data that the criterion needs, for messages about paths without such data.
  package var missing: String {
    switch self {
    case .elevation, .slope: "elevations"
    case .speed, .time: "times"
    case .heartRate: "heart rates"
    case .group: "groups"
    case .day: "days"
    }
  }

  /// Returns the quantity at each point of a path, with NaN for points without a value. The array
  /// is empty for the criteria `group` and `day`, and for `heartRate` if no heart rates were
  /// recorded.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  package func values(of columns: TrackColumns, _ sensors: PathSensors = PathSensors()) -> [Double]
  {
    switch self {
    case .elevation: return columns.elevations
    case .speed: return TrackSeries.speeds(of: columns)
    case .slope: return TrackSeries.slopes(of: columns)
    case .heartRate: return sensors.columns[.heartRate] ?? []
    case .time:
      let first = columns.times.first { !$0.isNaN } ?? 0
      return columns.times.map { $0 - first }
    case .group, .day: return []
    }
  }

  /// Returns the symbol of the displayed unit, and the unit's size relative to the stored unit,
  /// such as 60 for minutes.
  ///
  /// - Parameter extent: The highest minus the lowest value, which determines the unit for times.
  func unit(_ units: UnitSystem, extent: Double) -> (size: Double, symbol: String) {
    if let profileQuantity {
      return (profileQuantity.unit(units), profileQuantity.symbol(units))
    }
    return extent < 300
      ? (1, "s") : extent < 18_000 ? (60, "min") : extent < 432_000 ? (3_600, "h") : (86_400, "d")
  }
}
