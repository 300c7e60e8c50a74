import Foundation

/// File names that continue what was typed, as a shell offers them.
struct PathCompletion: Sendable {
  /// Where relative paths begin; nil for the working folder of the process.
  var folder: URL?

  private static let limit = 200

  /// The path a user typed as files are opened by it: `~` is the home folder.
  func expanded(_ path: String) -> String {
    let path = (path as NSString).expandingTildeInPath
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder.appending(path: path).path
  }

  /// Files and folders whose path starts with the text, folders with a slash at the end.
  ///
  /// Hidden ones are left out unless the name typed begins with a dot.
  func candidates(for text: String) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let parent = String(text[..<cut])
    let beginning = String(text[cut...])
    let place = expanded(parent.isEmpty ? "." : parent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return
      names
      .filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
      .sorted()
      .prefix(Self.limit)
      .map { name in
        var isFolder: ObjCBool = false
        let path = (place as NSString).appendingPathComponent(name)
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return parent + name + (exists && isFolder.boolValue ? "/" : "")
      }
  }
}
