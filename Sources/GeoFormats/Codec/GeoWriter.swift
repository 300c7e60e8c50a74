/// A writer of a file: first places, then routes, then tracks, then groups.
///
/// The methods throw any error of the ``ByteSink``. They throw ``GeoFormatsError`` if they are
/// called in another order, or if a value cannot be written in the format.
public protocol GeoWriter: AnyObject {
  /// Sets the source file of the items that are written next, or nil for items without a source
  /// file.
  func use(_ header: GeoFileHeader?)
  func place(_ place: GeoPlace) throws
  func beginPath(_ header: GeoPathHeader) throws
  /// Writes the next points of the current path.
  func points(_ points: borrowing GeoPoints) throws
  func endPath() throws
  /// Writes the groups, which refer to the items written before.
  func groups(_ groups: [GeoGroup]) throws
  /// Ends the file and writes its last bytes.
  ///
  /// - Returns: The diagnostics about content that could not be written. Content of the same kind has
  ///   one diagnostic, with its number.
  func finish() throws -> [Diagnostic]
}
