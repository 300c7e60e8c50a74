import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A private folder for a copy of a store. Its name is `<name>-<UUID>`, and only its owner can read
/// it.
///
/// The folder is locked while it is in use. A folder without a lock was left behind by a process
/// that was killed.
package final class ScratchFolder: Sendable {
  /// The name prefix of the folders used for migration dry runs. A dry run works on a copy of the
  /// store.
  package static let dryRun = "dryRun"

  package let url: URL
  private let descriptor: Int32

  /// Creates a folder after removing any folders with the same name prefix that killed processes
  /// left behind.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if the folder cannot be created.
  package init(named name: String, in parent: URL) throws {
    Self.clearLeftovers(named: name, in: parent)
    url = parent.appendingPathComponent("\(name)-\(UUID().uuidString)", isDirectory: true)
    // The folder is locked before it gets its final name, so that no other process removes it as a
    // leftover.
    let draft = parent.appendingPathComponent(".\(url.lastPathComponent)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(
        at: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Self.unusable(url, underlying: error)
    }
    descriptor = open(draft.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      rename(draft.path, url.path) == 0
    else {
      let reason = errno
      if descriptor >= 0 { close(descriptor) }
      rmdir(draft.path)
      throw StoreShortage(reason: reason)?.error(url) ?? Self.unusable(url)
    }
  }

  deinit { close(descriptor) }

  /// Removes the folder with all its contents.
  package func remove() { try? FileManager.default.removeItem(at: url) }

  private static func unusable(_ url: URL, underlying: (any Error)? = nil) -> SwiftDataError {
    SwiftDataError(
      .inputOutput,
      "The folder \(url.path) for the copy of the store cannot be created; specify another folder.",
      underlying: underlying)
  }

  /// Removes folders with the given name prefix that were left behind by this user's killed
  /// processes. Folders in use are not removed.
  package static func clearLeftovers(named name: String, in parent: URL) {
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    where entry.hasPrefix(name + "-")
      && UUID(uuidString: String(entry.dropFirst(name.count + 1))) != nil
    {
      let folder = parent.appendingPathComponent(entry, isDirectory: true)
      let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
