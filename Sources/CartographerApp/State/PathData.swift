import CartographerCore
import CartographerPresentation
import Geodesy
import Synchronization

/// A path's points with what is derived from them for map and profile.
///
/// Built on a background task and shared by reference.
package final class PathData: Sendable {
  package let geometry: PathGeometry
  package let shape: PathShape
  package let profile: ProfileData
  /// What it is to an itinerary, once that was asked.
  private let knownStretch = Mutex<PathStretch?>(nil)

  package let measures: TrackMeasures

  package init(_ geometry: PathGeometry) {
    self.geometry = geometry
    measures = geometry.measures
    shape = PathShape(geometry.columns)
    profile = ProfileData(geometry.columns)
  }

  /// The same points, measured with another threshold.
  ///
  /// - Complexity: O(points).
  package init(_ other: PathData, thresholdMetres: Double) {
    geometry = other.geometry
    measures = TrackMeasures(other.geometry.columns, thresholdMetres: thresholdMetres)
    shape = other.shape
    profile = other.profile
  }

  package var id: ItemID { geometry.id }
  package var count: Int { geometry.count }

  /// What it is to an itinerary: measured when it is asked for first.
  ///
  /// - Complexity: O(points) the first time.
  package var stretch: PathStretch? {
    knownStretch.withLock { known in
      if known == nil {
        known = try? PathStretch(geometry.columns, measures, pace: .naismith)
      }
      return known
    }
  }

  package func coordinate(at index: Int) -> Coordinate {
    Coordinate(
      latitude: geometry.columns.latitudes[index], longitude: geometry.columns.longitudes[index])
  }

  /// Metres above sea level; nil where the point has none.
  package func elevationMetres(at index: Int) -> Double? {
    let value = geometry.columns.elevations[index]
    return value.isNaN ? nil : value
  }

  /// Seconds since 2001-01-01; nil where the point has no time.
  package func time(at index: Int) -> Double? {
    let value = geometry.columns.times[index]
    return value.isNaN ? nil : value
  }
}

extension PathData: Equatable {
  /// The same points: a changed path gets new ones.
  package static func == (lhs: PathData, rhs: PathData) -> Bool { lhs.geometry === rhs.geometry }
}
