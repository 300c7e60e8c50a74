/// A track prepared for fast simplification, either with a given tolerance or to a given number of
/// points.
///
/// The first and last point of each segment are always kept.
public struct Simplification: Sendable {
  /// The ``Significance`` of each point in its segment: the smallest tolerance, in metres, at which
  /// the point is removed. The significance of a point that is always kept is infinite.
  public let significance: [Double]
  /// The significances of the removable points, in ascending order.
  private let ranked: [Double]

  /// Prepares a track for simplification.
  ///
  /// - Parameter points: The range of points that may be removed, or nil for all points.
  ///   In each segment, the first and the last point of the range are kept.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public init(_ columns: TrackColumns, points: Range<Int>? = nil) {
    self.init(columns, points: points) { () throws(Never) in }
  }

  /// Prepares a track for simplification in a task that can be cancelled.
  ///
  /// - Throws: ``TrackError`` with `cancelled` if the task was cancelled.
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

  /// Returns the number of points that remain after simplification with the given tolerance in
  /// metres. With a tolerance of 0, only points exactly on the line are removed.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of points.
  public func count(toleranceMetres: Double) -> Int {
    significance.count - dropped(toleranceMetres)
  }

  /// Simplifies the line with the given tolerance in metres, and returns the remaining points'
  /// indices in ascending order. All removed points are within the tolerance of the simplified
  /// line.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func kept(toleranceMetres: Double) -> [Int] {
    significance.indices.filter { significance[$0] > toleranceMetres }
  }

  /// Returns the indices of the `count` most significant points, in ascending order. The points
  /// that are always kept are included even if there are more than `count` of them. If several
  /// points are equally significant and only some of them can be kept, the kept points are chosen
  /// at equal intervals.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
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

  /// Returns the smallest tolerance, in metres, at which at most `count` points remain. A negative
  /// result means that no point needs to be removed.
  ///
  /// - Complexity: O(1).
  public func toleranceMetres(count: Int) -> Double {
    let drop = min(max(significance.count - count, 0), ranked.count)
    return drop == 0 ? -1 : ranked[drop - 1]
  }

  private func dropped(_ toleranceMetres: Double) -> Int {
    ranked.firstIndexSorted { $0 > toleranceMetres }
  }
}
