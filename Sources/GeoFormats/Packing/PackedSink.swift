import CArchive
import Foundation

/// A ``ByteSink`` that compresses bytes with libarchive and passes the compressed bytes to another
/// ``ByteSink``.
///
/// The same input always produces the same output, because the output does not contain the time of
/// its creation.
public final class PackedSink: ByteSink {
  /// The format of the compressed bytes.
  public enum Format: Hashable, Sendable {
    /// A gzip file without a file name in its header.
    case gzip
    /// A ZIP archive with a single file. The file's name must be in ASCII.
    case zip(fileName: String)
  }

  private let target: any ByteSink
  private let handle: OpaquePointer
  private let format: Format
  private var byteCount = 0
  private var isFinished = false
  /// An error thrown by the target sink. The error is stored because libarchive cannot pass it on.
  private var failure: (any Error)?

  /// The maximum uncompressed size of the file in a ZIP archive, in bytes. Even if compression
  /// makes the file larger, its size is less than 2^32 − 1, so that the archive does not need
  /// ZIP64.
  private static let maximumZipped = 4_000_000_000

  /// Creates a sink that passes compressed bytes to another sink.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/outOfMemory`` if there is not enough
  ///   memory.
  public init(_ format: Format, into target: any ByteSink) throws {
    guard let handle = archive_write_new() else { throw Self.outOfMemory }
    self.handle = handle
    self.target = target
    self.format = format
    guard Self.enable(format, handle), open(), addFile() else { throw Self.outOfMemory }
    try rethrow()
  }

  deinit {
    // An unfinished file must not be completed.
    archive_write_fail(handle)
    archive_write_free(handle)
  }

  private static let outOfMemory = GeoFormatsError(
    code: .outOfMemory, message: "not enough memory to compress the file")

  /// Enables libarchive's support for the format.
  private static func enable(_ format: Format, _ handle: OpaquePointer) -> Bool {
    // Compressed bytes are passed on at once and without padding.
    archive_write_set_bytes_per_block(handle, 0)
    switch format {
    case .gzip:
      return archive_write_add_filter_gzip(handle) == ARCHIVE_OK
        && archive_write_set_filter_option(handle, "gzip", "timestamp", nil) == ARCHIVE_OK
        && archive_write_set_format_raw(handle) == ARCHIVE_OK
    case .zip:
      // Some programs cannot read ZIP64 archives whose sizes follow the content (JDK-8303866).
      return archive_write_set_format_zip(handle) == ARCHIVE_OK
        && archive_write_set_format_option(handle, "zip", "zip64", nil) == ARCHIVE_OK
    }
  }

  /// Opens the compressed output, whose bytes are passed to ``target``. Returns whether libarchive
  /// accepted the settings.
  private func open() -> Bool {
    archive_write_open(
      handle, Unmanaged.passUnretained(self).toOpaque(), nil,
      { _, context, bytes, count in
        guard let context else { return Int(ARCHIVE_FATAL) }
        let sink = Unmanaged<PackedSink>.fromOpaque(context).takeUnretainedValue()
        do {
          try sink.target.write(UnsafeRawBufferPointer(start: bytes, count: count))
          return count
        } catch {
          sink.failure = error
          return Int(ARCHIVE_FATAL)
        }
      }, nil) == ARCHIVE_OK
  }

  /// Writes the header of the output's only file, whose size is not yet known.
  private func addFile() -> Bool {
    guard let entry = archive_entry_new() else { return false }
    defer { archive_entry_free(entry) }
    if case .zip(let fileName) = format { archive_entry_set_pathname(entry, fileName) }
    archive_entry_set_filetype(entry, S_IFREG)
    archive_entry_set_perm(entry, 0o644)
    let code = archive_write_header(handle, entry)
    return code == ARCHIVE_OK || failure != nil
  }

  /// Compresses the given bytes and passes the result to the target sink.
  ///
  /// - Throws: Any error thrown by the target sink.
  /// - Throws: The ``GeoFormatsError/Code/unwritableValue`` error if a zipped file exceeds 4 GB.
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` after ``finish()``.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot write: the compressed file is already finished")
    }
    byteCount += bytes.count
    guard format == .gzip || byteCount <= Self.maximumZipped else {
      throw GeoFormatsError(
        code: .unwritableValue,
        message: "a file in a ZIP archive cannot be larger than 4 GB; export it uncompressed")
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = archive_write_data(
        handle, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      try rethrow()
      guard count > 0 else { throw Self.outOfMemory }
      rest = rest.dropFirst(count)
    }
  }

  /// Compresses the remaining bytes and ends the file. Must be called once, at the end.
  ///
  /// - Throws: Any error thrown by the target sink.
  public func finish() throws {
    isFinished = true
    let code = archive_write_close(handle)
    try rethrow()
    guard code == ARCHIVE_OK else { throw Self.outOfMemory }
  }

  /// Rethrows the target sink's error, if any.
  private func rethrow() throws {
    if let failure { throw failure }
  }
}
