import Foundation

/// File names that continue what was typed, as a shell offers them.
struct PathCompletion {
  private static let limit = 200

  /// Absolute form of a path a user typed: `~` is the home folder.
  static func expanded(_ path: String) -> String {
    (path as NSString).expandingTildeInPath
  }

  /// Files and folders whose path starts with the text, folders with a slash at the end.
  ///
  /// Hidden ones are left out unless the name typed begins with a dot.
  static func candidates(for text: String) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let folder = String(text[..<cut])
    let beginning = String(text[cut...])
    let place = folder.isEmpty ? "." : expanded(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return
      names
      .filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
      .sorted()
      .prefix(limit)
      .map { name in
        var isFolder: ObjCBool = false
        let path = (place as NSString).appendingPathComponent(name)
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return folder + name + (exists && isFolder.boolValue ? "/" : "")
      }
  }
}
