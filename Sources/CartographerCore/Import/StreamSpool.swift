import Foundation
import GeoFormats

/// An unnamed temporary file that holds the bytes of a pipe or device.
///
/// With this temporary file, an import can wait for slow input without holding the store's write
/// lock.
final class StreamSpool: Sendable {
  private let descriptor: Int32
  private let folder: URL

  /// Reads a source to its end. If the format is rejected, reading stops early, since the source
  /// may be an endless device.
  ///
  /// - Throws: ``LibraryError`` `inputOutput` if the folder for temporary files has no free space.
  ///   `CancellationError` soon after the task has been cancelled.
  init(
    _ source: any ByteSource, options: GeoReadingOptions, _ meter: ProgressMeter,
    in folder: URL = FileManager.default.temporaryDirectory
  ) throws {
    self.folder = folder
    descriptor = try NamelessFile.make(in: folder)
    let passing = PassingSource(source, to: self, meter)
    let report = try GeoFormat.read(passing, into: IgnoringSink(), options: options)
    // An archive may contain only archives, which are opened one by one later.
    guard report.refusal.map({ $0.code == .inputCompressed }) ?? true else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while try buffer.withUnsafeMutableBytes({ try passing.read(into: $0) }) > 0 {}
  }

  deinit { close(descriptor) }

  func open() -> any ByteSource { SpooledSource(self) }

  fileprivate func append(_ bytes: UnsafeRawBufferPointer) throws {
    try NamelessFile.append(bytes, to: descriptor, in: folder)
  }

  fileprivate func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try NamelessFile.read(descriptor, at: offset, into: buffer, in: folder)
  }
}

/// A temporary file without a name, which the system removes even if the program is killed.
enum NamelessFile {
  static func make(in folder: URL) throws -> Int32 {
    var template = Array(folder.appending(path: "cartographer-input-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(folder, errno) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  static func append(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, in folder: URL
  ) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure(folder, errno)
      }
    }
  }

  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer, in folder: URL
  ) throws -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count >= 0 { return count }
      guard errno == EINTR else { throw failure(folder, errno) }
    }
  }

  static func failure(_ folder: URL, _ reason: Int32) -> LibraryError {
    LibraryError(
      .inputOutput,
      """
      The input cannot be stored in the temporary folder \(folder.path) \
      (\(String(cString: strerror(reason)))); free disk space there, or set TMPDIR to another \
      folder.
      """)
  }
}

/// A byte source that returns the bytes of another source and also appends them to a spool (a
/// temporary file).
private final class PassingSource: ByteSource {
  /// The maximum delay before a cancellation is noticed, in milliseconds.
  private static let waitMilliseconds: Int32 = 100

  private let source: any ByteSource
  private let spool: StreamSpool
  private let meter: ProgressMeter

  init(_ source: any ByteSource, to spool: StreamSpool, _ meter: ProgressMeter) {
    self.source = source
    self.spool = spool
    self.meter = meter
  }

  var byteCount: Int? { source.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let file = source as? FileSource {
      repeat {
        try meter.checkCancellation()
      } while !file.waitForBytes(
        milliseconds: Self.waitMilliseconds)
    }
    let count = try source.read(into: buffer)
    try spool.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    return count
  }
}

/// A byte source that reads a spool (a temporary file) from its start.
private final class SpooledSource: ByteSource {
  private let spool: StreamSpool
  private var offset = 0

  init(_ spool: StreamSpool) { self.spool = spool }

  /// The number of bytes, which is always nil because it is not known for a pipe or device.
  var byteCount: Int? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try spool.read(at: offset, into: buffer)
    offset += count
    return count
  }
}

/// A receiver that ignores all items of a file.
private final class IgnoringSink: GeoSink {
  func place(_ place: GeoPlace) {}
  func pathBegins(_ kind: GeoPathHeader.Kind) {}
  func points(_ points: borrowing GeoPoints) {}
  func pathEnds(_ header: GeoPathHeader) {}
  func fileEnds(_ header: GeoFileHeader) {}
}
