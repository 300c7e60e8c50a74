import CArchive
import Foundation

/// A decompressor for one compression or archive format, based on libarchive.
///
/// Each reader enables libarchive's support for only one format. Nested formats are therefore
/// decompressed as separate layers, each of which is checked against the limits. External programs
/// are never started.
final class ArchiveReader {
  /// The header of a file in an archive.
  struct Member {
    let name: String
    let isRegularFile: Bool
    let isFolder: Bool
    let isEncrypted: Bool
    /// The file's decompressed size in bytes. Nil if the size does not precede the content in the
    /// archive. A file with a stated size can be skipped without decompression.
    let size: Int?
  }

  /// The result of reading the next decompressed bytes.
  enum Outcome: Equatable {
    case more
    case ended
    /// The current file cannot be decompressed, but the archive may contain other files.
    case unreadable
    /// The compressed data end before the content is complete.
    case truncated
    case damaged
    /// The decompressed data exceed a limit. The part within the limit was returned.
    case limited(InputDamage)
  }

  private let handle: OpaquePointer
  private let input: BufferedSource
  private let meter: UnpackingMeter
  /// The maximum number of input bytes that libarchive receives at a time.
  ///
  /// If data are damaged, libarchive returns nothing from the block that it is decompressing. In a
  /// ZIP archive, a block is the content decompressed from the bytes that libarchive received at
  /// one time. Because the pieces are small, almost all content before the damage can be read.
  private let pieceSize: Int
  /// The bytes at the start of the input buffer that were passed to libarchive but have not yet
  /// been consumed.
  private var lent = UnsafeRawBufferPointer(start: nil, count: 0)
  /// A copy of the input bytes that libarchive had received but not yet processed when it last
  /// requested more.
  private var copied: [UInt8] = []
  /// The maximum number of bytes in ``copied``. No libarchive filter needs this many bytes at a
  /// time.
  private static let maximumCopied = 64
  /// The number of input bytes consumed so far.
  private var consumed = 0
  private var hasReachedEnd = false
  /// Whether the search for the next file failed because the archive is damaged or truncated.
  private(set) var endedEarly = false
  /// Whether all files of the archive were visited.
  private var isOver = false
  /// An error thrown by the source of the input. The error is stored because libarchive cannot pass
  /// it on.
  private var failure: (any Error)?
  /// The part of libarchive's current output block that has not yet been copied to the caller.
  private var block = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of decompressed bytes that libarchive has returned so far for the current file.
  private var delivered: Int64 = 0
  /// The outcome to return after the current output block has been copied to the caller. Nil if
  /// more blocks can follow.
  private var last: Outcome?
  /// Whether the archive specifies the size of the current file.
  private var statesSize = false

  /// A locale in which libarchive can represent every file name. If the locale is not available,
  /// the file names stay as they are in the archive.
  private nonisolated(unsafe) static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Creates a reader for an archive or compressed file. Nothing is read from the input before
  /// ``open()`` is called.
  init(_ packing: Packing, _ input: BufferedSource, _ meter: UnpackingMeter) throws {
    guard let handle = archive_read_new() else { throw Self.outOfMemory }
    self.handle = handle
    self.input = input
    self.meter = meter
    pieceSize = packing == .zip ? 1024 : .max
    guard Self.enable(packing, handle) else {
      throw InputRefusal(
        code: .inputCompressed,
        message: "the system's libarchive cannot read \(packing.name); decompress the file first")
    }
  }

  deinit {
    archive_read_free(handle)
  }

  private static let outOfMemory = GeoFormatsError(
    code: .outOfMemory, message: "not enough memory to decompress the file")

  /// Enables libarchive's support for one format.
  ///
  /// If libarchive was built without the format, or would start an external program to read it, the
  /// format cannot be used.
  ///
  /// - Returns: Whether libarchive itself can read the format.
  private static func enable(_ packing: Packing, _ handle: OpaquePointer) -> Bool {
    switch packing {
    case .zip: return archive_read_support_format_zip_streamable(handle) == ARCHIVE_OK
    case .tar: return archive_read_support_format_tar(handle) == ARCHIVE_OK
    default: break
    }
    let filter: Int32? =
      switch packing {
      case .bzip2: ARCHIVE_FILTER_BZIP2
      case .xz: ARCHIVE_FILTER_XZ
      case .zstandard: ARCHIVE_FILTER_ZSTD
      default: nil
      }
    let isEnabled =
      if let filter {
        archive_read_append_filter(handle, filter) == ARCHIVE_OK
      } else {
        // libarchive must recognise this filter itself, because it reads while it is set up.
        archive_read_support_filter_compress(handle) == ARCHIVE_OK
      }
    return isEnabled && archive_read_support_format_raw(handle) == ARCHIVE_OK
      && archive_read_support_format_empty(handle) == ARCHIVE_OK
  }

  /// Reads the start of the compressed data.
  func open() throws -> Outcome {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let code = archive_read_open(
      handle, context, nil,
      { _, context, buffer in
        guard let context, let buffer else { return Int(ARCHIVE_FATAL) }
        let reader = Unmanaged<ArchiveReader>.fromOpaque(context).takeUnretainedValue()
        return reader.lend(buffer)
      }, nil)
    try settle()
    // An error while the first bytes are decompressed leaves no bytes, like an empty file.
    guard code == ARCHIVE_OK, archive_errno(handle) == 0 else { return try failed(code) }
    // A file compressed twice with compress: only the last decompression would be metered.
    guard archive_filter_count(handle) <= 2 else { return .damaged }
    return .more
  }

  /// Passes the next input bytes to libarchive.
  private func lend(_ buffer: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    do {
      let rest = consumed + lent.count - processed
      copied =
        rest > 0 && rest <= Self.maximumCopied
        ? Array((copied + lent.suffix(rest)).suffix(rest)) : []
      consume(lent.count)
      lent = UnsafeRawBufferPointer(rebasing: try input.window(atLeast: 1).prefix(pieceSize))
      buffer.pointee = lent.baseAddress
      hasReachedEnd = lent.isEmpty
      return lent.count
    } catch {
      failure = error
      return Int(ARCHIVE_FATAL)
    }
  }

  private func consume(_ count: Int) {
    input.consume(count)
    lent = UnsafeRawBufferPointer(rebasing: lent[count...])
    consumed += count
  }

  /// The number of input bytes that libarchive has processed.
  private var processed: Int { Int(archive_filter_bytes(handle, -1)) }

  /// Consumes the input bytes that libarchive has processed. Rethrows the source's error, if any.
  private func settle() throws {
    if let failure { throw failure }
    let processed = processed
    if processed > consumed { consume(min(processed - consumed, lent.count)) }
  }

  /// Returns whether any nonzero byte follows the bytes that libarchive has processed. This method
  /// must be called after the last byte was read.
  func hasUnprocessedBytes() throws -> Bool {
    try copied.suffix(max(0, consumed - processed)).contains { $0 != 0 } || input.holdsMore()
  }

  private func failed(_ code: Int32) throws -> Outcome {
    if archive_errno(handle) == ENOMEM { throw Self.outOfMemory }
    if hasReachedEnd { return .truncated }
    return code == ARCHIVE_FAILED ? .unreadable : .damaged
  }

  /// The limit that was exceeded while reading the current file, or nil.
  var limit: InputDamage? {
    if case .limited(let limit) = last { limit } else { nil }
  }

  /// Moves to the next file in the archive.
  ///
  /// - Returns: The next file's header. Nil if there are no more readable files in the archive.
  func nextMember() throws -> Member? {
    // After the end, libarchive would report an error.
    guard !isOver else { return nil }
    // libarchive would decompress the rest of this file without any limit, to find its end.
    if limit != nil, !statesSize {
      endedEarly = true
      return nil
    }
    var entry: OpaquePointer?
    let former = Self.locale.flatMap { uselocale($0) }
    let code = archive_read_next_header(handle, &entry)
    if let former { uselocale(former) }
    try settle()
    block = UnsafeRawBufferPointer(start: nil, count: 0)
    delivered = 0
    last = nil
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
      isOver = true
      endedEarly = code != ARCHIVE_EOF
      return nil
    }
    statesSize = archive_entry_size_is_set(entry) != 0
    let path = archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
    return Member(
      name: path, isRegularFile: archive_entry_filetype(entry) == S_IFREG,
      isFolder: archive_entry_filetype(entry) == S_IFDIR || path.hasSuffix("/"),
      isEncrypted: archive_entry_is_encrypted(entry) != 0,
      size: statesSize ? Int(archive_entry_size(entry)) : nil)
  }

  /// Fills the start of a buffer with the current file's next bytes.
  ///
  /// - Returns: The number of bytes written to the buffer (0 unless the outcome is `more`), and the
  ///   outcome.
  /// - Throws: Any error thrown by the source.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> (count: Int, outcome: Outcome) {
    while block.isEmpty {
      if let last { return (0, last) }
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let code = archive_read_data_block(handle, &start, &count, &offset)
      try settle()
      if code == ARCHIVE_EOF {
        last = .ended
      } else if code != ARCHIVE_OK {
        last = try failed(code)
      } else if count > 0, offset != delivered {
        // A sparse file has gaps, which no GPX file can have.
        last = .damaged
        continue
      }
      // A block with a wrong checksum is present, too.
      let (kept, limit) = meter.add(count)
      if let limit { last = .limited(limit) }
      delivered += Int64(count)
      block = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : kept)
    }
    let count = min(block.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
    block = UnsafeRawBufferPointer(rebasing: block[count...])
    return (count, .more)
  }

  /// Skips the unread content of the current file. The file is decompressed only if its end cannot
  /// be found otherwise.
  ///
  /// A file of unknown size is read up to its end or a limit, because libarchive would skip it
  /// without checking the limits.
  func skip(_ member: Member) throws {
    guard member.size == nil else { return }
    try withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 16) { buffer in
      while case .more = try read(into: buffer).outcome {}
    }
  }
}
