import Foundation

/// The folders that an export creates for its files. Folders that stay empty are removed afterwards.
final class OutputFolders {
  private var made: [String] = []

  /// Creates the missing folders of a file's path.
  ///
  /// - Throws: ``Failure`` that names the folder.
  func make(for file: String) throws {
    var missing: [String] = []
    var folder = Self.parent(of: file)
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      missing.append(folder)
      folder = Self.parent(of: folder)
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw Failure(
          .cannotWrite, code: "cannotWrite",
          "The folder \(folder) cannot be created (\(String(cString: strerror(errno)))).",
          remedy: "Choose another folder with -o, or change the permissions.")
      }
      made.append(folder)
    }
  }

  func removeEmpty() {
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// Returns the path before the last slash, or an empty text for the working folder and the root.
  private static func parent(of path: String) -> String {
    var end = path[...]
    while end.last == "/" { end.removeLast() }
    guard let slash = end.lastIndex(of: "/") else { return "" }
    var parent = end[..<slash]
    while parent.last == "/" { parent.removeLast() }
    return String(parent)
  }
}
