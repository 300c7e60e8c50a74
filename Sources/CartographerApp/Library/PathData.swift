import CartographerCore
import CartographerPresentation
import Geodesy
import Synchronization

/// A path's points with derived data for the map and the profile.
///
/// A path's data is built in a background task and shared by reference.
package final class PathData: Sendable {
  package let geometry: PathGeometry
  package let shape: PathShape
  package let profile: ProfileData
  /// The path's length, climb and walking time for an itinerary, or nil until they are computed.
  private let knownStretch = Mutex<PathStretch?>(nil)

  package let measures: TrackMeasures

  package init(_ geometry: PathGeometry) {
    self.geometry = geometry
    measures = geometry.measures
    shape = PathShape(geometry.columns)
    profile = ProfileData(geometry.columns)
  }

  /// Creates a copy of a path's data with the same points and a new climb threshold.
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

  /// The path's length, climb and walking time for an itinerary, computed on first access; nil if
  /// they cannot be computed.
  ///
  /// - Complexity: O(points) on first access, then O(1).
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

  /// Returns the point's elevation in metres above sea level, or nil if the point has none.
  package func elevationMetres(at index: Int) -> Double? {
    let value = geometry.columns.elevations[index]
    return value.isNaN ? nil : value
  }

  /// Returns the point's time in seconds since 2001-01-01, or nil if the point has none.
  package func time(at index: Int) -> Double? {
    let value = geometry.columns.times[index]
    return value.isNaN ? nil : value
  }
}

extension PathData: Equatable {
  /// Compares two paths by the identity of their points, since a changed path gets a new geometry.
  package static func == (lhs: PathData, rhs: PathData) -> Bool { lhs.geometry === rhs.geometry }
}
