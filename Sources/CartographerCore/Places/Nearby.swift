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
  /// - Complexity: O(*n* log *n*), where *n* is the number of places and paths. Of the paths' points, only those of the
  ///   nearest candidates are read.
  @concurrent
  package nonisolated func nearest(
    to position: Coordinate, kinds: Set<ItemID.Kind> = [.location, .path], limit: Int,
    withinMetres metres: Double = .infinity, except: Set<ItemID> = []
  ) async throws -> [Nearby] {
    let revision = try LibraryError.translating { try container.revision() }
    let leastMetres =
      kinds.contains(.path)
      ? try await levels(of: .all) { $0.leastMetres(from: position) } : [:]
    return try LibraryError.translating {
      try SnapshotReader.consistently(in: container) { now in
        let context = ModelContext(container)
        var candidates: [NearbyCandidate] = []
        if kinds.contains(.location) { candidates += try context.placeCandidates(around: position) }
        if kinds.contains(.path) {
          // After a change of the store, the bounds may be too large.
          candidates += try context.pathCandidates(now == revision ? leastMetres : [:])
        }
        candidates.removeAll { $0.leastMetres > metres || except.contains($0.id) }
        candidates.sort { $0.leastMetres < $1.leastMetres }
        var search = NearbySearch(position, limit: limit, withinMetres: metres)
        for candidate in candidates {
          // All remaining items are farther than the nearest items found so far.
          if candidate.leastMetres > search.farthestMetres { break }
          try Task.checkCancellation()
          if let nearest = try context.nearestPlace(of: candidate, to: position) {
            search.add(candidate.id, nearest)
          }
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

/// An item whose distance from the search position has not been measured yet.
private struct NearbyCandidate {
  let id: ItemID
  /// A lower bound for the item's distance from the search position, in metres.
  let leastMetres: Double
  /// The position of a place, or nil for a path.
  let coordinate: Coordinate?
}

/// A search for the items nearest to a position.
private struct NearbySearch {
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
  fileprivate func placeCandidates(around position: Coordinate) throws -> [NearbyCandidate] {
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
    var candidates: [NearbyCandidate] = []
    candidates.reserveCapacity(positions.count)
    try forEachChunk(
      of: Location.self, [.key, .reference(\.waypoint)], where: #Predicate { $0.trashed == nil }
    ) { chunk in
      for (key, waypoint) in zip(chunk.integers(0), chunk.integers(1)) {
        guard let place = known[waypoint] else { continue }
        candidates.append(
          NearbyCandidate(
            id: ItemID(.location, key), leastMetres: place.metres, coordinate: place.coordinate))
      }
    }
    return candidates
  }

  /// - Parameter leastMetres: A lower bound for each path's distance from the search position. A path without one is
  ///   measured.
  fileprivate func pathCandidates(_ leastMetres: [ItemID: Double]) throws -> [NearbyCandidate] {
    var candidates: [NearbyCandidate] = []
    try forEachChunk(of: Path.self, [.key], where: #Predicate { $0.trashed == nil }) { chunk in
      candidates += chunk.integers(0).map { key in
        let id = ItemID(.path, key)
        return NearbyCandidate(id: id, leastMetres: leastMetres[id] ?? 0, coordinate: nil)
      }
    }
    return candidates
  }

  /// Returns the position on an item that is nearest to the search position. The result is nil for
  /// a path without points.
  fileprivate func nearestPlace(
    of candidate: NearbyCandidate, to position: Coordinate
  ) throws -> Coordinate? {
    if let coordinate = candidate.coordinate { return coordinate }
    var nearest: Coordinate?
    try PathReader(self).forEachPath([candidate.id.key], .way) { _, points in
      let columns = points.trackColumns
      nearest = columns.nearest(to: position).map { columns.coordinate(at: $0.place) }
    }
    return nearest
  }
}
