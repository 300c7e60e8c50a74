/// The numbers of items read from a file, and of points left out.
public struct GeoCounts: Hashable, Sendable {
  /// The numbers of points left out. Each point has a separate diagnostic, or is covered by the
  /// diagnostic about the damage to the file.
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
  /// The number of track segments, including empty ones and those of misplaced tracks.
  public var segments = 0
  public var trackPoints = 0
  public var skipped = Skipped()
  /// The number of point elements inside a parent element in which GPX does not allow them.
  ///
  /// Misplaced points are not read and are not included in the other counts.
  public var misplacedPoints = 0

  public init() {}

  /// The number of places and points read.
  public var usable: Int { waypoints + routePoints + trackPoints }
}
