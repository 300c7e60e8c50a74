/// Bytes to be read once, from first to last.
public protocol ByteSource: AnyObject {
  /// How many bytes there are in all, or nil where that is not known beforehand.
  var byteCount: Int? { get }

  /// Fills the start of a buffer with the next bytes.
  ///
  /// - Returns: How many bytes were written; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
