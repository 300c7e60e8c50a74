import Foundation

/// A small file system in memory.
package enum SmallDisk {
  /// Whether this process may mount a file system, which usually needs root.
  package static let canMount = (try? with(100_000) { _ in }) != nil

  private struct MountError: Error {
    let reason: String
  }

  /// Mounts a file system of a size in bytes, passes its folder to a closure and unmounts it.
  package static func with(_ bytes: Int, _ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let mountPoint = folder.appending(path: "disk")
      try FileManager.default.createDirectory(at: mountPoint, withIntermediateDirectories: true)
      let mount = try Subprocess.run(
        "mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", mountPoint.path])
      guard mount.exitCode == 0 else { throw MountError(reason: mount.errors) }
      defer { _ = try? Subprocess.run("umount", ["-l", mountPoint.path]) }
      try body(mountPoint)
    }
  }

  /// Fills the file system with a file.
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
