import Foundation
import GeoFormats

/// The content of one file of an archive: in memory if it is small, otherwise in an unnamed temporary
/// file. The content can be read several times, and on any thread.
final class MemberSpool: Sendable {
  /// The maximum size of the content in memory, in bytes.
  private static let memoryAtMost = 4 << 20

  private let bytes: [UInt8]
  /// The temporary file, or nil if the content is in memory.
  private let descriptor: Int32?
  private let count: Int
  private let folder: URL

  /// Reads an archive walk's current file to its end.
  ///
  /// - Throws: ``LibraryError`` `inputOutput` if the folder for temporary files has no free space.
  ///   ``ArchiveRefusal`` if the archive exceeds a limit. `CancellationError`.
  init(_ walk: ArchiveWalk, _ checkCancellation: () throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
    var bytes: [UInt8] = []
    var descriptor: Int32?
    var total = 0
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    do {
      while case let count = try buffer.withUnsafeMutableBytes({ try walk.read(into: $0) }),
        count > 0
      {
        try checkCancellation()
        total += count
        if descriptor == nil, total > Self.memoryAtMost {
          let made = try NamelessFile.make(in: folder)
          descriptor = made
          try bytes.withUnsafeBytes { try NamelessFile.append($0, to: made, in: folder) }
          bytes = []
        }
        guard let descriptor else {
          bytes += buffer[..<count]
          continue
        }
        try buffer.withUnsafeBytes {
          try NamelessFile.append(
            UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor, in: folder)
        }
      }
    } catch {
      if let descriptor { close(descriptor) }
      throw error
    }
    self.folder = folder
    self.bytes = bytes
    self.descriptor = descriptor
    count = total
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  func open() -> any ByteSource { Source(self) }

  fileprivate func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let descriptor {
      return try NamelessFile.read(descriptor, at: offset, into: buffer, in: folder)
    }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
    }
    return count
  }

  private final class Source: ByteSource {
    private let spool: MemberSpool
    private var offset = 0

    init(_ spool: MemberSpool) { self.spool = spool }

    var byteCount: Int? { spool.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = try spool.read(at: offset, into: buffer)
      offset += count
      return count
    }
  }
}
