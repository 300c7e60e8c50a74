import GeoFormats

/// A byte sink that passes bytes to a closure, such as a closure that writes to standard output.
final class ClosureSink: ByteSink {
  private let body: (UnsafeRawBufferPointer) throws -> Void

  init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try body(bytes) }
}
