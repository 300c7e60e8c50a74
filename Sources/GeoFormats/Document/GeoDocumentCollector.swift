/// A ``GeoSink`` that collects a whole file in one ``GeoDocument``.
public final class GeoDocumentCollector: GeoSink {
  public private(set) var document = GeoDocument()
  private var points = GeoPoints()

  public init() {}

  public func place(_ place: GeoPlace) {
    document.places.append(place)
  }

  public func pathBegins(_ kind: GeoPathHeader.Kind) {
    points = GeoPoints()
  }

  public func points(_ points: borrowing GeoPoints) {
    self.points.append(contentsOf: points)
  }

  public func pathEnds(_ header: GeoPathHeader) {
    document.paths.append(GeoPath(header: header, points: points))
    points = GeoPoints()
  }

  public func fileEnds(_ header: GeoFileHeader) {
    document.header = header
  }
}
