import Foundation
import GeoFormats
import Synchronization

/// Hashes the bytes of another source as they pass.
final class HashingSource: ByteSource {
  private let source: any ByteSource
  private let hash = HashAside()

  init(_ source: any ByteSource) { self.source = source }

  var byteCount: Int? { source.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    hash.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    return count
  }

  /// Reads what is left, which a broken file's reader leaves, and returns the hash of everything.
  func finish(_ meter: ProgressMeter) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while try buffer.withUnsafeMutableBytes({ try read(into: $0) }) > 0 {
      try meter.checkCancellation()
    }
    return hash.hexadecimal()
  }
}

/// A hash that is worked out beside its caller, who goes on with the bytes: it is a seventh of the
/// work of an import.
private final class HashAside: Sendable {
  /// How many pieces may wait, and how small one is not worth handing over.
  private static let piecesAtMost = 4
  private static let worthwhile = 16 * 1024

  private let hash = Mutex(SHA256())
  private let queue = DispatchQueue(label: "cartographer.sha256")
  private let room = DispatchSemaphore(value: piecesAtMost)

  func update(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.worthwhile else {
      return queue.sync { hash.withLock { $0.update(bytes) } }
    }
    let piece = [UInt8](bytes)
    room.wait()
    queue.async {
      self.hash.withLock { hash in piece.withUnsafeBytes { hash.update($0) } }
      self.room.signal()
    }
  }

  func hexadecimal() -> String {
    queue.sync { hash.withLock { $0.hexadecimal() } }
  }
}
