import CBzip2

/// The decompressed content of a bzip2 file with one or more streams.
final class Bzip2Source: PackedSource {
  let name = "bzip2"
  let byteCount: Int? = nil
  private(set) var problem: String?
  private let input: BufferedSource
  private let meter: UnpackingMeter
  private let stream: UnsafeMutablePointer<bz_stream>
  private var isOpen = false
  private var isOver = false

  init(_ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.input = input
    self.meter = meter
    stream = .allocate(capacity: 1)
    stream.initialize(to: bz_stream())
    try open()
  }

  deinit {
    close()
    stream.deallocate()
  }

  private func open() throws {
    guard BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else {
      throw GeoFormatsError(code: .outOfMemory, message: "not enough memory to decompress the file")
    }
    isOpen = true
  }

  private func close() {
    if isOpen { BZ2_bzDecompressEnd(stream) }
    isOpen = false
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while !isOver {
      let window = try input.window(atLeast: 1)
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: window.baseAddress?.assumingMemoryBound(to: CChar.self))
      stream.pointee.avail_in = UInt32(window.count)
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      stream.pointee.avail_out = UInt32(min(buffer.count, Int(Int32.max)))
      let room = Int(stream.pointee.avail_out)
      let code = BZ2_bzDecompress(stream)
      input.take(window.count - Int(stream.pointee.avail_in))
      let count = room - Int(stream.pointee.avail_out)
      try meter.add(count)
      try settle(code, isStuck: window.isEmpty && count == 0)
      if count > 0 { return count }
    }
    return 0
  }

  /// Continues with the next stream, or ends.
  private func settle(_ code: Int32, isStuck: Bool) throws {
    switch code {
    case BZ_OK where !isStuck: return
    case BZ_STREAM_END:
      close()
      if try input.window(atLeast: 3).starts(with: [0x42, 0x5A, 0x68]) {
        try open()
      } else {
        isOver = true
      }
    case BZ_OK:
      problem = "the bzip2 data are truncated"
      isOver = true
    default:
      problem = "the bzip2 data are damaged"
      isOver = true
    }
  }

  func leftBehind() throws -> Diagnostic? {
    try problem == nil && input.holdsMore() ? trailing : nil
  }
}
