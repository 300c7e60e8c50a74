import CartographerCore
import Foundation

/// The folders that an export creates for its output files. Folders that stay empty are removed
/// after the export.
final class OutputFolders {
  private var made: [String] = []

  /// Creates the missing folders in a file's path.
  ///
  /// - Throws: ``Failure`` with the folder's path in the message, if the folder cannot be created.
  func make(for file: String) throws {
    var missing: [String] = []
    var folder = Self.parent(of: file)
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      missing.append(folder)
      folder = Self.parent(of: folder)
    }
    if !folder.isEmpty, !FileManager.default.isFolder(folder) {
      throw Failure(
        .cannotWrite, code: "cannotWrite",
        "The file \(file) cannot be created, because \(folder) is not a folder.",
        remedy: "Choose another folder with `-o`.")
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw Failure(
          .cannotWrite, code: "cannotWrite",
          "The folder \(folder) cannot be created (\(String(cString: strerror(errno)))).",
          remedy: "Choose another folder with `-o`, or change the permissions.")
      }
      made.append(folder)
    }
  }

  func removeEmpty() {
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// Returns the part of a path before the last slash. It is empty for files in the working folder or
  /// the root folder.
  private static func parent(of path: String) -> String {
    var end = path[...]
    while end.last == "/" { end.removeLast() }
    guard let slash = end.lastIndex(of: "/") else { return "" }
    var parent = end[..<slash]
    while parent.last == "/" { parent.removeLast() }
    return String(parent)
  }
}
