import Foundation

/// A file for intermediate data in a folder that only the user can open. Both are removed with the
/// object.
final class TemporaryFile: ByteSink {
  /// The path of the file, which exists only after the first write.
  let path: String
  private let folder: String
  private var descriptor: Int32 = -1

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/cartographer-XXXXXX"
    var bytes = template.utf8CString
    let isMade = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard isMade else { throw Self.failure("create a folder for a temporary file", template) }
    folder = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? template
    }
    path = folder + "/data"
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if descriptor < 0 {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.failure("create a temporary file", path) }
    }
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        guard errno == EINTR else { throw Self.failure("write a temporary file", path) }
        continue
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func failure(_ action: String, _ path: String) -> GeoFormatsError {
    let number = errno
    return GeoFormatsError(
      code: .cannotOpen,
      message: """
        cannot \(action) (\(String(cString: strerror(number)))); free some disk space or set TMPDIR \
        to another folder
        """, errorNumber: number, place: path)
  }
}
