import CartographerCore
import CartographerPresentation
import Geodesy

/// A path's points, with derived data for the map and the profile.
///
/// A path's data is built in a background task and shared by reference.
package final class PathData: Sendable {
  package let geometry: PathGeometry
  package let shape: PathShape
  package let profile: ProfileData
  package let measures: TrackMeasures
  /// The digest of the points, as in ``PathOutline/pointDigest``.
  package let pointDigest: UInt64

  package init(_ geometry: PathGeometry) {
    self.geometry = geometry
    measures = geometry.measures
    pointDigest = TrackDetail.digest(of: geometry.columns)
    shape = PathShape(geometry.columns)
    profile = ProfileData(geometry.columns)
  }

  package var id: ItemID { geometry.id }
  package var count: Int { geometry.count }

  package func coordinate(at index: Int) -> Coordinate {
    Coordinate(
      latitude: geometry.columns.latitudes[index], longitude: geometry.columns.longitudes[index])
  }

  /// Returns the point's elevation in metres above sea level. Returns nil if the point has no
  /// elevation.
  package func elevationMetres(at index: Int) -> Double? {
    let value = geometry.columns.elevations[index]
    return value.isNaN ? nil : value
  }

  /// Returns the point's time in seconds since 2001-01-01. Returns nil if the point has no time.
  package func time(at index: Int) -> Double? {
    let value = geometry.columns.times[index]
    return value.isNaN ? nil : value
  }
}

extension PathData: Equatable {
  /// Compares two paths by the identity of their geometry, which is replaced whenever a path
  /// changes.
  package static func == (lhs: PathData, rhs: PathData) -> Bool { lhs.geometry === rhs.geometry }
}
