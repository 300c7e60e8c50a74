/// A ``ByteSink`` that collects the written bytes in memory.
public final class MemorySink: ByteSink {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }

  /// The collected bytes, decoded as UTF-8 text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
