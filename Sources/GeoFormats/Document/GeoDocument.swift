/// A file's content as plain values, for files small enough to be held in memory.
///
/// For large files, use a ``GeoSink`` instead.
public struct GeoDocument: Sendable {
  public var header: GeoFileHeader
  public var places: [GeoPlace]
  public var paths: [GeoPath]

  public init(
    header: GeoFileHeader = GeoFileHeader(), places: [GeoPlace] = [], paths: [GeoPath] = []
  ) {
    self.header = header
    self.places = places
    self.paths = paths
  }
}

/// A route or a track with its points.
public struct GeoPath: Sendable {
  public var header: GeoPathHeader
  public var points: GeoPoints

  public init(header: GeoPathHeader, points: GeoPoints) {
    self.header = header
    self.points = points
  }
}
