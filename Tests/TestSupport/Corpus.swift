import Foundation

/// The collection of strangers' files beside the checkout, present on some machines only.
///
/// A test that needs it says `@Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))`, so
/// that it is skipped with a reason elsewhere.
package enum Corpus {
  /// `../shared/corpus`, seen from the package root; nil where it does not exist.
  package static let root: URL? = {
    let folder = PackageFiles.root.deletingLastPathComponent().appending(path: "shared/corpus")
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? folder : nil
  }()

  package static var isPresent: Bool { root != nil }

  package static let absence = "the corpus ../shared/corpus is not on this machine"

  /// - Throws: ``TestSupportError`` when the corpus or the file in it is absent.
  package static func file(_ path: String) throws -> URL {
    guard let root else { throw TestSupportError(code: .missing, message: absence) }
    let file = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw TestSupportError(code: .missing, message: "the corpus has no file \(path)")
    }
    return file
  }

  /// The rows of `manifest.csv`, each by the names in the heading line.
  package static func manifest() throws -> [[String: String]] {
    let text = try String(contentsOf: file("manifest.csv"), encoding: .utf8)
    return try CommaSeparatedTable(text).records
  }
}
