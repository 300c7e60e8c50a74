/// How much of a track's length is how steep.
public struct SlopeClasses: Equatable, Sendable {
  /// One class of slopes, metres upward for each metre of way, from the lower bound up to and
  /// without the upper one.
  public struct SlopeClass: Equatable, Sendable {
    /// −∞ in the first.
    public var lower: Double
    /// +∞ in the last.
    public var upper: Double
    public var metres: Double
    /// Of the whole track's length, 0…1.
    public var share: Double
  }

  /// From the steepest descent to the steepest climb.
  public var classes: [SlopeClass]
  /// The length without elevations.
  public var unknownMetres: Double

  /// Between the classes: 20, 15, 10, 5 and 2 % down and up.
  public static let defaultBounds = [-0.2, -0.15, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.15, 0.2]

  /// - Parameters:
  ///   - bounds: Between the classes, ascending.
  ///   - windowMetres: Over how much way a slope is taken, as in ``TrackSeries``; a leg has the mean
  ///     of those at its ends.
  /// - Complexity: O(*n* log classes).
  public init(
    _ columns: TrackColumns, bounds: [Double] = defaultBounds,
    windowMetres: Double = TrackSeries.slopeWindowMetres
  ) {
    let slopes = TrackSeries.slopes(of: columns, windowMetres: windowMetres)
    var metres = [Double](repeating: 0, count: bounds.count + 1)
    var (length, unknown) = (0.0, 0.0)
    for range in columns.segments {
      for index in range.dropFirst() {
        let leg = columns.legMetres(to: index, in: range)
        length += leg
        let slope = TrackSeries.legSlope(slopes, to: index)
        guard !slope.isNaN else {
          unknown += leg
          continue
        }
        metres[bounds.firstIndexSorted { $0 > slope }] += leg
      }
    }
    unknownMetres = unknown
    classes = metres.indices.map { number in
      SlopeClass(
        lower: number > 0 ? bounds[number - 1] : -.infinity,
        upper: number < bounds.count ? bounds[number] : .infinity, metres: metres[number],
        share: length > 0 ? metres[number] / length : 0)
    }
  }
}
