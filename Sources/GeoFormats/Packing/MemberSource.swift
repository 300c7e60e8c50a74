/// A byte source that returns the content of the current file in an archive.
final class MemberSource: ByteSource {
  let byteCount: Int? = nil
  private(set) var outcome = ArchiveReader.Outcome.more
  private let reader: ArchiveReader
  private var isEmpty = true

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// Whether no part of the content can be decompressed, for example because the compression method
  /// is unknown.
  var isUnreadable: Bool { isEmpty && outcome == .unreadable }

  /// Whether the content ended early because of damage or truncation.
  var isDamaged: Bool { outcome == .damaged || outcome == .truncated }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard outcome == .more else { return 0 }
    let count: Int
    (count, outcome) = try reader.read(into: buffer)
    if count > 0 { isEmpty = false }
    return count
  }
}
