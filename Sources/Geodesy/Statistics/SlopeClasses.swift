/// The distribution of a track's length over slope classes.
public struct SlopeClasses: Equatable, Sendable {
  /// A class of slopes between a lower and an upper bound. A slope is the climb divided by the
  /// distance. The lower bound belongs to the class, but the upper bound does not.
  public struct SlopeClass: Equatable, Sendable {
    /// The lower bound of the class, which is −∞ for the first class.
    public var lower: Double
    /// The upper bound of the class, which is +∞ for the last class.
    public var upper: Double
    public var metres: Double
    /// The share of the track's length that belongs to the class, 0…1.
    public var share: Double
  }

  /// The slope classes, from the steepest descent to the steepest climb.
  public var classes: [SlopeClass]
  /// The length of the legs without elevations, in metres.
  public var unknownMetres: Double

  /// The default boundaries between the slope classes, which are 2, 5, 10, 15 and 20 % uphill and
  /// downhill.
  public static let defaultBounds = [-0.2, -0.15, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.15, 0.2]

  /// Computes the distribution of a track's length over slope classes.
  ///
  /// - Parameter bounds: The boundaries between the slope classes, in ascending order.
  /// - Parameter windowMetres: The distance over which slopes are averaged, as in ``TrackSeries``.
  ///   The slope of a leg is the mean of the slopes at its ends.
  /// - Complexity: O(*n* log *c*) for *n* points and *c* slope classes.
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
