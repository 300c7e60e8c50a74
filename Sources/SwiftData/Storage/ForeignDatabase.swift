import Foundation
import GRDB

/// An SQLite file that is no store of this library: whose it may be, told without changing it.
enum ForeignDatabase {
  /// The tables by which Core Data, and Apple's SwiftData on top of it, is known.
  private static let coreData: Set<String> = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

  /// What the file is and what to do, as a sentence.
  static func description(of url: URL) -> String {
    guard let tables = try? tables(url) else {
      return "\(url.path) begins like an SQLite database and cannot be read as one; "
        + "restore it from a copy, or name another file."
    }
    if tables.contains("Z_METADATA"), tables.filter(coreData.contains).count > 1 {
      return "\(url.path) is a Core Data/SwiftData store from an Apple system, which this library "
        + "cannot read; export the data there with the program that wrote it, and import them here."
    }
    let list =
      tables.isEmpty ? "it has no table" : "tables " + tables.prefix(5).joined(separator: ", ")
    return "\(url.path) is an SQLite database of another program (\(list)); name another file."
  }

  private static func tables(_ url: URL) throws -> [String] {
    let database = try DatabaseOpener.bareReader(url)
    defer { try? database.close() }
    return try database.unsafeReentrantRead { database in
      try Connection(database: database).rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
    }
  }
}
