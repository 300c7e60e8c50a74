import Foundation

/// A byte buffer that is kept in memory and, once it grows large, in a temporary file without a name.
final class ByteSpool: ByteSink {
  /// The maximum number of bytes in memory between two writes.
  private static let capacity = 1 << 20

  private var memory: [UInt8] = []
  private var file: Int32?
  /// The number of bytes in the temporary file; the bytes in memory follow them.
  private var filed = 0

  deinit {
    if let file { close(file) }
  }

  var count: Int { filed + memory.count }

  /// Appends bytes.
  ///
  /// - Throws: ``GeoFormatsError`` if the temporary file cannot be written.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    memory.append(contentsOf: bytes)
    if memory.count >= Self.capacity { try moveToFile() }
  }

  func removeAll() {
    memory.removeAll(keepingCapacity: true)
    filed = 0
  }

  /// Copies bytes to a buffer.
  ///
  /// - Returns: The number of copied bytes, which is 0 only at the end.
  /// - Throws: ``GeoFormatsError`` if the temporary file cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard offset < filed, let file else {
      let rest = memory.dropFirst(offset - filed).prefix(buffer.count)
      buffer.copyBytes(from: rest)
      return rest.count
    }
    let size = min(buffer.count, filed - offset)
    let count = pread(file, buffer.baseAddress, size, off_t(offset))
    guard count > 0 else { throw Self.failure(.cannotRead, "read") }
    return count
  }

  /// Writes a range of the collected bytes to a sink.
  func copy(_ range: Range<Int>, to sink: any ByteSink) throws {
    try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let piece = buffer[..<min(buffer.count, range.upperBound - offset)]
        let count = try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: piece))
        guard count > 0 else { return }
        try sink.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
      }
    }
  }

  private func moveToFile() throws {
    let file = try openFile()
    try memory.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(filed + done))
        guard count > 0 else { throw Self.failure(.cannotOpen, "write") }
        done += count
      }
    }
    filed += memory.count
    memory.removeAll(keepingCapacity: true)
  }

  private func openFile() throws -> Int32 {
    if let file { return file }
    var path = Array((NSTemporaryDirectory() + "/cartographer-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure(.cannotOpen, "create") }
    unlink(path)
    file = descriptor
    return descriptor
  }

  private static func failure(_ code: GeoFormatsError.Code, _ verb: String) -> GeoFormatsError {
    let number = errno
    return GeoFormatsError(
      code: code,
      message: """
        cannot \(verb) a temporary file (\(String(cString: strerror(number)))); free some disk space \
        or set TMPDIR to another folder
        """, errorNumber: number, place: NSTemporaryDirectory())
  }
}

/// A byte source that reads a ``ByteSpool`` from its start.
final class ByteSpoolSource: ByteSource {
  private let spool: ByteSpool
  private var offset = 0

  init(_ spool: ByteSpool) {
    self.spool = spool
  }

  var byteCount: Int? { spool.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try spool.read(at: offset, into: buffer)
    offset += count
    return count
  }
}
