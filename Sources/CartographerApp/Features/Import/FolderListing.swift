import CartographerCore
import Foundation
import TerminalUI

/// A folder's content as shown in the file browser: its subfolders, importable files and other
/// files.
package struct FolderListing: Sendable, Equatable {
  /// A subfolder or an importable file.
  package struct Entry: Sendable, Equatable {
    package var name: String
    package var isFolder: Bool
    package var bytes: Int64
    package var modified: Date
    /// Whether the file's name or content identifies it as importable. False for an archive such as
    /// `trips.zip`, which may contain no importable files.
    package var isCertain: Bool
    package var importStatus: ImportStatus

    package init(
      name: String, isFolder: Bool = false, bytes: Int64 = 0, modified: Date = .distantPast,
      isCertain: Bool = true, importStatus: ImportStatus = .new
    ) {
      self.name = name
      self.isFolder = isFolder
      self.bytes = bytes
      self.modified = modified
      self.isCertain = isCertain
      self.importStatus = importStatus
    }

    package var isHidden: Bool { name.hasPrefix(".") }
  }

  /// The import status of a file: new, in an unknown format, already imported from the same path,
  /// or changed since that import.
  package enum ImportStatus: Sendable, Equatable {
    case new
    /// A file in an unknown format.
    case unknown
    case imported
    /// A file that was modified after its import.
    case changed
  }

  /// The folder's absolute path.
  package var folder: String
  /// The subfolders sorted by name, followed by the files sorted by name.
  package var entries: [Entry]
  /// The files in unknown formats, which another program might be able to convert. The file browser
  /// shows files in unknown formats on demand.
  package var others: [Entry] = []
  /// Whether the folder is the topmost folder in the file browser.
  package var isTop: Bool
  /// The number of files that are not in ``entries`` because they cannot be read or imported. The
  /// number includes the files in ``others``.
  package var omittedCount: Int
  /// The name of the requested file in this folder. Nil if the folder itself was requested.
  package var file: String?
  /// The reason why the folder cannot be read. Nil if the folder was read.
  package var problem: String?

  package init(
    folder: String, entries: [Entry] = [], omittedCount: Int = 0, problem: String? = nil
  ) {
    self.folder = folder
    isTop = folder == "/"
    self.entries = entries
    self.omittedCount = omittedCount
    self.problem = problem
  }

  /// The parent folder's path. Nil for the topmost folder.
  var parent: String? {
    guard !isTop, let slash = folder.lastIndex(of: "/") else { return nil }
    return slash == folder.startIndex ? "/" : String(folder[..<slash])
  }

  /// The folder's own name, which is empty for the root folder.
  var name: String { folder.split(separator: "/").last.map(String.init) ?? "" }

  func path(of name: String) -> String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
}

extension FolderListing.Entry {
  /// An entry's sort key: folders precede files, and names are in natural order, so that `day-10`
  /// follows `day-9`.
  private var sortKey: String {
    (isFolder ? "a" : "b") + NaturalOrder.key(SearchFolding.folded(name))
  }

  /// Returns the given entries in the file browser's order.
  static func sorted(_ entries: [Self]) -> [Self] {
    entries.map { (key: $0.sortKey, entry: $0) }
      .sorted { ($0.key, $0.entry.name) < ($1.key, $1.entry.name) }
      .map(\.entry)
  }
}
