import GeoFormats
import Geodesy

/// A function that returns a name for an unnamed path with the given end points, or nil if the path
/// keeps its generated name.
package typealias PathNamer =
  @Sendable (_ start: Coordinate, _ end: Coordinate) -> String?

/// The names that an import assigns to a file's unnamed paths, in file order.
struct PathNaming {
  private let namer: PathNamer?
  private var ends: (start: Coordinate, end: Coordinate)?
  /// The new name for each path. Nil for a path that keeps the name from the file or its generated
  /// name. Without a namer, the array is empty.
  private(set) var names: [String?] = []

  init(_ namer: PathNamer?) { self.namer = namer }

  mutating func beginPath() { ends = nil }

  mutating func add(_ points: borrowing GeoPoints) {
    guard namer != nil, let last = points.latitudes.indices.last else { return }
    let first = points.coordinate(at: 0)
    ends = (ends?.start ?? first, points.coordinate(at: last))
  }

  mutating func endPath(_ header: GeoPathHeader) {
    guard let namer else { return }
    guard header.name.nonBlank == nil, let ends else { return names.append(nil) }
    names.append(namer(ends.start, ends.end))
  }

  /// The last path's new name. Nil if the path keeps its name.
  var lastName: String? { names.last ?? nil }

  /// Returns the number of newly named paths that satisfy a condition.
  ///
  /// - Parameter isCounted: A closure that returns whether a path satisfies the condition.
  ///   The closure receives the index of the path in the file, counted from 0.
  func count(where isCounted: (Int) -> Bool) -> Int {
    names.indices.count { names[$0] != nil && isCounted($0) }
  }
}
