import Foundation
import TestSupport

/// The hand-written files of the package, by their paths from its root.
struct SourceTree {
  let root: URL
  /// The Swift files below `Sources`.
  private(set) var sources: [SourceFile] = []

  static let package = try! SourceTree(root: PackageFiles.root)

  init(root: URL) throws {
    self.root = root
    sources = try files(below: "Sources").filter { $0.hasSuffix(".swift") }.map {
      SourceFile(path: $0, text: try text("Sources/\($0)"))
    }
  }

  /// Returns the sorted paths of all regular files below a folder, without hidden files and
  /// folders.
  func files(below folder: String) throws -> [String] {
    let base = root.appending(path: folder).resolvingSymlinksInPath().path
    guard let enumerator = FileManager.default.enumerator(atPath: base) else {
      throw TestSupportError(code: .missing, message: "there is no folder \(base)")
    }
    return enumerator.compactMap { $0 as? String }.filter { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: "\(base)/\(path)", isDirectory: &isFolder)
      return exists && !isHidden && !isFolder.boolValue
    }.sorted()
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
