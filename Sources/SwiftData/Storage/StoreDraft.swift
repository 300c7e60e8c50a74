import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary file named `<name>.<UUID>.tmp`, in the same folder as the final file.
///
/// The temporary file is locked while a process is writing it. A file without a lock was left
/// behind by a process that was killed. No other files have names of this form.
final class StoreDraft {
  private static let ending = ".tmp"

  let url: URL
  private var descriptor: Int32

  /// Creates an empty temporary file that only its owner can read.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if the file cannot be created.
  init(for target: URL) throws {
    while true {
      let url = URL(fileURLWithPath: "\(target.path).\(UUID().uuidString)\(Self.ending)")
      let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.unwritable(target, errno) }
      // Before the file is locked, another process may lock and remove it as a leftover.
      let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      if !isTaken, StoreFile.Identity(url) != nil {
        (self.url, self.descriptor) = (url, descriptor)
        return
      }
      close(descriptor)
    }
  }

  deinit { discard() }

  /// Renames the finished temporary file to its final name. An existing file with that name is
  /// replaced.
  func place(at target: URL) throws {
    guard rename(url.path, target.path) == 0 else { throw Self.unwritable(target, errno) }
    try settle(target)
  }

  /// Renames the finished temporary file to its final name, unless that name is already in use.
  ///
  /// - Returns: False if the final name is already in use, otherwise true.
  func placeNew(at target: URL) throws -> Bool {
    var reason = Self.renameToFree(url.path, target.path)
    if reason != 0, reason != EEXIST {
      // Some file systems do not support this kind of renaming, and others do not support hard
      // links.
      reason = link(url.path, target.path) == 0 ? 0 : errno
      if reason == 0 { unlink(url.path) }
    }
    guard reason != EEXIST else { return false }
    guard reason == 0 else { throw Self.unwritable(target, reason) }
    try settle(target)
    return true
  }

  private func settle(_ target: URL) throws {
    release()
    try StoreFile.synchronise(target.deletingLastPathComponent().path)
  }

  /// Renames a file with `renameat2` and `RENAME_NOREPLACE`, which Swift's C library module lacks.
  ///
  /// - Returns: 0 if the file was renamed, or else the system's error code.
  private static func renameToFree(_ old: String, _ new: String) -> Int32 {
    typealias RenameFunction =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
    let rename = unsafeBitCast(symbol, to: RenameFunction.self)
    return rename(AT_FDCWD, old, AT_FDCWD, new, 1) == 0 ? 0 : errno
  }

  private static func unwritable(_ file: URL, _ reason: Int32) -> SwiftDataError {
    if let shortage = StoreShortage(reason: reason) { return shortage.error(file) }
    return SwiftDataError(
      [EACCES, EPERM, EROFS].contains(reason) ? .storeReadOnly : .inputOutput,
      "\(file.path) cannot be written (\(String(cString: strerror(reason)))); "
        + "check the permissions of its folder.")
  }

  /// Removes the temporary file. Does nothing if the file already has its final name.
  func discard() {
    guard descriptor >= 0 else { return }
    unlink(url.path)
    unlink(url.path + "-journal")
    release()
  }

  private func release() {
    if descriptor >= 0 { OpenFile.close(descriptor) }
    descriptor = -1
  }

  /// Removes temporary files that killed processes left behind for the given file or its backups.
  /// Files in use and files with other names are not removed.
  static func clearLeftovers(of file: URL) {
    let folder = file.deletingLastPathComponent()
    let name = file.lastPathComponent
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where entry.hasPrefix(name + ".") {
      let draft = entry.hasSuffix("-journal") ? String(entry.dropLast("-journal".count)) : entry
      guard let target = target(of: draft),
        target == name || StoreBackupName(folder.appendingPathComponent(target), of: name) != nil
      else { continue }
      clear(folder.appendingPathComponent(draft).path)
    }
  }

  /// Removes all temporary files that killed processes left behind in a folder.
  static func clearLeftovers(in folder: URL) {
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where target(of: entry) != nil {
      clear(folder.appendingPathComponent(entry).path)
    }
  }

  /// Returns a temporary file's final name. Returns nil if the file's name does not match
  /// `<name>.<UUID>.tmp`.
  private static func target(of draft: String) -> String? {
    guard draft.hasSuffix(ending) else { return nil }
    let stem = draft.dropLast(ending.count)
    guard let dot = stem.lastIndex(of: "."),
      UUID(uuidString: String(stem[stem.index(after: dot)...])) != nil
    else { return nil }
    return String(stem[..<dot])
  }

  /// Removes a temporary file that is not locked by any process.
  private static func clear(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      unlink(path + "-journal")
      return
    }
    // The path is a second name of a file that already has its final name, and another process may
    // hold locks on that file.
    guard status.st_nlink == 1 else {
      unlink(path)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { OpenFile.close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    unlink(path)
    unlink(path + "-journal")
  }
}
