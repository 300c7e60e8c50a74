import CartographerCore
import Foundation

/// Functions that check a command's output file.
enum OutputFile {
  /// Checks that a path does not end in a slash, because such a path denotes a folder.
  ///
  /// - Parameter example: An example of a file name, for the advice in the error.
  /// - Throws: ``Failure`` for a path that ends in a slash.
  static func requireFileName(_ file: String, example: String) throws {
    guard file.hasSuffix("/") else { return }
    throw Failure(
      .cannotWrite, code: "cannotWrite", "\(file) ends with a slash, so it specifies a folder.",
      remedy: "Add a file name to the folder's path, for example \(file)\(example)")
  }

  /// Checks that a file can be created or replaced.
  ///
  /// - Parameter isReplacing: Whether an existing file may be replaced.
  /// - Parameter example: An example of a file name, for the advice in the error.
  /// - Throws: ``Failure`` for a folder, a device, a pipe, or a file that must not be replaced.
  static func check(_ file: String, isReplacing: Bool, example: String) throws {
    try requireFileName(file, example: example)
    var status = stat()
    guard stat(file, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw Failure(
        .cannotWrite, code: "cannotWrite", "\(file) is a folder.",
        remedy: "Add a file name to the folder's path, for example \(file)/\(example)")
    // If the standard output is redirected to a file, the name of its device leads to this file.
    case S_IFREG where !["/dev/stdout", "/dev/stderr"].contains(file):
      guard !isReplacing else { return }
      throw Failure(
        .cannotWrite, code: "cannotWrite", "The file \(file) already exists.",
        remedy: "Use `--force` to replace the file.")
    default:
      throw Failure(
        .cannotWrite, code: "cannotWrite", "\(file) is a device or a pipe, not a file.",
        remedy: "To write to standard output, omit `-o`.")
    }
  }
}

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

  /// Returns the part of a path before the last slash. It is empty for files in the working
  /// directory or the root folder.
  private static func parent(of path: String) -> String {
    var end = path[...]
    while end.last == "/" { end.removeLast() }
    guard let slash = end.lastIndex(of: "/") else { return "" }
    var parent = end[..<slash]
    while parent.last == "/" { parent.removeLast() }
    return String(parent)
  }
}
