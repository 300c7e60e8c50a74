import Geodesy

/// An item near a position.
package struct Nearby: Sendable, Equatable {
  package var id: ItemID
  package var name: String
  /// Where it is nearest.
  package var coordinate: Coordinate
  package var metres: Double
  /// From the position, clockwise from north.
  package var bearingDegrees: Double
}

extension Library {
  /// The places and paths in use that are nearest to a position, the nearest first. A path is as near
  /// as the nearest place of its way.
  ///
  /// - Parameters:
  ///   - kinds: Those that are looked at.
  ///   - limit: The most that are told.
  ///   - metres: How far away they may be.
  /// - Complexity: O(items), and O(points of paths) where those are looked at.
  @concurrent
  package nonisolated func nearest(
    to position: Coordinate, kinds: Set<ItemID.Kind> = [.location, .path], limit: Int,
    withinMetres metres: Double = .infinity, except: Set<ItemID> = []
  ) async throws -> [Nearby] {
    let snapshot = try await snapshot()
    var found: [Nearby] = []
    func note(_ id: ItemID, _ name: String, _ coordinate: Coordinate) {
      let line = Geodesic.inverse(from: position, to: coordinate)
      guard line.distanceMetres <= metres else { return }
      found.append(
        Nearby(
          id: id, name: name, coordinate: coordinate, metres: line.distanceMetres,
          bearingDegrees: line.initialBearingDegrees))
    }
    if kinds.contains(.location) {
      for place in snapshot.places where place.trashed == nil && !except.contains(place.id) {
        note(place.id, place.name, place.coordinate)
      }
    }
    if kinds.contains(.path) {
      for path in snapshot.paths where path.trashed == nil && !except.contains(path.id) {
        try Task.checkCancellation()
        guard let columns = try await geometries(of: [path.id]).first?.columns,
          let nearest = columns.nearest(to: position)
        else { continue }
        note(path.id, path.name, columns.coordinate(at: nearest.place))
      }
    }
    return Array(found.sorted { ($0.metres, $0.id) < ($1.metres, $1.id) }.prefix(limit))
  }
}
