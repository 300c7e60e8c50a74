/// A source of bytes that are read once, from first to last.
public protocol ByteSource: AnyObject {
  /// The total number of bytes. Nil if it is not known in advance.
  var byteCount: Int? { get }

  /// Reads the source's next bytes into a buffer.
  ///
  /// - Returns: The number of bytes written to the buffer. Zero at the end of the source.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
