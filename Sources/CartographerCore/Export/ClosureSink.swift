import GeoFormats

/// Hands bytes to a closure, such as one that writes standard output.
final class ClosureSink: ByteSink {
  private let body: (UnsafeRawBufferPointer) throws -> Void

  init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try body(bytes) }
}
