import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file in the making beside a store.
///
/// It is locked while somebody works on it, so that one without a lock is known to have been left
/// by a process that was killed.
final class StoreDraft {
  let url: URL
  private var descriptor: Int32

  /// Makes an empty file, readable by its owner only; replaces one that a killed process left.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while somebody works on it,
  ///   ``SwiftDataError/inputOutput`` where it cannot be made.
  init(_ path: String) throws {
    Self.clear(path)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    url = URL(fileURLWithPath: path)
    guard descriptor >= 0 else {
      let reason = errno
      throw reason == EEXIST
        ? SwiftDataError(
          .storeBusy, "Another process is writing \(path); wait for it, and try again.")
        : SwiftDataError(
          .inputOutput,
          "\(path) cannot be written (\(String(cString: strerror(reason)))); check its folder.")
    }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { discard() }

  /// Gives the finished file its name, over whatever has it.
  func place(at target: URL) throws {
    guard rename(url.path, target.path) == 0 else {
      throw SwiftDataError(
        .inputOutput,
        "\(target.path) cannot be written (\(String(cString: strerror(errno)))); check its folder.")
    }
    release()
    try StoreFile.synchronise(target.deletingLastPathComponent().path)
  }

  /// Removes the file, if it was not placed.
  func discard() {
    guard descriptor >= 0 else { return }
    unlink(url.path)
    unlink(url.path + "-journal")
    release()
  }

  private func release() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Removes the drafts that killed processes left beside a store: of new stores, backups and
  /// restored stores. Those that somebody works on stay.
  static func clearLeftovers(of store: URL) {
    let folder = store.deletingLastPathComponent()
    let name = store.lastPathComponent
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where file.hasPrefix(name + ".") {
      let draft = file.hasSuffix("-journal") ? file.dropLast("-journal".count) : Substring(file)
      let rest = draft.dropFirst(name.count)
      guard rest.hasPrefix(".new-") || rest.hasSuffix(".backup.tmp") || rest == ".restore" else {
        continue
      }
      clear(folder.appendingPathComponent(String(draft)).path)
    }
  }

  /// Removes a draft that nobody works on.
  private static func clear(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      unlink(path + "-journal")
      return
    }
    // A second name of a store that was put in place: opening and closing it here would let go of
    // SQLite's locks on the store.
    guard status.st_nlink == 1 else {
      unlink(path)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    unlink(path)
    unlink(path + "-journal")
  }
}
