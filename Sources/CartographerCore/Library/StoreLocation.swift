import Foundation

/// The location of a library's store.
package enum StoreLocation: Sendable, Equatable {
  case file(URL)
  /// An in-memory store, which is lost when the program ends.
  case memory

  /// The store's file, or nil for an in-memory store.
  package var url: URL? {
    if case .file(let url) = self { url } else { nil }
  }

  /// Returns whether a file or a symbolic link exists at the store's path.
  ///
  /// - Throws: ``LibraryError`` `noPermission` if the user may not access a folder in the path.
  /// - Throws: ``LibraryError`` `notFound` if a part of the path is not a folder.
  /// - Throws: ``LibraryError`` `inputOutput` for other failures.
  package func exists() throws -> Bool {
    guard let url else { return false }
    return try FilePresence.isTaken(
      url, remedy: "Check the store's path and its folder's permissions.")
  }
}

/// Functions that distinguish missing files from inaccessible files.
package enum FilePresence {
  /// Returns whether a file or a symbolic link exists at a path.
  ///
  /// - Throws: ``LibraryError`` `noPermission`, `notFound` or `inputOutput`.
  ///   The error code indicates why the path is inaccessible.
  package static func isTaken(_ url: URL, remedy: LibraryError.Remedy? = nil) throws -> Bool {
    var status = stat()
    guard stat(url.path, &status) != 0 else { return true }
    switch errno {
    case ENOENT:
      // A dangling symbolic link counts as existing: opening it fails with an error that names its
      // target.
      return lstat(url.path, &status) == 0
    case let reason: throw unreachable(url, reason, remedy: remedy)
    }
  }

  /// Checks that a file can be read, and otherwise throws an error with the reason reported by the
  /// system.
  package static func requireReadable(_ url: URL, remedy: LibraryError.Remedy? = nil) throws {
    guard access(url.path, R_OK) != 0 else { return }
    throw unreachable(url, errno, remedy: remedy)
  }

  private static func unreachable(_ url: URL, _ reason: Int32, remedy: LibraryError.Remedy?)
    -> LibraryError
  {
    let code: LibraryError.Code =
      switch reason {
      case EACCES, EPERM: .noPermission
      case ENOENT, ENOTDIR: .notFound
      default: .inputOutput
      }
    return LibraryError(
      code, "\(url.path) cannot be accessed (\(String(cString: strerror(reason)))).",
      remedy: remedy)
  }
}
