/// Receives what a codec reads, as it is read.
///
/// The calls come in the file's order. Between `pathBegins` and `pathEnds` come the path's points
/// in batches and nothing else. An error thrown ends the reading at once and comes out of it
/// unchanged.
public protocol GeoSink: AnyObject {
  func place(_ place: GeoPlace) throws
  func pathBegins(_ kind: GeoPathHeader.Kind) throws
  /// Takes the next points of the path.
  ///
  /// - Parameter points: At most 8192 points in columns; the same buffers are filled again
  ///   afterwards, so a sink that keeps the value pays for a copy.
  func points(_ points: borrowing GeoPoints) throws
  /// Ends the path with its fields, which a file may give after the points.
  func pathEnds(_ header: GeoPathHeader) throws
  /// Takes what the file says as a whole: once, after the last item, also where the file broke off.
  func fileEnds(_ header: GeoFileHeader) throws
}
