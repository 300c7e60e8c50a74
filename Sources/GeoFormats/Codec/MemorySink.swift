/// A sink that collects bytes in memory.
public final class MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }

  /// The bytes as UTF-8 text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
