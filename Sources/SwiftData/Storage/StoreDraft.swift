import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file in the making, beside the one it is to become: `<name>.<UUID>.tmp`.
///
/// It is locked while somebody works on it, so that one without a lock is known to have been left
/// by a process that was killed. No file of anybody else is called so.
final class StoreDraft {
  private static let ending = ".tmp"

  let url: URL
  private var descriptor: Int32

  /// Makes an empty file, readable by its owner only.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` where it cannot be made.
  init(for target: URL) throws {
    while true {
      let url = URL(fileURLWithPath: "\(target.path).\(UUID().uuidString)\(Self.ending)")
      let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.unwritable(url, errno) }
      // Before it is locked, another process may take it for a leftover: it locks and removes it.
      let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      if !isTaken, StoreFile.Identity(url) != nil {
        (self.url, self.descriptor) = (url, descriptor)
        return
      }
      close(descriptor)
    }
  }

  deinit { discard() }

  /// Gives the finished file its name, over whatever has it.
  func place(at target: URL) throws {
    guard rename(url.path, target.path) == 0 else { throw Self.unwritable(target, errno) }
    try settle(target)
  }

  /// Gives the finished file a name that nothing may have.
  ///
  /// - Returns: False where something has it.
  func placeNew(at target: URL) throws -> Bool {
    var reason = Self.renameToFree(url.path, target.path)
    if reason != 0, reason != EEXIST {
      // Some file systems know no such renaming, others no second name of a file.
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

  /// `renameat2` with `RENAME_NOREPLACE`, which Swift's module of the C library leaves out.
  ///
  /// - Returns: 0, or the system's reason.
  private static func renameToFree(_ old: String, _ new: String) -> Int32 {
    typealias Rename =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
    let rename = unsafeBitCast(symbol, to: Rename.self)
    return rename(AT_FDCWD, old, AT_FDCWD, new, 1) == 0 ? 0 : errno
  }

  private static func unwritable(_ file: URL, _ reason: Int32) -> SwiftDataError {
    if let shortage = StoreShortage(reason: reason) { return shortage.error(file) }
    return SwiftDataError(
      [EACCES, EPERM, EROFS].contains(reason) ? .storeReadOnly : .inputOutput,
      "\(file.path) cannot be written (\(String(cString: strerror(reason)))); check its folder.")
  }

  /// Removes the file, if it was not placed.
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

  /// Removes the drafts that killed processes left of a file, and of the backups of a store of that
  /// name. Those that somebody works on stay, and so does whatever is called otherwise.
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

  /// Removes all drafts that killed processes left in a folder, for any target.
  static func clearLeftovers(in folder: URL) {
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where target(of: entry) != nil {
      clear(folder.appendingPathComponent(entry).path)
    }
  }

  /// Returns the target name of a draft, or nil for a file that is not a draft.
  private static func target(of draft: String) -> String? {
    guard draft.hasSuffix(ending) else { return nil }
    let stem = draft.dropLast(ending.count)
    guard let dot = stem.lastIndex(of: "."),
      UUID(uuidString: String(stem[stem.index(after: dot)...])) != nil
    else { return nil }
    return String(stem[..<dot])
  }

  /// Removes a draft that nobody works on.
  private static func clear(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      unlink(path + "-journal")
      return
    }
    // A second name of a file that was put in place, of which somebody may hold locks.
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
