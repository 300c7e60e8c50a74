import Foundation

/// A byte source that reads a file from start to end in chunks.
public final class FileSource: ByteSource {
  public let byteCount: Int?
  private let path: String
  private let descriptor: Int32
  private let closes: Bool

  /// Opens a file.
  ///
  /// If the path denotes a directory, the error number is `EISDIR`.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/cannotOpen`` and the system's error
  ///   number.
  public init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(.cannotOpen, path: path, number: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Self.failure(.cannotOpen, path: path, number: number)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw Self.failure(.cannotOpen, path: path, number: EISDIR)
    }
    self.path = path
    self.descriptor = descriptor
    closes = true
    byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Returns a source that reads standard input and does not close it.
  public static func standardInput() -> FileSource {
    FileSource(descriptor: STDIN_FILENO, name: "standard input")
  }

  private init(descriptor: Int32, name: String) {
    path = name
    self.descriptor = descriptor
    closes = false
    byteCount = nil
  }

  deinit {
    if closes {
      close(descriptor)
    }
  }

  /// Reads the next bytes of the file into a buffer.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/cannotRead`` if reading fails.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw Self.failure(.cannotRead, path: path, number: errno)
      }
    }
  }

  /// Waits until the file can be read without blocking, or until the time limit is reached.
  ///
  /// A signal can end the wait early.
  ///
  /// - Returns: Whether the file can be read without blocking.
  public func waitForBytes(milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  private static func failure(
    _ code: GeoFormatsError.Code, path: String, number: Int32
  ) -> GeoFormatsError {
    let message =
      number == EISDIR
      ? "this is a folder; specify the files in it: "
        + "\(path.hasSuffix("/") ? path : path + "/")*.gpx"
      : "cannot read the file: \(String(cString: strerror(number)))"
    return GeoFormatsError(code: code, message: message, errorNumber: number, place: path)
  }
}
