import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// An item near a position.
package struct Nearby: Sendable, Equatable {
  package var id: ItemID
  package var name: String
  /// The position on the item that is nearest to the search position.
  package var coordinate: Coordinate
  package var metres: Double
  /// The initial bearing from the search position to the item, in degrees clockwise from north.
  package var bearingDegrees: Double
}

extension Library {
  /// Returns the places and paths outside the trash that are nearest to a position, with the
  /// nearest item first. The distance of a path is measured to its nearest position, which may lie
  /// between two points.
  ///
  /// - Parameter kinds: The kinds of items to search for.
  /// - Parameter limit: The maximum number of items to return.
  /// - Parameter metres: The maximum distance from the position, in metres.
  /// - Complexity: O(*n* log *n*) for a total of *n* places and nearby bounding boxes of paths.
  ///   Points are read only for the nearest paths.
  @concurrent
  package nonisolated func nearest(
    to position: Coordinate, kinds: Set<ItemID.Kind> = [.location, .path], limit: Int,
    withinMetres metres: Double = .infinity, except: Set<ItemID> = []
  ) async throws -> [Nearby] {
    try LibraryError.translating {
      try SnapshotReader.consistently(in: container) { _ in
        let context = ModelContext(container)
        var search = NearbySearch(position, limit: limit, withinMetres: metres)
        // The places found first limit the region in which paths are searched for.
        if kinds.contains(.location) {
          try context.addNearestPlaces(to: &search, around: position, except: except)
        }
        if kinds.contains(.path) {
          let excluded = except.filter { $0.kind == .path }.map(\.key)
          var paths = NearbyPaths(context, around: position, except: Set(excluded))
          try paths.add(to: &search)
        }
        let names = try context.names(of: search.found.map(\.id))
        return search.found.map { found in
          var found = found
          found.name = names[found.id] ?? ""
          return found
        }
      }
    }
  }
}

/// A search for the items nearest to a position.
struct NearbySearch {
  private let position: Coordinate
  private let limit: Int
  private let maximumMetres: Double
  /// The nearest items measured so far, nearest first.
  private(set) var found: [Nearby] = []

  init(_ position: Coordinate, limit: Int, withinMetres metres: Double) {
    self.position = position
    self.limit = limit
    maximumMetres = metres
  }

  /// The distance in metres beyond which an item cannot be among the nearest items.
  var farthestMetres: Double {
    found.count < limit ? maximumMetres : found.last?.metres ?? maximumMetres
  }

  mutating func add(_ id: ItemID, _ coordinate: Coordinate) {
    let line = Geodesic.inverse(from: position, to: coordinate)
    guard line.distanceMetres <= maximumMetres else { return }
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if (found[middle].metres, found[middle].id) < (line.distanceMetres, id) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    found.insert(
      Nearby(
        id: id, name: "", coordinate: coordinate, metres: line.distanceMetres,
        bearingDegrees: line.initialBearingDegrees), at: low)
    if found.count > limit { found.removeLast() }
  }
}

extension ModelContext {
  /// Adds the nearest places outside the trash to a search.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of places.
  fileprivate func addNearestPlaces(
    to search: inout NearbySearch, around position: Coordinate, except: Set<ItemID>
  ) throws {
    var positions: [(key: Int64, value: (coordinate: Coordinate, metres: Double))] = []
    try forEachChunk(
      of: Waypoint.self, [.key, .double(\.latitude), .double(\.longitude)],
      where: #Predicate { $0.path == nil }
    ) { chunk in
      let (keys, latitudes, longitudes) = (chunk.integers(0), chunk.doubles(1), chunk.doubles(2))
      let metres = Geodesic.straightMetres(
        from: position, toLatitudes: latitudes, longitudes: longitudes)
      for row in 0..<chunk.count {
        let coordinate = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
        positions.append((keys[row], (coordinate, metres[row])))
      }
    }
    var known = KeyedValues(positions)
    var candidates: [(id: ItemID, leastMetres: Double, coordinate: Coordinate)] = []
    candidates.reserveCapacity(positions.count)
    try forEachChunk(
      of: Location.self, [.key, .reference(\.waypoint)], where: #Predicate { $0.trashed == nil }
    ) { chunk in
      for (key, waypoint) in zip(chunk.integers(0), chunk.integers(1)) {
        let id = ItemID(.location, key)
        guard let place = known[waypoint], place.metres <= search.farthestMetres,
          !except.contains(id)
        else { continue }
        candidates.append((id, place.metres, place.coordinate))
      }
    }
    for place in candidates.sorted(by: { $0.leastMetres < $1.leastMetres }) {
      // All remaining places are farther than the nearest places found so far.
      if place.leastMetres > search.farthestMetres { break }
      try Task.checkCancellation()
      search.add(place.id, place.coordinate)
    }
  }
}
