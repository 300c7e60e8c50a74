import Foundation
import GRDB

/// What a store holds, read without changing a byte of it.
public struct StoreInspection: Sendable, Equatable {
  /// The UUID in the store's identifiers.
  public let identifier: String
  /// The version of its schema.
  public let version: Schema.Version
  /// Objects, by entity.
  public let counts: [String: Int]
  /// Links, by `Entity.property`: filled to-one columns, and pairs of many-to-many.
  public let links: [String: Int]
  /// The main file's size.
  public let bytes: Int64
  let identity: String
  /// The names of its indexes that `#Unique` and `#Index` declare.
  let indexes: Set<String>
}

extension StoreInspection {
  /// Reads a store of any version.
  ///
  /// - Throws: ``SwiftDataError/notAStore``, ``SwiftDataError/backwardMigration`` for a format
  ///   from the future, ``SwiftDataError/corruptStore``.
  static func read(_ url: URL, counting: Bool = true) throws -> StoreInspection {
    let url = StoreFile.resolved(url)
    switch try StoreFile.look(at: url) {
    case .missing:
      throw SwiftDataError(.notAStore, "There is no store at \(url.path); check the path.")
    case .notAStore(let reason): throw SwiftDataError(.notAStore, reason)
    case .newerFormat(let format):
      throw SwiftDataError(
        .backwardMigration,
        "\(url.path) was written by a newer version (format \(format)); update this program.")
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
        .corruptStore, "The store has lost its description; restore a backup.")
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
