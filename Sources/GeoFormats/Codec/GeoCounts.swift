/// The number of items read from a file and the number of omitted points, by kind.
public struct GeoCounts: Hashable, Sendable {
  /// The number of omitted points, by kind. Each omitted point either has its own diagnostic or is
  /// covered by the diagnostic about the file's damage.
  public struct Skipped: Hashable, Sendable {
    public var waypoints = 0
    public var routePoints = 0
    public var trackPoints = 0

    public init() {}

    public var total: Int { waypoints + routePoints + trackPoints }
  }

  public var waypoints = 0
  public var routes = 0
  public var routePoints = 0
  public var tracks = 0
  /// The number of track segments, including empty segments and segments in misplaced tracks.
  public var segments = 0
  public var trackPoints = 0
  public var skipped = Skipped()
  /// The number of points in the wrong parent element, such as a `trkpt` directly in a `trk`.
  ///
  /// Misplaced points are not imported and are not included in the other counts.
  public var misplacedPoints = 0

  public init() {}

  /// The total number of places, route points and track points that were read.
  public var usable: Int { waypoints + routePoints + trackPoints }
}
