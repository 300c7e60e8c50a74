/// How much of each kind was read from a file, and how much was left out.
public struct GeoCounts: Hashable, Sendable {
  /// Points left out, each with a diagnostic of its own or inside the one that broke the file.
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
  /// Every segment of a track, empty ones too, and those of a track out of place.
  public var segments = 0
  public var trackPoints = 0
  public var skipped = Skipped()
  /// Point elements under a parent that cannot hold them.
  ///
  /// They are not read, and are in no other number here.
  public var misplacedPoints = 0

  public init() {}

  /// Places and points read.
  public var usable: Int { waypoints + routePoints + trackPoints }
}
