import Foundation
import GRDB

/// Functions that describe SQLite files from other programs. The files are not changed.
enum ForeignDatabase {
  /// The names of the tables that identify a Core Data store. Stores of Apple's SwiftData contain
  /// these tables too.
  private static let coreData: Set<String> = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

  /// Returns a message that identifies the kind of file at a URL and suggests what to do.
  static func description(of url: URL) -> String {
    guard let tables = try? tables(url) else {
      return "\(url.path) has the header of an SQLite database, but SQLite cannot read it. "
        + "Restore the file from a copy, or specify another file."
    }
    if tables.contains("Z_METADATA"), tables.filter(coreData.contains).count > 1 {
      return """
        \(url.path) is a Core Data/SwiftData store from an Apple system, which this library cannot \
        read. Export the data on that system with the program that wrote the store, and import it \
        here.
        """
    }
    let list =
      tables.isEmpty ? "it has no table" : "tables " + tables.prefix(5).joined(separator: ", ")
    return "\(url.path) is an SQLite database from another program (\(list)); specify another file."
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
