import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// A search for the paths nearest to a position. Paths near the position are found with R*Trees
/// that index the bounding boxes of paths and chunks. The search region is enlarged until the
/// nearest paths are known for certain.
///
/// A path's points are read only if the lower bound of the path's distance does not exceed the
/// distance of the farthest item found so far.
struct NearbyPaths {
  private static let firstMetres = 2_000.0
  private static let growth = 4.0
  /// The maximum number of paths whose `PathDetail` rows are read at once.
  private static let pathsAtOnce = 64

  private let context: ModelContext
  private let position: Coordinate
  /// The keys of paths that have already been measured or are excluded from the search.
  private var finished: Set<Int64>
  /// The lower bounds of the paths' distances, in metres, computed from the `PathDetail` rows.
  private var bounds: [Int64: Double] = [:]

  /// - Parameter excluded: The keys of paths to exclude from the search.
  init(_ context: ModelContext, around position: Coordinate, except excluded: Set<Int64>) {
    self.context = context
    self.position = position
    finished = excluded
  }

  /// Adds the nearest paths outside the trash to a search.
  ///
  /// - Complexity: O(*n* log *n*) for *n* bounding boxes no farther away than the farthest result.
  ///   For all other paths, only an index is read.
  mutating func add(to search: inout NearbySearch) throws {
    // Paths without a row have no boxes.
    for path in try pathsWithoutDetail() { try measure(path, &search) }
    var metres = Self.firstMetres
    while true {
      metres = min(metres, search.farthestMetres)
      let conditions = BoxCondition.near(position, withinMetres: metres)
      let reach = conditions == nil ? .infinity : metres
      try addPaths(try candidates(conditions), within: reach, to: &search)
      // The search also ends if a distance is not a number.
      guard reach < search.farthestMetres else { return }
      metres *= Self.growth
    }
  }

  /// Measures the candidates whose lower bounds exceed neither the given distance nor the distance
  /// of the farthest item found so far.
  private mutating func addPaths(
    _ candidates: [(bound: Double, path: Int64)], within metres: Double,
    to search: inout NearbySearch
  ) throws {
    var rest = candidates[...]
    func isNear(_ bound: Double) -> Bool { bound <= min(metres, search.farthestMetres) }
    while let first = rest.first, isNear(first.bound) {
      let batch = rest.prefix(Self.pathsAtOnce).prefix { isNear($0.bound) }
      rest = rest.dropFirst(batch.count)
      // The finest chunks have smaller boxes than the other chunks, so they give a higher bound.
      for (bound, path) in try refined(batch.map(\.path)) where isNear(bound) {
        try measure(path, &search)
      }
    }
  }

  private mutating func measure(_ path: Int64, _ search: inout NearbySearch) throws {
    guard finished.insert(path).inserted else { return }
    try Task.checkCancellation()
    try PathReader(context).forEachPath([path], .way) { _, points in
      let columns = points.trackColumns
      guard let nearest = columns.nearest(to: position) else { return }
      search.add(ItemID(.path, path), columns.coordinate(at: nearest.place))
    }
  }

  // MARK: Lower bounds

  /// Returns the paths that are not in ``finished`` and whose bounding box meets one of the
  /// conditions, sorted by a lower bound of their distance.
  ///
  /// - Parameter conditions: The conditions, or nil to return every path with a bounding box.
  private func candidates(
    _ conditions: [BoxCondition]?
  ) throws -> [(bound: Double, path: Int64)] {
    var least: [Int64: Double] = [:]
    func add(_ chunk: BulkChunk) {
      for (row, path) in chunk.integers(0).enumerated()
      where path > 0 && !finished.contains(path) {
        guard let box = TrackDetail.Box(chunk, fields: 1, row: row) else { continue }
        let bound = bounds[path] ?? box.leastMetres(from: position)
        least[path] = min(least[path] ?? .infinity, bound)
      }
    }
    let searches: [BoxCondition?] = conditions ?? [nil]
    for condition in searches {
      try Task.checkCancellation()
      try context.forEachChunk(
        of: PathDetail.self, [.reference(\.path)] + PathDetail.boxFields,
        where: condition.map(PathDetail.predicate), add)
      try context.forEachChunk(
        of: PathChunk.self, [.reference(\.path)] + PathChunk.boxFields,
        where: condition.map(PathChunk.predicate), add)
    }
    return least.map { ($0.value, $0.key) }.sorted { ($0.bound, $0.path) < ($1.bound, $1.path) }
  }

  /// Returns the given paths that are not in the trash, sorted by the lower bounds of their
  /// distances. The bounds are computed from the `PathDetail` rows. The bound is 0 for a path with
  /// a damaged row.
  private mutating func refined(_ paths: [Int64]) throws -> [(bound: Double, path: Int64)] {
    var visible: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key, .date(\.trashed)], rows: .keys(paths)) {
      for (key, trashed) in zip($0.integers(0), $0.doubles(1)) where trashed.isNaN {
        visible.append(key)
      }
    }
    finished.formUnion(Set(paths).subtracting(visible))
    var details: [Int64: Double] = [:]
    try context.forEachChunk(
      of: PathDetail.self, [.reference(\.path), .data(\.content)],
      rows: .leading(to: \PathDetail.path, keys: visible.filter { bounds[$0] == nil })
    ) { chunk in
      for (path, content) in zip(chunk.integers(0), chunk.data(1)) {
        details[path] = TrackDetail(content)?.leastMetres(from: position) ?? 0
      }
    }
    for path in visible where bounds[path] == nil { bounds[path] = details[path] ?? 0 }
    return visible.map { (bounds[$0] ?? 0, $0) }
      .sorted { ($0.bound, $0.path) < ($1.bound, $1.path) }
  }

  /// Returns the paths outside the trash that have no `PathDetail` row.
  private func pathsWithoutDetail() throws -> [Int64] {
    let described = try context.counts(of: PathDetail.self, by: \.path)
    guard try context.fetchCount(FetchDescriptor<Path>()) > described.count else { return [] }
    var paths: [Int64] = []
    try context.forEachChunk(of: Path.self, [.key], where: #Predicate { $0.trashed == nil }) {
      paths += $0.integers(0).filter { described[$0] == nil }
    }
    return paths
  }
}

extension PathChunk {
  /// Returns a predicate that SQLite can evaluate with the R*Tree index of bounding boxes.
  fileprivate static func predicate(_ condition: BoxCondition) -> Predicate<PathChunk> {
    let (south, north) = (condition.southAtMost, condition.northAtLeast)
    let (west, east) = (condition.westAtMost, condition.eastAtLeast)
    return #Predicate {
      $0.south <= south && $0.north >= north && $0.west <= west && $0.east >= east
    }
  }
}

extension PathDetail {
  /// Returns a predicate that SQLite can evaluate with the R*Tree index of bounding boxes. A row
  /// without a box does not satisfy the predicate.
  ///
  /// The predicate is built by hand, because the compiler cannot check four comparisons of optional
  /// properties in one `#Predicate` in reasonable time. The unwrap below never traps.
  fileprivate static func predicate(_ condition: BoxCondition) -> Predicate<PathDetail> {
    typealias Parts = PredicateExpressions
    typealias Edge = Parts.ForcedUnwrap<
      Parts.KeyPath<Parts.Variable<PathDetail>, Double?>, Double
    >
    func edge(
      _ row: Parts.Variable<PathDetail>, _ edge: any KeyPath<PathDetail, Double?> & Sendable
    ) -> Edge {
      Parts.build_ForcedUnwrap(Parts.build_KeyPath(root: row, keyPath: edge))
    }
    func atMost(_ edge: Edge, _ limit: Double) -> Parts.Comparison<Edge, Parts.Value<Double>> {
      Parts.build_Comparison(lhs: edge, rhs: Parts.build_Arg(limit), op: .lessThanOrEqual)
    }
    func atLeast(_ edge: Edge, _ limit: Double) -> Parts.Comparison<Edge, Parts.Value<Double>> {
      Parts.build_Comparison(lhs: edge, rhs: Parts.build_Arg(limit), op: .greaterThanOrEqual)
    }
    return Predicate { row in
      Parts.build_Conjunction(
        lhs: Parts.build_Conjunction(
          lhs: atMost(edge(row, \.south), condition.southAtMost),
          rhs: atLeast(edge(row, \.north), condition.northAtLeast)),
        rhs: Parts.build_Conjunction(
          lhs: atMost(edge(row, \.west), condition.westAtMost),
          rhs: atLeast(edge(row, \.east), condition.eastAtLeast)))
    }
  }
}
