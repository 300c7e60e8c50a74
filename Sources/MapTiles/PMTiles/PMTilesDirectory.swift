/// A directory in a PMTiles archive, which lists tiles and other directories (PMTiles
/// specification, version 3, section 4).
struct PMTilesDirectory: Sendable {
  struct Entry: Sendable, Equatable {
    let tile: UInt64
    let offset: UInt64
    let length: UInt64
    /// The number of consecutive tiles that share the entry's content, or 0 if the entry refers to
    /// a leaf directory.
    let run: UInt64
  }

  let entries: [Entry]

  /// The maximum accepted number of entries in one directory.
  private static let entriesLimit = 4_000_000

  /// Decodes a directory of a PMTiles archive. Fails if the bytes are damaged.
  init?(_ bytes: [UInt8]) {
    var reader = ProtobufReader(bytes[...])
    // Each entry has at least four bytes.
    guard let count = reader.varint(), count <= UInt64(bytes.count / 4 + 1),
      count <= Self.entriesLimit
    else { return nil }
    func column(_ reader: inout ProtobufReader) -> [UInt64]? {
      var values: [UInt64] = []
      values.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let value = reader.varint() else { return nil }
        values.append(value)
      }
      return values
    }
    guard let steps = column(&reader), let runs = column(&reader), let lengths = column(&reader),
      let offsets = column(&reader)
    else { return nil }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    var tile: UInt64 = 0
    for index in 0..<Int(count) {
      let (next, hasOverflowed) = tile.addingReportingOverflow(steps[index])
      guard !hasOverflowed else { return nil }
      tile = next
      var offset = offsets[index]
      if offset > 0 {
        offset -= 1
      } else {
        // The content follows that of the previous entry.
        guard let last = entries.last else { return nil }
        let (sum, isTooLarge) = last.offset.addingReportingOverflow(last.length)
        guard !isTooLarge else { return nil }
        offset = sum
      }
      entries.append(Entry(tile: tile, offset: offset, length: lengths[index], run: runs[index]))
    }
    self.entries = entries
  }

  /// Finds the entry for the given tile, or for the leaf directory that lists the tile. The result
  /// is nil if the directory has no such entry.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  func entry(for tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || tile - entry.tile < entry.run ? entry : nil
  }
}
