import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A private folder for a copy of a store: `<name>-<UUID>`, readable by its owner only.
///
/// It is locked while it is in use, so that one without a lock is known to have been left by a
/// process that was killed.
package final class ScratchFolder: Sendable {
  /// The name of the folders of migrations that are rehearsed on a copy.
  package static let rehearsal = "rehearsal"

  package let url: URL
  private let descriptor: Int32

  /// Makes a folder, and removes those of the name that killed processes left beside it.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` where it cannot be made.
  package init(named name: String, in parent: URL) throws {
    Self.clearLeftovers(named: name, in: parent)
    url = parent.appendingPathComponent("\(name)-\(UUID().uuidString)", isDirectory: true)
    // Locked before it gets its name, so that no other process removes it as a leftover.
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

  /// Removes the folder with everything in it.
  package func remove() { try? FileManager.default.removeItem(at: url) }

  private static func unusable(_ url: URL, underlying: (any Error)? = nil) -> SwiftDataError {
    SwiftDataError(
      .inputOutput, "\(url.path) cannot be made for the copy; name another folder.",
      underlying: underlying)
  }

  /// Removes the folders of a name that killed processes of this user left. Those in use stay.
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
