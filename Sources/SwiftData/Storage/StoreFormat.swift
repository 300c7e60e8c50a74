import Foundation

/// The file format and the internal tables of this library's stores.
enum StoreFormat {
  /// The `application_id` in a store's file header, which spells the letters SDLX.
  static let applicationID: Int32 = 0x5344_4C58
  /// The `user_version` in a store's file header, which is the version number of the library's
  /// internal tables.
  static let version: Int32 = 1

  /// The SQL statements that create the library's internal tables. Every store contains these
  /// tables in addition to its entities' tables.
  static let tables = [
    "CREATE TABLE \"_sd_meta\" (\"name\" TEXT PRIMARY KEY, \"value\" TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE \"_sd_key\" (\"entity\" TEXT PRIMARY KEY, \"next\" INTEGER NOT NULL) WITHOUT ROWID",
  ]

  /// Creates an empty store with the given layout in a database that has no tables yet.
  static func create(
    _ connection: Connection, layout: StoreLayout, version: Schema.Version, identifier: String
  ) throws {
    for statement in tables + layout.createStatements { try connection.execute(statement) }
    for entity in layout.entities {
      try connection.execute(
        "INSERT INTO \"_sd_key\" VALUES (?, 1)", [.text(entity.name)])
    }
    try setMeta(connection, "store", identifier)
    try setShape(connection, layout: layout, version: version)
    try Journal.create(connection, layout: layout)
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(Self.version)")
  }

  static func setShape(
    _ connection: Connection, layout: StoreLayout, version: Schema.Version
  ) throws {
    try setMeta(connection, "schema", layout.identity)
    try setMeta(connection, "version", version.description)
  }

  private static func setMeta(_ connection: Connection, _ name: String, _ value: String) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO \"_sd_meta\" VALUES (?, ?)", [.text(name), .text(value)])
  }

  static func meta(_ connection: Connection, _ name: String) throws -> String? {
    try connection.text("SELECT \"value\" FROM \"_sd_meta\" WHERE \"name\" = ?", [.text(name)])
  }
}

/// The sequence of primary keys for new rows. Keys are allocated in the writing transaction and
/// never reused.
enum KeySequence {
  /// Allocates consecutive row keys for an entity.
  ///
  /// - Returns: The first of the `count` allocated keys.
  static func allocateKeys(_ count: Int, for entity: EntityLayout, _ connection: Connection) throws
    -> Int64
  {
    guard
      let next = try connection.integer(
        "SELECT \"next\" FROM \"_sd_key\" WHERE \"entity\" = ?", [.text(entity.name)])
    else {
      throw SwiftDataError(
        .corruptStore,
        "The store has no record of the next row key for \(entity.name); restore a backup.",
        entity: entity.name)
    }
    let (end, isOverflow) = next.addingReportingOverflow(Int64(count))
    guard next > 0, !isOverflow else {
      throw SwiftDataError(
        .corruptStore,
        "The next row key for \(entity.name) is \(next), which is not valid; restore a backup.",
        entity: entity.name)
    }
    try connection.execute(
      "UPDATE \"_sd_key\" SET \"next\" = ? WHERE \"entity\" = ?",
      [.integer(end), .text(entity.name)])
    return next
  }

  /// Returns the next free row key of each entity, keyed by the entity's name.
  static func all(_ connection: Connection) throws -> [String: Int64] {
    var keys: [String: Int64] = [:]
    for row in try connection.rows("SELECT \"entity\", \"next\" FROM \"_sd_key\"") {
      if case .text(let name) = row[0], case .integer(let next) = row[1] { keys[name] = next }
    }
    return keys
  }
}
