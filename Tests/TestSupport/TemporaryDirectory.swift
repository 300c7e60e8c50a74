import Foundation

/// A fresh folder of the test's own, removed with everything in it when the value goes away.
///
/// Keep it in a `let` for as long as its files are needed; `withExtendedLifetime` or
/// ``with(_:)`` makes that explicit.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cartographer-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A test of read-only stores may have left a folder that nothing can be removed from.
    let names = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    for folder in [url] + (names?.compactMap { $0 as? URL } ?? []) where folder.hasDirectoryPath {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    try? FileManager.default.removeItem(at: url)
  }

  /// The URL of `path` inside; nothing is created.
  package func file(_ path: String) -> URL {
    url.appending(path: path)
  }

  /// Writes `text` to `path` inside, making the folders on the way.
  @discardableResult
  package func write(_ text: String, to path: String) throws -> URL {
    let target = file(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target)
    return target
  }

  /// Runs `body` with a fresh folder, which is gone when it returns or throws.
  package static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.url)
  }

  /// As the synchronous one, for a body that awaits.
  package static func with<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.url)
  }
}
