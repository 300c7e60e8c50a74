import Foundation

/// A collection of files from other programs, which is beside the checkout on some machines.
///
/// A test that needs it has the trait `.enabled(if: Corpus.isPresent, "\(Corpus.absence)")`, so
/// that it is skipped with a reason on other machines.
package enum Corpus {
  /// The folder `../shared/corpus`, relative to the package root, or nil if it does not exist.
  package static let root: URL? = {
    let folder = PackageFiles.root.deletingLastPathComponent().appending(path: "shared/corpus")
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? folder : nil
  }()

  package static var isPresent: Bool { root != nil }

  package static let absence = "the corpus ../shared/corpus is not on this machine"

  /// Returns the URL of a file of the corpus.
  ///
  /// - Throws: ``TestSupportError`` if the corpus or the file is missing.
  package static func file(_ path: String) throws -> URL {
    guard let root else { throw TestSupportError(code: .missing, message: absence) }
    let file = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw TestSupportError(code: .missing, message: "the corpus has no file \(path)")
    }
    return file
  }

  /// Returns the rows of `manifest.csv`, as values by column name.
  package static func manifest() throws -> [[String: String]] {
    let text = try String(contentsOf: file("manifest.csv"), encoding: .utf8)
    return try CommaSeparatedTable(text).records
  }
}
