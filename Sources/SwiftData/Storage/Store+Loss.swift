import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The reason why changes to an open store can no longer be saved in its file.
package enum StoreLoss: Sendable, Equatable {
  /// The file at the store's path was removed.
  case removed
  /// The file at the store's path was replaced with another file.
  case replaced
}

extension Store {
  /// The reason why the store's path no longer refers to the open file. Nil if the path still
  /// refers to it.
  var loss: StoreLoss? {
    guard let url else { return nil }
    let current = StoreFile.Identity(url)
    return current == file ? nil : current == nil ? .removed : .replaced
  }

  /// Copies the open store, with its history, into a new file. The system keeps a removed file
  /// readable while it is open.
  ///
  /// If the store's file was removed but its write-ahead log still exists, the log is removed once
  /// the copy is verified. A leftover log would prevent the creation of a new store at the old
  /// path. The log is kept if it belongs to another store that is being copied to the old path.
  ///
  /// - Throws: ``SwiftDataError/backupFailed`` with the reason, such as an existing destination.
  ///   No partial copy is left.
  func copyOpenFile(to destination: URL, version: Schema.Version) throws {
    try requireNoLongTransaction()
    try StoreLog.requireNone(at: destination)
    try withWriter { connection in
      _ = try StoreBackup.make(
        connection, of: url ?? destination, version: version, to: destination)
    }
    guard let url, loss == .removed else { return }
    for path in ["-wal", "-shm"].map({ url.path + $0 }) where Self.hasOpen(path) { unlink(path) }
  }
}

extension Store {
  /// Returns whether this process has the file at the given path open.
  private static func hasOpen(_ path: String) -> Bool {
    guard let file = StoreFile.Identity(URL(fileURLWithPath: path)),
      let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    else { return false }
    return descriptors.lazy.compactMap { Int32($0) }.contains { StoreFile.Identity($0) == file }
  }
}

extension ModelContainer {
  /// The reason why changes can no longer be saved to the store's file. Nil if saving is still
  /// possible.
  ///
  /// This check reads only the identity (device and inode numbers) of the file at the store's path.
  package var storeLoss: StoreLoss? { store.loss }

  /// Copies the open store into a new file, even if the store's original file was removed or
  /// replaced.
  package func copyOpenStore(to destination: URL) throws {
    try soleStore().copyOpenFile(to: destination, version: schema.version)
  }
}
