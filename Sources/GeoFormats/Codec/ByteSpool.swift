import Foundation

/// A byte buffer that moves large content from memory to an unnamed temporary file. The system
/// removes the file even if the program is killed.
public final class ByteSpool: ByteSink {
  /// The size in bytes at which the content in memory is moved to the temporary file. The size is
  /// checked after each write.
  private static let capacity = 1 << 20

  fileprivate var content = SpoolContent()

  public init() {}

  deinit { content.close() }

  var count: Int { content.count }

  /// Appends bytes.
  ///
  /// - Throws: ``GeoFormatsError`` if the temporary file cannot be written.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    content.memory.append(contentsOf: bytes)
    if content.memory.count >= Self.capacity { try content.moveToFile() }
  }

  func removeAll() {
    content.memory.removeAll(keepingCapacity: true)
    content.filed = 0
  }

  /// Copies the spool's bytes to a buffer, starting at the given offset in the spool.
  ///
  /// - Returns: The number of copied bytes. Zero at the end of the spool.
  /// - Throws: ``GeoFormatsError`` if the temporary file cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try content.read(at: offset, into: buffer)
  }

  /// Writes the collected bytes in the given range to a sink.
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

  /// Returns the collected bytes as an object that any thread can read, and empties the spool.
  public func finish() -> SpooledBytes {
    defer { content = SpoolContent() }
    return SpooledBytes(content)
  }
}

/// The bytes of a finished ``ByteSpool``, which can be read several times and on any thread.
public final class SpooledBytes: Sendable {
  fileprivate let content: SpoolContent

  fileprivate init(_ content: SpoolContent) { self.content = content }

  deinit { content.close() }

  /// Returns a source that reads the bytes from the beginning.
  public func open() -> any ByteSource { ByteSpoolSource(content, of: self) }
}

/// A byte source that reads a ``ByteSpool`` from the beginning. The spool must not change
/// meanwhile.
final class ByteSpoolSource: ByteSource {
  private let content: SpoolContent
  /// The object that owns the temporary file, and closes it on deallocation.
  private let owner: AnyObject
  private var offset = 0

  convenience init(_ spool: ByteSpool) { self.init(spool.content, of: spool) }

  fileprivate init(_ content: SpoolContent, of owner: AnyObject) {
    self.content = content
    self.owner = owner
  }

  var byteCount: Int? { content.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try content.read(at: offset, into: buffer)
    offset += count
    return count
  }
}

/// The bytes of a spool: the bytes in the temporary file, followed by the bytes in memory.
private struct SpoolContent: Sendable {
  var memory: [UInt8] = []
  /// The number of bytes in the temporary file.
  var filed = 0
  private var file: Int32?

  var count: Int { filed + memory.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard offset < filed, let file else {
      let rest = memory.dropFirst(offset - filed).prefix(buffer.count)
      buffer.copyBytes(from: rest)
      return rest.count
    }
    let size = min(buffer.count, filed - offset)
    while true {
      let count = pread(file, buffer.baseAddress, size, off_t(offset))
      if count > 0 { return count }
      guard count < 0, errno == EINTR else { throw Self.failure(.cannotRead, "read") }
    }
  }

  mutating func moveToFile() throws {
    let file = try openFile()
    try memory.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(filed + done))
        guard count > 0 || count < 0 && errno == EINTR else {
          throw Self.failure(.cannotOpen, "write")
        }
        done += max(count, 0)
      }
    }
    filed += memory.count
    memory.removeAll(keepingCapacity: true)
  }

  private mutating func openFile() throws -> Int32 {
    if let file { return file }
    var path = Array((NSTemporaryDirectory() + "/cartographer-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure(.cannotOpen, "create") }
    unlink(path)
    // A program that is started meanwhile must not inherit the file.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = descriptor
    return descriptor
  }

  func close() {
    if let file { Foundation.close(file) }
  }

  private static func failure(_ code: GeoFormatsError.Code, _ verb: String) -> GeoFormatsError {
    let number = errno
    return GeoFormatsError(
      code: code,
      message: """
        cannot \(verb) a temporary file (\(String(cString: strerror(number)))); free up some disk \
        space or set TMPDIR to another folder
        """, errorNumber: number, place: NSTemporaryDirectory())
  }
}
