import CZlib

/// The content of one file in a ZIP archive.
final class ZipMember: ByteSource {
  let byteCount: Int? = nil
  let entry: ZipEntry
  private(set) var problem: String?
  private let input: BufferedSource
  private let inflater: Inflater?
  private let meter: UnpackingMeter
  /// The offset of the compressed content in the archive.
  private let start: Int
  private var sum: UInt
  private var isOver = false

  /// Creates a reader for the content of one file.
  ///
  /// - Parameter input: The archive, positioned right after the entry's header.
  init(_ entry: ZipEntry, _ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.entry = entry
    self.input = input
    self.meter = meter
    start = input.taken
    sum = crc32(0, nil, 0)
    inflater = entry.method == 8 ? try Inflater(.none) : nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while !isOver {
      let count = try inflater.map { try inflate($0, buffer) } ?? copy(buffer)
      try meter.add(count)
      sum = crc32(sum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(count))
      if isOver, problem == nil, let expected = entry.checksum, UInt32(sum) != expected {
        problem = "the checksum of \(entry.name) in the ZIP archive is wrong"
      }
      if count > 0 { return count }
    }
    return 0
  }

  private func inflate(
    _ inflater: Inflater, _ buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    let (count, outcome) = try inflater.inflate(input, into: buffer)
    switch outcome {
    case .more: break
    case .ended: isOver = true
    case .truncated: end("the ZIP archive is truncated")
    case .damaged: end("the ZIP archive is damaged")
    }
    return count
  }

  private func copy(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let left = (entry.packedSize ?? 0) - (input.taken - start)
    guard left > 0 else {
      isOver = true
      return 0
    }
    let count = try input.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(left, buffer.count, 1 << 30)]))
    if count == 0 { end("the ZIP archive is truncated") }
    return count
  }

  private func end(_ problem: String) {
    self.problem = problem
    isOver = true
  }

  /// Moves to the next header, if it can be found.
  ///
  /// - Returns: False at the archive's end, or if the content cannot be skipped.
  func passOver() throws -> Bool {
    if let size = entry.packedSize {
      let target = start.addingReportingOverflow(size)
      guard !target.overflow else { return false }
      while input.taken < target.partialValue {
        let window = try input.window(atLeast: 1)
        guard !window.isEmpty else { return false }
        input.take(min(window.count, target.partialValue - input.taken))
      }
      return true
    }
    guard entry.method == 8 else { return false }
    try withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 16) { buffer in
      while try read(into: buffer) > 0 {}
    }
    return try problem == nil && passOverDescriptor()
  }

  /// Skips the data descriptor of 12 to 24 bytes after the content; its length is derived from the
  /// bytes that follow it.
  private func passOverDescriptor() throws -> Bool {
    let window = try input.window(atLeast: 28)
    for size in [16, 24, 12, 20] where window.count >= size + 4 {
      if window[size] == 0x50, window[size + 1] == 0x4B, window[size + 2] < 8 {
        input.take(size)
        return true
      }
    }
    return false
  }
}
