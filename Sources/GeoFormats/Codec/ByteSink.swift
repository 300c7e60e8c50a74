/// A destination for bytes in order, such as a file being written.
public protocol ByteSink: AnyObject {
  /// Writes the next bytes, which are valid during the call only.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
