/// A receiver of the content that a codec reads, while it is read.
///
/// The calls come in the file's order. Between `pathBegins` and `pathEnds` there are only the
/// path's points, in batches. An error thrown by the sink ends the reading at once and is rethrown
/// unchanged.
public protocol GeoSink: AnyObject {
  func place(_ place: GeoPlace) throws
  func pathBegins(_ kind: GeoPathHeader.Kind) throws
  /// Receives the next points of the path.
  ///
  /// - Parameter points: At most 8192 points in columns. The buffers are reused after the call, so
  ///   a sink that stores the value pays for a copy.
  func points(_ points: borrowing GeoPoints) throws
  /// Ends the path with its fields, which may follow the points in the file.
  func pathEnds(_ header: GeoPathHeader) throws
  /// Receives the file's header: once, after the last item, also if the file is truncated.
  func fileEnds(_ header: GeoFileHeader) throws
}
