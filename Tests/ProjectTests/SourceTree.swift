import Foundation
import TestSupport

/// The files of the package that people wrote, by their paths from its root.
struct SourceTree {
  let root: URL

  static let package = SourceTree(root: PackageFiles.root)

  /// Every regular file below `folder`, sorted; build folders and hidden files are left out.
  func files(below folder: String) throws -> [String] {
    let base = root.appending(path: folder).resolvingSymlinksInPath().path
    guard let enumerator = FileManager.default.enumerator(atPath: base) else {
      throw TestSupportError(code: .missing, message: "no folder \(base)")
    }
    return enumerator.compactMap { $0 as? String }.filter { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: "\(base)/\(path)", isDirectory: &isFolder)
      return exists && !isHidden && !isFolder.boolValue
    }.sorted()
  }

  /// What `check` finds in each Swift file below `Sources`.
  func violations(
    _ check: (_ path: String, _ source: String) -> [String]
  ) throws -> [String] {
    try files(below: "Sources").filter { $0.hasSuffix(".swift") }.flatMap { path in
      check(path, try text("Sources/\(path)"))
    }
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
