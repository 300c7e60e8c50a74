import CartographerCore
import Geodesy

/// The paths with points that still lie at the old position of a moved place.
struct LeftPoints: Sendable, Equatable {
  let paths: [ItemID]
  let from: Coordinate
  let to: Coordinate
}

extension LibraryState {
  /// Returns the paths with points at the old position of a place that was moved by the given
  /// edits. Returns nil if there are no such paths. For paths whose points are not in memory, only
  /// the end points are compared.
  ///
  /// - Parameter earlier: The library's items before the change.
  /// - Complexity: O(*n* + *m*) for *n* paths and *m* points in memory.
  func pointsLeft(by edits: [LibraryEdit], since earlier: LibraryIndex) -> LeftPoints? {
    let moved = edits.lazy.compactMap { if case .movePlace(let id, _) = $0 { id } else { nil } }
    guard let id = moved.first, let to = index.place(id)?.coordinate,
      let from = earlier.place(id)?.coordinate, from != to
    else { return nil }
    let left = index.snapshot.paths.filter { path in
      guard path.trashed == nil else { return false }
      if let ends = index.ends(of: path.id), ends.start == from || ends.end == from { return true }
      return paths[path.id].map { points in
        (0..<points.count).contains { points.coordinate(at: $0) == from }
      } ?? false
    }
    return left.isEmpty ? nil : LeftPoints(paths: left.map(\.id), from: from, to: to)
  }
}

extension AppState {
  /// Moves the path points at a moved place's old position to the place's new position.
  mutating func moveLeftPoints() -> [Effect] {
    guard let left = library.leftPoints else { return [] }
    return send(left.paths.map { .editPoints(of: $0, .moveAll(from: left.from, to: left.to)) })
  }
}
