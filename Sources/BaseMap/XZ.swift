import CArchive

/// A decompressor for complete xz streams in memory, based on libarchive.
enum XZ {
  /// Decompresses a complete xz stream. Returns nil if the data are damaged or would expand to more
  /// than `limit` bytes.
  static func decompressed(_ bytes: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
    guard let archive = archive_read_new() else { return nil }
    defer { archive_read_free(archive) }
    var entry: OpaquePointer?
    guard archive_read_append_filter(archive, ARCHIVE_FILTER_XZ) == ARCHIVE_OK,
      archive_read_support_format_raw(archive) == ARCHIVE_OK,
      archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK,
      archive_read_next_header(archive, &entry) == ARCHIVE_OK
    else { return nil }
    var result: [UInt8] = []
    while true {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let code = archive_read_data_block(archive, &block, &count, &offset)
      if code == ARCHIVE_EOF { return result }
      guard code == ARCHIVE_OK, count <= limit - result.count else { return nil }
      result.append(contentsOf: UnsafeRawBufferPointer(start: block, count: count))
    }
  }
}
