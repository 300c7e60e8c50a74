import Foundation

/// A small file system in memory.
package enum SmallDisk {
  /// Whether a file system can be mounted, as the superuser may.
  package static let canMount = (try? with(100_000) { _ in }) != nil

  private struct NotMounted: Error {
    let reason: String
  }

  /// Runs a body in a file system of so many bytes.
  package static func with(_ bytes: Int, _ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let place = folder.appending(path: "disk")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let mount = try Subprocess.run(
        "mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", place.path])
      guard mount.exitCode == 0 else { throw NotMounted(reason: mount.errors) }
      defer { _ = try? Subprocess.run("umount", ["-l", place.path]) }
      try body(place)
    }
  }

  /// Takes all the space there is.
  package static func fill(_ folder: URL) throws {
    let filler = folder.appending(path: "filler")
    try Data().write(to: filler)
    let handle = try FileHandle(forWritingTo: filler)
    defer { try? handle.close() }
    for size in [65_536, 4_096] {
      let block = Data(repeating: 1, count: size)
      while (try? handle.write(contentsOf: block)) != nil {}
    }
  }
}
