import Foundation

/// The folders that an export makes for its files; those that stay empty go again.
final class OutputFolders {
  private var made: [String] = []

  /// Makes the folders that a file is to be in.
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
          "The folder \(folder) cannot be made (\(String(cString: strerror(errno)))).",
          remedy: "Choose another by -o, or see who may write there.")
      }
      made.append(folder)
    }
  }

  func removeEmpty() {
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// All before the last slash; empty for the working folder and the root.
  private static func parent(of path: String) -> String {
    var end = path[...]
    while end.last == "/" { end.removeLast() }
    guard let slash = end.lastIndex(of: "/") else { return "" }
    var parent = end[..<slash]
    while parent.last == "/" { parent.removeLast() }
    return String(parent)
  }
}
