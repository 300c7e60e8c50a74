/// A track ready to be simplified: every tolerance, and every number of points, is answered from
/// one computation.
///
/// The first and last point of each segment always stay.
public struct Simplification: Sendable {
  /// The tolerance in metres from which on each point goes: ``Significance``, by segments; infinite
  /// for those that always stay.
  public let significance: [Double]
  /// Those of the points that may go, ascending.
  private let ranked: [Double]

  /// - Parameter points: Which of the points may go, without the first and the last of them in each
  ///   segment; nil for all.
  /// - Complexity: O(*n* log *n*).
  public init(_ columns: TrackColumns, points: Range<Int>? = nil) {
    self.init(columns, points: points) { () throws(Never) in }
  }

  /// The same, in a task that may be cancelled.
  ///
  /// - Throws: ``TrackError`` with `cancelled`.
  public init(cancellable columns: TrackColumns, points: Range<Int>? = nil) throws(TrackError) {
    try self.init(columns, points: points, check: TrackError.checkCancellation)
  }

  private init<Failure: Error>(
    _ columns: TrackColumns, points: Range<Int>?, check: () throws(Failure) -> Void
  ) throws(Failure) {
    var significance = [Double](repeating: .infinity, count: columns.count)
    for segment in columns.segments {
      let range = points?.clamped(to: segment) ?? segment
      significance.replaceSubrange(
        range,
        with: try Significance.metres(
          latitudes: Array(columns.latitudes[range]),
          longitudes: Array(columns.longitudes[range]), check: check))
    }
    self.significance = significance
    ranked = significance.filter(\.isFinite).sorted()
  }

  /// How many points always stay.
  package var leastCount: Int { significance.count - ranked.count }

  /// How many points stay at a tolerance in metres; at 0 all stay that are off the line at all.
  ///
  /// - Complexity: O(log *n*).
  public func count(toleranceMetres: Double) -> Int {
    significance.count - dropped(toleranceMetres)
  }

  /// The indices of the points that stay at a tolerance, ascending: no other is farther from the
  /// line between them.
  ///
  /// - Complexity: O(*n*).
  public func kept(toleranceMetres: Double) -> [Int] {
    significance.indices.filter { significance[$0] > toleranceMetres }
  }

  /// The indices of as many points as asked for, ascending, or of those that always stay. Of points
  /// that matter alike, and that cannot all stay, those at equal steps do.
  ///
  /// - Complexity: O(*n*).
  public func kept(count: Int) -> [Int] {
    let tolerance = toleranceMetres(count: count)
    let sure = significance.indices.filter { significance[$0] > tolerance }
    let free = count - sure.count
    let alike = free > 0 ? significance.indices.filter { significance[$0] == tolerance } : []
    guard free > 0, !alike.isEmpty else { return sure }
    let chosen = (0..<min(free, alike.count)).map { number in
      alike[(2 * number + 1) * alike.count / (2 * min(free, alike.count))]
    }
    return (sure + chosen).sorted()
  }

  /// The least tolerance in metres at which no more points stay than asked for; below 0 where all
  /// may.
  ///
  /// - Complexity: O(1).
  public func toleranceMetres(count: Int) -> Double {
    let drop = min(max(significance.count - count, 0), ranked.count)
    return drop == 0 ? -1 : ranked[drop - 1]
  }

  /// How far in metres the farthest of the points that go at a tolerance is from the line at most.
  ///
  /// - Complexity: O(log *n*).
  package func errorMetres(toleranceMetres: Double) -> Double {
    let dropped = dropped(toleranceMetres)
    return dropped == 0 ? 0 : ranked[dropped - 1]
  }

  private func dropped(_ toleranceMetres: Double) -> Int {
    ranked.firstIndexSorted { $0 > toleranceMetres }
  }
}
