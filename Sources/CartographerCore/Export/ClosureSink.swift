import GeoFormats

/// A byte sink that passes the bytes to a closure, for example to write them to standard output.
final class ClosureSink: ByteSink {
  private let body: (UnsafeRawBufferPointer) throws -> Void

  init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try body(bytes) }
}
