import Foundation

/// A new folder for one test, which is deleted with its contents when the object is released.
///
/// Keep the object in a `let` for as long as its files are needed, or use `withExtendedLifetime` or
/// ``with(_:)``.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cartographer-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A test of read-only stores may leave a folder whose files cannot be deleted.
    let names = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    for folder in [url] + (names?.compactMap { $0 as? URL } ?? []) where folder.hasDirectoryPath {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the URL of a path in the folder, without creating a file.
  package func file(_ path: String) -> URL {
    url.appending(path: path)
  }

  /// Writes a text to a path in the folder, and creates missing folders.
  @discardableResult
  package func write(_ text: String, to path: String) throws -> URL {
    let target = file(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target)
    return target
  }

  /// The names of the files and folders in the folder, sorted. Empty if the folder cannot be read.
  package var names: [String] { (try? Self.names(in: url)) ?? [] }

  /// Returns the names of the files and folders in a folder, sorted.
  package static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Runs a closure with a new folder, which is deleted when the closure returns or throws.
  package static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.url)
  }

  /// Runs an asynchronous closure with a new folder, which is deleted afterwards.
  package static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.url)
  }
}
