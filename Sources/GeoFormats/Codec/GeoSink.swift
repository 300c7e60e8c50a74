/// A receiver of a file's items. A codec calls the receiver's methods while it reads the file.
///
/// The methods are called in the order in which the items occur in the file. Between `pathBegins`
/// and `pathEnds`, only `points` is called, with one batch of the path's points at a time. An error
/// thrown by a method stops the reading and is rethrown unchanged.
public protocol GeoSink: AnyObject {
  func place(_ place: GeoPlace) throws
  func pathBegins(_ kind: GeoPathHeader.Kind) throws
  /// Receives the next points of the path that is being read.
  ///
  /// `points` is valid only during the call, because the codec reuses the memory. A receiver that
  /// stores the points must therefore copy them.
  ///
  /// - Parameter points: The next points, at most 8192.
  func points(_ points: borrowing GeoPoints) throws
  /// Receives a path's fields after its last point, because the fields can follow the points in the
  /// file.
  func pathEnds(_ header: GeoPathHeader) throws
  /// Receives the file's header. The method is called once, after the last item, even if the file
  /// is truncated.
  func fileEnds(_ header: GeoFileHeader) throws
}
