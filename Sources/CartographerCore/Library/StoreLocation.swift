import Foundation

/// Where a library is kept.
package enum StoreLocation: Sendable, Equatable {
  case file(URL)
  /// Nowhere: it is gone when the program ends.
  case memory

  /// The store's file; nil in memory.
  package var url: URL? {
    if case .file(let url) = self { url } else { nil }
  }

  /// Whether the store's name is in use, be it by a link to a file that is missing.
  ///
  /// - Throws: ``LibraryError`` where that cannot be known: `noPermission` for a folder that may not
  ///   be searched, `notFound` for a path through a file, `inputOutput`.
  package func exists() throws -> Bool {
    guard let url else { return false }
    return try FilePresence.isTaken(url, remedy: "Name the store by --store, and check its folder.")
  }
}

/// Tells a file that is missing from one that cannot be reached.
package enum FilePresence {
  /// Whether anything has the name of a file.
  ///
  /// - Throws: ``LibraryError``: `noPermission`, `notFound` or `inputOutput`.
  package static func isTaken(_ url: URL, remedy: String? = nil) throws -> Bool {
    var status = stat()
    guard stat(url.path, &status) != 0 else { return true }
    switch errno {
    case ENOENT:
      // A link to nothing has the name, and whoever opens it says where it leads.
      return lstat(url.path, &status) == 0
    case let reason: throw unreachable(url, reason, remedy: remedy)
    }
  }

  /// Refuses a file that cannot be read, for the system's own reason.
  package static func requireReadable(_ url: URL, remedy: String? = nil) throws {
    guard access(url.path, R_OK) != 0 else { return }
    throw unreachable(url, errno, remedy: remedy)
  }

  private static func unreachable(_ url: URL, _ reason: Int32, remedy: String?) -> LibraryError {
    let code: LibraryError.Code =
      switch reason {
      case EACCES, EPERM: .noPermission
      case ENOENT, ENOTDIR: .notFound
      default: .inputOutput
      }
    return LibraryError(
      code, "\(url.path) cannot be reached (\(String(cString: strerror(reason)))).", remedy: remedy)
  }
}
