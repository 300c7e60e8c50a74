import Foundation

/// The user's home folder, abbreviated as `~` in paths.
package enum HomeFolder {
  /// Returns the path of the home folder, read from the environment variable `HOME`. Returns nil if
  /// the variable is missing or is not an absolute path.
  package static func path(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
  }

  /// Returns a path with a leading `~` replaced by the home folder, as in a shell.
  ///
  /// Another user's home folder, as in `~name/file`, is looked up in the system's user database.
  /// Without `HOME`, the current user's home folder is looked up there, too.
  package static func expanding(
    _ path: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    guard path.hasPrefix("~") else { return path }
    guard path == "~" || path.hasPrefix("~/"), let home = HomeFolder.path(environment) else {
      return (path as NSString).expandingTildeInPath
    }
    return home == "/" && path != "~" ? String(path.dropFirst()) : home + path.dropFirst()
  }

  /// Shortens a path for display by replacing the given home folder with `~`.
  package static func abbreviating(_ path: String, home: String) -> String {
    guard home.count > 1, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
