import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A record of a store file that this process opened with SQLite. The record is removed when this
/// object is deallocated.
///
/// SQLite's locks are POSIX locks: by closing *any* descriptor of a file, a process loses all its
/// locks on the file. SQLite itself takes account of this for its own connections. All other code
/// that reads a store's file uses this type, which closes descriptors only when no SQLite
/// connection to the file is left.
final class OpenFile: Sendable {
  private struct Use {
    var count = 0
    var descriptors: [Int32] = []
  }

  /// The files that this process has open through SQLite. All records share the list, because POSIX
  /// locks belong to a process.
  private static let uses = Mutex<[StoreFile.Identity: Use]>([:])

  private let identity: StoreFile.Identity

  /// Records that SQLite is about to open a file. Returns nil if the file does not exist.
  init?(_ url: URL) {
    guard let identity = StoreFile.Identity(url) else { return nil }
    self.identity = identity
    Self.uses.withLock { $0[identity, default: Use()].count += 1 }
  }

  deinit {
    Self.uses.withLock { uses in
      guard var use = uses.removeValue(forKey: identity) else { return }
      use.count -= 1
      if use.count > 0 {
        uses[identity] = use
      } else {
        for descriptor in use.descriptors { Glibc.close(descriptor) }
      }
    }
  }

  /// Closes a file descriptor. If an SQLite connection has the file open, the descriptor is closed
  /// together with the last such connection.
  static func close(_ descriptor: Int32) {
    uses.withLock { close(descriptor, &$0) }
  }

  private static func close(_ descriptor: Int32, _ uses: inout [StoreFile.Identity: Use]) {
    if let identity = StoreFile.Identity(descriptor), uses[identity] != nil {
      uses[identity]?.descriptors.append(descriptor)
    } else {
      Glibc.close(descriptor)
    }
  }

  /// Reads the first `count` bytes of a file, or the whole file if it is shorter.
  ///
  /// - Returns: The bytes and error code 0 or, on failure, no bytes and the system's error code.
  static func beginning(of url: URL, count: Int) -> (bytes: [UInt8], reason: Int32) {
    uses.withLock { uses in
      let kept = StoreFile.Identity(url).flatMap { uses[$0]?.descriptors.first }
      let descriptor = kept ?? open(url.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return ([], errno) }
      var bytes = [UInt8](repeating: 0, count: count)
      let read = pread(descriptor, &bytes, count, 0)
      let reason = read < 0 ? errno : 0
      if kept == nil { close(descriptor, &uses) }
      return (Array(bytes.prefix(max(0, read))), reason)
    }
  }
}
