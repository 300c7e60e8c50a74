/// The whole content of a file as plain values, for files small enough to hold in memory.
///
/// Large files go through a ``GeoSink`` instead.
public struct GeoDocument: Sendable {
  /// A route or a track with its points.
  public struct Path: Sendable {
    public var header: GeoPathHeader
    public var points: GeoPoints

    public init(header: GeoPathHeader, points: GeoPoints) {
      self.header = header
      self.points = points
    }
  }

  public var places: [GeoPlace]
  public var paths: [Path]

  public init(places: [GeoPlace] = [], paths: [Path] = []) {
    self.places = places
    self.paths = paths
  }
}
