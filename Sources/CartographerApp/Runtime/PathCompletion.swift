import CartographerCore
import CartographerPresentation
import Foundation

/// A completer for file paths, as in a shell.
struct PathCompletion: Sendable {
  /// The base folder for relative paths, or nil for the process's working directory.
  var folder: URL?

  private static let limit = 200

  /// Returns an entered file path with `~` expanded and, if the path is relative, with the base
  /// folder prepended.
  func expanded(_ path: String) -> String {
    let path = HomeFolder.expanding(path)
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder.appending(path: path).path
  }

  /// Returns an unused path with a name based on a store's name, such as
  /// `trip-saved.store`. The file is beside the store, or in the home folder if the store's folder
  /// cannot be written.
  func unusedName(beside store: URL) -> String {
    let own = store.deletingLastPathComponent()
    let folder =
      FileManager.default.isWritableFile(atPath: own.path)
      ? own : URL(filePath: expanded("~"))
    let stem = store.deletingPathExtension().lastPathComponent
    let ending = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
    let names = (1...99).lazy.map { "\(stem)-saved\($0 == 1 ? "" : "-\($0)")\(ending)" }
    let paths = names.map { folder.appending(path: $0).path }
    return paths.first { !FileManager.default.fileExists(atPath: $0) } ?? ""
  }

  /// Returns the completions of a file path in a command's argument. For an import or export,
  /// options that choose a converter can precede the path.
  func completions(of argument: String) -> [String] {
    let length = ConvertedPath.optionsLength(of: argument)
    guard length > 0 else { return candidates(for: argument) }
    return candidates(for: String(argument.dropFirst(length)))
      .map { argument.prefix(length) + $0 }
  }

  /// Returns the files and folders whose paths begin with the typed text. Folders end with a slash.
  ///
  /// Hidden files are omitted unless the entered name begins with a dot. The auxiliary files of
  /// stores are always omitted.
  func candidates(for text: String) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let parent = String(text[..<cut])
    let beginning = String(text[cut...])
    let place = expanded(parent.isEmpty ? "." : parent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    let all = Set(names)
    return
      names
      .filter { !Self.isCompanion($0, of: all) }
      .filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
      .sorted()
      .prefix(Self.limit)
      .map { name in
        let path = (place as NSString).appendingPathComponent(name)
        return parent + name + (FileManager.default.isFolder(path) ? "/" : "")
      }
  }

  /// Returns whether a file is an auxiliary file of a store in the same folder, such as
  /// `trip.store-wal` for `trip.store`.
  private static func isCompanion(_ name: String, of names: Set<String>) -> Bool {
    ["-shm", "-wal", ".lock"].contains {
      name.hasSuffix($0) && names.contains(String(name.dropLast($0.count)))
    }
  }
}
