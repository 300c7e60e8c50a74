import Foundation

/// A ``ByteSink`` that holds a part of the output until the elements that precede it are known. A
/// long part is in a temporary file, so that memory use does not depend on its length.
final class TCXSpool: ByteSink {
  /// The maximum number of bytes in memory.
  private static let capacity = 1 << 20

  private var bytes: [UInt8] = []
  private var file: Int32?
  private var filed = 0

  deinit {
    if let file { close(file) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if self.bytes.count + bytes.count > Self.capacity { try spill() }
    self.bytes.append(contentsOf: bytes)
  }

  /// Writes all bytes to another sink and removes them.
  func move(to write: (UnsafeRawBufferPointer) throws -> Void) throws {
    var done = 0
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    defer { piece.deallocate() }
    while done < filed, let file {
      let count = pread(file, piece.baseAddress, min(piece.count, filed - done), off_t(done))
      guard count > 0 else { throw Self.failure("cannot read a temporary file") }
      try write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      done += count
    }
    try bytes.withUnsafeBytes(write)
    bytes.removeAll(keepingCapacity: true)
    filed = 0
  }

  private func spill() throws {
    let file = try openFile()
    try bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count, let start = bytes.baseAddress {
        let count = pwrite(file, start + done, bytes.count - done, off_t(filed + done))
        guard count > 0 else { throw Self.failure("cannot write a temporary file") }
        done += count
      }
    }
    filed += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  private func openFile() throws -> Int32 {
    if let file { return file }
    var path = Array((NSTemporaryDirectory() + "/cartographer-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("cannot create a temporary file") }
    unlink(path)
    file = descriptor
    return descriptor
  }

  private static func failure(_ message: String) -> GeoFormatsError {
    let number = errno
    return GeoFormatsError(
      code: .cannotOpen,
      message: "\(message) in \(NSTemporaryDirectory()): \(String(cString: strerror(number)))",
      errorNumber: number)
  }
}
