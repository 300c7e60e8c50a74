/// A destination to which bytes are written in order, such as a file.
public protocol ByteSink: AnyObject {
  /// Appends bytes to the destination. The buffer is valid only during the call.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
