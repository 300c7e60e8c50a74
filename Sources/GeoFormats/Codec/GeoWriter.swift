/// A writer for one file, which writes places first, then routes, tracks and groups.
///
/// The methods pass on any error thrown by the ``ByteSink``. The methods throw ``GeoFormatsError``
/// if they are called in the wrong order, or if a value cannot be written in the format.
public protocol GeoWriter: AnyObject {
  /// Sets the header of the source file from which the next items were imported, or nil if they
  /// have no source file.
  func use(_ header: GeoFileHeader?)
  func place(_ place: GeoPlace) throws
  func beginPath(_ header: GeoPathHeader) throws
  /// Writes the next points of the current path.
  func points(_ points: borrowing GeoPoints) throws
  func endPath() throws
  /// Writes the groups, which can refer only to items that have already been written.
  func groups(_ groups: [GeoGroup]) throws
  /// Writes the last bytes of the file.
  ///
  /// - Returns: One diagnostic for each kind of omitted content, with the number of occurrences.
  func finish() throws -> [Diagnostic]
  /// The number of paths omitted because they have no points.
  var omittedPaths: Int { get }
}

extension GeoWriter {
  public var omittedPaths: Int { 0 }
}
