import Foundation
import GRDB

/// A summary of a store's contents, obtained without changing the file.
///
/// ```swift
/// let inspection = try ModelContainer.inspect(url: url)
/// print("Version \(inspection.version), \(inspection.bytes) bytes")
/// for (entity, count) in inspection.counts { print("\(entity): \(count)") }
/// ```
public struct StoreInspection: Sendable, Equatable {
  /// The store's UUID. It is part of the persistent identifiers of all objects in the store.
  public let identifier: String
  /// The store's schema version.
  public let version: Schema.Version
  /// The number of objects in each entity, keyed by entity name.
  public let counts: [String: Int]
  /// The number of links in each relationship, keyed by `Entity.property`. A link is a to-one
  /// relationship that is set, or a pair in a many-to-many relationship.
  public let links: [String: Int]
  /// The size of the store's main file, in bytes.
  public let bytes: Int64
  let identity: String
  /// The names of the store's indexes that were created for `#Unique` and `#Index`.
  let indexes: Set<String>
}

extension StoreInspection {
  /// Reads a summary of a store with any schema version.
  ///
  /// - Throws: ``SwiftDataError/backwardMigration`` if the file format is newer than this library.
  /// - Throws: ``SwiftDataError/notAStore`` or ``SwiftDataError/corruptStore`` for an invalid file.
  static func read(_ url: URL, counting: Bool = true) throws -> StoreInspection {
    let url = StoreFile.resolved(url)
    switch try StoreFile.identify(url) {
    case .missing:
      throw SwiftDataError(.notAStore, "There is no store at \(url.path); check the path.")
    case .notAStore(let reason): throw SwiftDataError(.notAStore, reason)
    case .newerFormat(let format):
      throw SwiftDataError(
        .backwardMigration,
        "A newer version of the library wrote \(url.path) (format \(format)); update this program.")
    case .store: break
    }
    return try StoreShortage.explaining(url) {
      try StoreLog.check(url)
      let database = try DatabaseOpener.reader(url)
      defer { try? database.close() }
      return try StoreFailure.translating {
        try database.unsafeReentrantRead { database in
          try read(Connection(database: database), bytes: StoreFile.size(url), counting: counting)
        }
      }
    }
  }

  static func read(_ connection: Connection, bytes: Int64, counting: Bool) throws
    -> StoreInspection
  {
    guard let identifier = try StoreFormat.meta(connection, "store"),
      let identity = try StoreFormat.meta(connection, "schema"),
      let text = try StoreFormat.meta(connection, "version"), let version = Schema.Version(text)
    else {
      throw SwiftDataError(
        .corruptStore, "The store has no description of its schema; restore a backup.")
    }
    var counts: [String: Int] = [:]
    var links: [String: Int] = [:]
    if counting {
      let shape = try StoredShape(identity: identity)
      let tables = Set(
        try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap {
          if case .text(let name) = $0[0] { name } else { nil }
        })
      func count(_ sql: String) throws -> Int { Int(try connection.integer(sql) ?? 0) }
      for entity in shape.entities {
        let table = entity.name.sqlQuoted
        counts[entity.name] = try count("SELECT count(*) FROM \(table)")
        for property in entity.properties {
          let name = "\(entity.name).\(property.name)"
          if property.cardinality == "one" {
            links[name] = try count("SELECT count(\(property.name.sqlQuoted)) FROM \(table)")
          } else if tables.contains(LinkLayout.table(for: name)) {
            links[name] = try count("SELECT count(*) FROM \(LinkLayout.table(for: name).sqlQuoted)")
          }
        }
      }
    }
    return StoreInspection(
      identifier: identifier, version: version, counts: counts, links: links, bytes: bytes,
      identity: identity, indexes: try DeclaredIndexes.names(connection))
  }
}
