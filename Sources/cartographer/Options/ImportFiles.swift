import CartographerCore
import Foundation
import Geodesy
import Glibc

/// The files that an import reads: the given files, and the files in the given folders.
struct ImportFiles {
  private(set) var names: [String] = []
  private var fromFolders: Set<String> = []
  /// The subfolders skipped by a non-recursive import.
  private(set) var skippedFolders: [String] = []
  /// The files skipped in the given folders because neither their names nor their contents indicate
  /// a known format.
  private(set) var unrecognised: [String] = []

  /// The pipes, sockets and devices skipped in the given folders and among the matches of the given
  /// patterns. Reading such a file could block forever.
  private(set) var specialFiles: [String] = []

  /// The invalid UTF-8 file names found in the searched folders, with the invalid bytes replaced.
  private(set) var misnamed: [String] = []

  /// Lists the files to import. The files in a folder, and the files that match a pattern, are
  /// sorted by name.
  ///
  /// Hidden files and folders are omitted, and links to folders are not followed.
  ///
  /// - Parameter keepsFolders: Whether a given folder is imported as a single data set.
  /// - Throws: ``Failure`` if a folder cannot be read.
  init(_ given: [String], isRecursive: Bool, keepsFolders: Bool = false) throws {
    for name in given.flatMap({ expanded($0) }) {
      if name != "-", !keepsFolders, FileManager.default.isFolder(name) {
        let found = try files(in: name, isRecursive: isRecursive)
        fromFolders.formUnion(found)
        names += found
      } else {
        names.append(name)
      }
    }
  }

  /// Whether the arguments include a folder, or `-` for standard input.
  var hasFoldersOrStreams: Bool { !fromFolders.isEmpty || names.contains("-") }

  /// Removes the given activity lists from ``unrecognised``, because they have been read.
  mutating func excludeFromUnrecognised(_ lists: [String]) {
    unrecognised.removeAll { lists.contains($0) }
  }

  /// The message about ``specialFiles``. Nil if no files were skipped.
  var specialFilesMessage: String? {
    guard let first = specialFiles.first else { return nil }
    let count = specialFiles.count
    let files = Numbers.counted(count, "special file")
    let kinds =
      count == 1 ? "(a pipe, a socket or a device):" : "(pipes, sockets or devices), such as"
    return "Skipped \(files) \(kinds) \(first)."
  }

  func isFromFolder(_ name: String) -> Bool { fromFolders.contains(name) }

  /// Returns the sorted names of the files and folders that match a pattern such as `gps/*.fit`. If
  /// the name exists, is not a pattern or matches no file, the result contains only the name
  /// itself.
  private mutating func expanded(_ name: String) -> [String] {
    guard name.contains(where: { "*?[".contains($0) }),
      !FileManager.default.fileExists(atPath: name)
    else { return [name] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(name, 0, nil, &found) == 0, let names = found.gl_pathv else { return [name] }
    let matches = (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
    specialFiles += matches.filter(ImportInput.isSpecialFile)
    return matches.filter { !ImportInput.isSpecialFile($0) }
  }

  private mutating func files(in folder: String, isRecursive: Bool) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw Failure(
        .noPermission, code: "noPermission", "The folder \(folder) cannot be read.",
        remedy: "Check the permissions of the folder.")
    }
    var found: [String] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if FileManager.default.isFolder(path) {
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
        if isRecursive, !isLink {
          found += try files(in: path, isRecursive: true)
        } else {
          skippedFolders.append(path)
        }
      } else if name.contains("\u{FFFD}"), !FileManager.default.fileExists(atPath: path) {
        misnamed.append(path)
      } else if ImportInput.isSpecialFile(path) {
        specialFiles.append(path)
      } else if ImportableFile.isCertain(path) == nil {
        unrecognised.append(path)
      } else {
        found.append(path)
      }
    }
    return found
  }
}
