import Foundation

/// A temporary folder that only the user can read.
struct TemporaryFolder {
  let url: URL

  /// Creates a temporary folder inside another folder.
  ///
  /// - Throws: ``Failure`` if the folder cannot be created.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    var template = Array(parent.appending(path: ".cartographer-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        .cannotWrite, code: "cannotWrite",
        "Cannot create a temporary folder in \(parent.path) (\(String(cString: strerror(errno)))).",
        remedy: "Check the permissions of the folder and the free disk space.")
    }
    let path = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    url = URL(filePath: String(decoding: path, as: UTF8.self), directoryHint: .isDirectory)
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
