import Foundation
import Synchronization

/// A PMTiles archive of version 3 with vector tiles.
final class PMTilesFile: MapFile {
  let path: String
  let info: MapFileInfo
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  private let reading: Mutex<Reading>

  private struct Reading {
    let handle: FileHandle
    /// The decoded leaf directories, keyed by their byte offsets in the archive.
    var leaves: [UInt64: PMTilesDirectory] = [:]
    /// The number of entries in the decoded leaf directories.
    var leafEntries = 0
  }

  /// The maximum total number of entries in the leaf directories that are kept in memory.
  private static let leafEntriesLimit = 200_000
  /// The maximum number of directories that are read to find a tile, including the root directory.
  private static let depthLimit = 4
  /// The maximum accepted size of a compressed tile or directory, in bytes.
  private static let largestPiece: UInt64 = 32 << 20

  init(_ url: URL, _ handle: FileHandle) throws(MapFileError) {
    path = url.path
    let fileSize = (try? handle.seekToEnd()) ?? 0
    let start = Self.bytes(0..<min(fileSize, UInt64(PMTilesHeader.size)), of: handle) ?? []
    header = try PMTilesHeader(start, path: path, fileSize: fileSize)
    guard let bytes = Self.directory(header.root, of: handle, header),
      let root = PMTilesDirectory(bytes)
    else { throw Self.damaged(path, "the root directory cannot be decoded") }
    guard !root.entries.isEmpty else {
      throw MapFileError(.empty, path, "the PMTiles archive contains no tiles; use another file")
    }
    self.root = root
    var info = MapFileInfo(zooms: header.zooms)
    info.bounds = header.bounds
    // A map can be drawn without its metadata.
    if let bytes = Self.directory(header.metadata, of: handle, header) {
      info.read(metadata: Data(bytes))
    }
    self.info = info
    reading = Mutex(Reading(handle: handle))
  }

  func content(of tile: TileID) throws(MapFileError) -> [UInt8]? {
    guard let range = try contentRange(of: tile.hilbertNumber) else { return nil }
    let bytes = reading.withLock { Self.bytes(range, of: $0.handle) }
    guard let bytes, let content = TileCompression.expanded(bytes) else {
      throw Self.damaged(path, tile: tile, "the tile cannot be decompressed")
    }
    return content
  }

  private func contentRange(of number: UInt64) throws(MapFileError) -> Range<UInt64>? {
    var directory = root
    for _ in 0..<Self.depthLimit {
      guard let entry = directory.entry(for: number) else { return nil }
      guard entry.run == 0 else {
        guard let range = Self.range(entry, in: header.tiles) else {
          throw Self.damaged(path, "a tile lies beyond the end of the file")
        }
        return range
      }
      directory = try leaf(entry)
    }
    throw Self.damaged(path, "the directories are nested too deeply")
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(MapFileError) -> PMTilesDirectory {
    let leaf = reading.withLock { reading -> PMTilesDirectory? in
      if let known = reading.leaves[entry.offset] { return known }
      guard let range = Self.range(entry, in: header.leaves),
        let bytes = Self.directory(range, of: reading.handle, header),
        let leaf = PMTilesDirectory(bytes)
      else { return nil }
      if reading.leafEntries > Self.leafEntriesLimit {
        reading.leaves.removeAll()
        reading.leafEntries = 0
      }
      reading.leaves[entry.offset] = leaf
      reading.leafEntries += leaf.entries.count
      return leaf
    }
    guard let leaf else { throw Self.damaged(path, "a leaf directory cannot be decoded") }
    return leaf
  }

  private static func range(
    _ entry: PMTilesDirectory.Entry, in whole: Range<UInt64>
  ) -> Range<UInt64>? {
    let size = whole.upperBound - whole.lowerBound
    guard entry.length <= size, entry.offset <= size - entry.length else { return nil }
    let start = whole.lowerBound + entry.offset
    return start..<start + entry.length
  }

  private static func directory(
    _ range: Range<UInt64>, of handle: FileHandle, _ header: PMTilesHeader
  ) -> [UInt8]? {
    guard let bytes = bytes(range, of: handle) else { return nil }
    return header.directoryCompression == .none ? bytes : TileCompression.expanded(bytes)
  }

  private static func bytes(_ range: Range<UInt64>, of handle: FileHandle) -> [UInt8]? {
    let count = range.upperBound - range.lowerBound
    guard count > 0 else { return [] }
    guard count <= largestPiece, (try? handle.seek(toOffset: range.lowerBound)) != nil,
      let data = try? handle.read(upToCount: Int(count)), data.count == Int(count)
    else { return nil }
    return [UInt8](data)
  }

  private static func damaged(
    _ path: String, tile: TileID? = nil, _ message: String
  ) -> MapFileError {
    MapFileError(.damaged, path, tile: tile, "\(message); download the map file again")
  }
}
