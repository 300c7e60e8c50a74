import Foundation

/// A store's history: the changes made by each transaction, recorded by triggers in separate
/// tables.
///
/// The history tables hold row images (copies of rows): the row before and after an update, and the
/// row before a deletion. For insertions, only the range of row keys is recorded. `_sd_state.entry`
/// is the ID of the open history entry. While this ID is NULL, the triggers do nothing, so that
/// undo, redo and migrations can write without recording.
struct Journal {
  let connection: Connection
  let limits: JournalLimits

  init(_ connection: Connection, keeping limits: JournalLimits = JournalLimits()) {
    self.connection = connection
    self.limits = limits
  }

  /// The kinds of row images in the history tables. A row image is a copy of a table row.
  enum Image: Int64 {
    case before = 0
    case after = 1
    case deleted = 2
    /// A row whose insertion was undone. The row is kept for redo.
    case aside = 3
    case inserted = 4
  }

  // MARK: Tables

  static func create(_ connection: Connection, layout: StoreLayout) throws {
    for statement in [
      """
      CREATE TABLE "_sd_state" ("id" INTEGER PRIMARY KEY CHECK ("id" = 0), "entry" INTEGER,
      "next" INTEGER NOT NULL, "revision" INTEGER NOT NULL, "generation" INTEGER NOT NULL)
      """,
      "INSERT INTO \"_sd_state\" VALUES (0, NULL, 1, 0, 0)",
      """
      CREATE TABLE "_sd_journal" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL,
      "time" REAL NOT NULL, "state" INTEGER NOT NULL, "rows" INTEGER NOT NULL,
      "images" INTEGER NOT NULL, "revision" INTEGER NOT NULL, "generation" INTEGER NOT NULL)
      """,
      """
      CREATE TABLE "_sd_journal_range" ("entry" INTEGER NOT NULL, "entity" TEXT NOT NULL,
      "low" INTEGER NOT NULL, "high" INTEGER NOT NULL, PRIMARY KEY ("entry", "entity"))
      WITHOUT ROWID
      """,
    ] { try connection.execute(statement) }
    try createImages(connection, layout: layout)
  }

  /// Creates the tables for row images, and the triggers that fill them, for all entities of a
  /// schema.
  static func createImages(_ connection: Connection, layout: StoreLayout) throws {
    for entity in layout.entities {
      let columns = entity.columns.map { "\($0.name.sqlQuoted) \($0.affinity)" }
      let table = imageTable(entity).sqlQuoted
      let declared = ["\"_sd_id\" INTEGER NOT NULL"] + columns
      try connection.execute(
        "CREATE TABLE \(table) (\"_sd_seq\" INTEGER PRIMARY KEY, \"_sd_entry\" INTEGER NOT NULL, "
          + "\"_sd_image\" INTEGER NOT NULL, \(declared.joined(separator: ", ")))")
      try connection.execute(
        "CREATE INDEX \("_sd_ji_\(entity.name)".sqlQuoted) ON \(table) (\"_sd_entry\", \"_sd_id\")")
    }
    for link in layout.links {
      let table = imageTable(link).sqlQuoted
      try connection.execute(
        "CREATE TABLE \(table) (\"_sd_seq\" INTEGER PRIMARY KEY, \"_sd_entry\" INTEGER NOT NULL, "
          + "\"_sd_image\" INTEGER NOT NULL, \"a\" INTEGER NOT NULL, \"b\" INTEGER NOT NULL)")
      try connection.execute(
        "CREATE INDEX \("_sd_jli_\(link.name)".sqlQuoted) ON \(table) (\"_sd_entry\")")
    }
    for statement in triggers(layout) { try connection.execute(statement) }
  }

  /// The name prefix of the tables that hold the entities' row images.
  static let prefix = "_sd_j_"
  static let linkPrefix = "_sd_jl_"

  static func imageTable(_ entity: EntityLayout) -> String { prefix + entity.name }
  static func imageTable(_ link: LinkLayout) -> String { linkPrefix + link.name }

  private static let open = "(SELECT \"entry\" FROM \"_sd_state\")"

  static func triggers(_ layout: StoreLayout) -> [String] {
    var statements: [String] = []
    for entity in layout.entities {
      let names = ["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)
      let list = names.joined(separator: ", ")
      let old = names.map { "OLD.\($0)" }.joined(separator: ", ")
      let new = names.map { "NEW.\($0)" }.joined(separator: ", ")
      let insert =
        "INSERT INTO \(imageTable(entity).sqlQuoted) (\"_sd_entry\", \"_sd_image\", \(list))"
      let table = entity.name.sqlQuoted
      statements.append(
        "CREATE TRIGGER \("_sd_tu_\(entity.name)".sqlQuoted) AFTER UPDATE ON \(table) "
          + "WHEN \(open) IS NOT NULL BEGIN "
          + "\(insert) VALUES (\(open), \(Image.before.rawValue), \(old)), "
          + "(\(open), \(Image.after.rawValue), \(new)); END")
      statements.append(
        "CREATE TRIGGER \("_sd_td_\(entity.name)".sqlQuoted) AFTER DELETE ON \(table) "
          + "WHEN \(open) IS NOT NULL BEGIN "
          + "\(insert) VALUES (\(open), \(Image.deleted.rawValue), \(old)); END")
    }
    for link in layout.links {
      let insert =
        "INSERT INTO \(imageTable(link).sqlQuoted) (\"_sd_entry\", \"_sd_image\", \"a\", \"b\")"
      let table = LinkLayout.table(for: link.name).sqlQuoted
      statements.append(
        "CREATE TRIGGER \("_sd_tli_\(link.name)".sqlQuoted) AFTER INSERT ON \(table) "
          + "WHEN \(open) IS NOT NULL BEGIN "
          + "\(insert) VALUES (\(open), \(Image.inserted.rawValue), NEW.\"a\", NEW.\"b\"); END")
      statements.append(
        "CREATE TRIGGER \("_sd_tld_\(link.name)".sqlQuoted) AFTER DELETE ON \(table) "
          + "WHEN \(open) IS NOT NULL BEGIN "
          + "\(insert) VALUES (\(open), \(Image.deleted.rawValue), OLD.\"a\", OLD.\"b\"); END")
    }
    return statements
  }

  /// Removes the history's triggers and renames its row image tables, in preparation for a
  /// migration.
  ///
  /// The recorded row images stay in the renamed tables until their history entries are removed.
  /// These entries can no longer be undone.
  static func seal(_ connection: Connection) throws {
    let generation = try connection.integer("SELECT \"generation\" FROM \"_sd_state\"") ?? 0
    for row in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB '_sd_t*'")
    {
      if case .text(let name) = row[0] {
        try connection.execute("DROP TRIGGER \(name.sqlQuoted)")
      }
    }
    try Journal(connection).forgetUndone()
    try connection.execute("UPDATE \"_sd_journal\" SET \"state\" = 2 WHERE \"state\" = 0")
    for row in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND (name GLOB '_sd_ji_*' "
        + "OR name GLOB '_sd_jli_*')")
    {
      if case .text(let name) = row[0] { try connection.execute("DROP INDEX \(name.sqlQuoted)") }
    }
    for row in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB '_sd_j_*' "
        + "OR name GLOB '_sd_jl_*')")
    {
      guard case .text(let name) = row[0] else { continue }
      if try connection.integer("SELECT 1 FROM \(name.sqlQuoted) LIMIT 1") == nil {
        try connection.execute("DROP TABLE \(name.sqlQuoted)")
      } else {
        let sealed = "_sd_sealed_\(generation)_" + name.dropFirst("_sd_".count)
        try connection.execute("ALTER TABLE \(name.sqlQuoted) RENAME TO \(sealed.sqlQuoted)")
      }
    }
    try connection.execute("UPDATE \"_sd_state\" SET \"generation\" = \"generation\" + 1")
  }

  // MARK: Recording

  /// The next free row key of each entity when a history entry was opened. The keys of the rows
  /// that the entry inserted start at this key and end at the highest key in use when the entry was
  /// closed.
  struct Opening {
    let keys: [String: Int64]
  }

  /// Opens a history entry, which records every change until ``end(_:)`` is called.
  func begin(title: String?) throws -> Opening {
    try connection.execute("UPDATE \"_sd_state\" SET \"entry\" = \"next\"")
    let id = try connection.integer("SELECT \"entry\" FROM \"_sd_state\"") ?? 0
    try connection.execute(
      """
      INSERT INTO "_sd_journal" SELECT ?, ?, ?, 0, 0, 0, "revision" + 1, "generation"
      FROM "_sd_state"
      """,
      [
        .integer(id), .text(title ?? "Change"),
        .real(StoreClock.now().timeIntervalSinceReferenceDate),
      ])
    return Opening(keys: try KeySequence.all(connection))
  }

  /// Closes the open history entry. An entry without changes is removed. An entry with changes
  /// clears the redo list.
  ///
  /// - Returns: The history entry's ID. Nil if nothing changed and the entry was removed.
  func end(_ opening: Opening) throws -> Int64? {
    guard let id = try connection.integer("SELECT \"entry\" FROM \"_sd_state\"") else { return nil }
    var rows: Int64 = 0
    for (entity, next) in try KeySequence.all(connection) {
      guard let first = opening.keys[entity], next > first else { continue }
      guard first > 0 else {
        throw Self.damaged("the first new key of \(entity) is invalid: \(first)")
      }
      try connection.execute(
        "INSERT INTO \"_sd_journal_range\" VALUES (?, ?, ?, ?)",
        [.integer(id), .text(entity), .integer(first), .integer(next - 1)])
      rows += next - first
    }
    let tables = try imageTables()
    let counts = try counts(of: id, in: tables)
    rows += counts.rows
    guard rows > 0 else {
      try connection.execute("DELETE FROM \"_sd_journal\" WHERE \"id\" = ?", [.integer(id)])
      try connection.execute("UPDATE \"_sd_state\" SET \"entry\" = NULL")
      return nil
    }
    try connection.execute(
      "UPDATE \"_sd_journal\" SET \"rows\" = ?, \"images\" = ? WHERE \"id\" = ?",
      [.integer(rows), .integer(counts.images), .integer(id)])
    try connection.execute(
      "UPDATE \"_sd_state\" SET \"entry\" = NULL, \"next\" = \"next\" + 1, "
        + "\"revision\" = \"revision\" + 1")
    try forgetUndone()
    try prune(tables, grew: counts.images > 0)
    return id
  }

  /// Records that a deleted row was reinserted with its former key. This key is outside the key
  /// ranges that the history entry records.
  func noteReturn(of key: Int64, _ entity: EntityLayout) throws {
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    try connection.execute(
      "INSERT INTO \(Self.imageTable(entity).sqlQuoted) (\"_sd_entry\", \"_sd_image\", \(list)) "
        + "SELECT \(Self.open), \(Image.inserted.rawValue), \(list) FROM "
        + "\(entity.table.sqlQuoted) WHERE \"_sd_id\" = ? AND \(Self.open) IS NOT NULL",
      [.integer(key)])
  }

  /// Retitles the open history entry, for example once the number of changed rows is known.
  func rename(_ title: String) throws {
    try connection.execute(
      "UPDATE \"_sd_journal\" SET \"title\" = ? WHERE \"id\" = (SELECT \"entry\" FROM \"_sd_state\")",
      [.text(title)])
  }

  func imageTables() throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB '_sd_j_*' "
        + "OR name GLOB '_sd_jl_*')"
    ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
  }

  /// Removes the undone history entries and all their row images (copies of rows).
  private func forgetUndone() throws {
    for row in try connection.rows("SELECT \"id\" FROM \"_sd_journal\" WHERE \"state\" = 1") {
      if case .integer(let undone) = row[0] { try forget(undone) }
    }
  }

  /// Removes a history entry and all its row images (copies of rows).
  private func forget(_ id: Int64) throws {
    for table in try imageTables() {
      try connection.execute(
        "DELETE FROM \(table.sqlQuoted) WHERE \"_sd_entry\" = ?", [.integer(id)])
    }
    try connection.execute(
      "DELETE FROM \"_sd_journal_range\" WHERE \"entry\" = ?", [.integer(id)])
    try connection.execute("DELETE FROM \"_sd_journal\" WHERE \"id\" = ?", [.integer(id)])
  }

  /// Removes all history entries and row images. Call this after deleting all objects in the store.
  func erase() throws {
    for table in try imageTables() { try connection.execute("DELETE FROM \(table.sqlQuoted)") }
    try connection.execute("DELETE FROM \"_sd_journal_range\"; DELETE FROM \"_sd_journal\"")
    try connection.execute("UPDATE \"_sd_state\" SET \"revision\" = \"revision\" + 1")
    try drop(try sealedTables())
  }

  /// Removes the oldest history entries until the history is within its limits. The newest entry is
  /// always kept.
  ///
  /// - Parameter grew: Whether the newest history entry has row images.
  private func prune(_ tables: [String], grew: Bool) throws {
    let sealed = try sealedTables()
    let mayHaveImages = try grew && (!sealed.isEmpty || imagesAtMost(tables) > Int64(limits.images))
    while true {
      let row = try connection.rows(
        "SELECT (SELECT count(*) FROM \"_sd_journal\"), (SELECT min(\"id\") FROM \"_sd_journal\"), "
          + "(SELECT max(\"id\") FROM \"_sd_journal\")")
      guard case .integer(let count) = row[0][0], case .integer(let oldest) = row[0][1],
        case .integer(let newest) = row[0][2], oldest != newest
      else { break }
      if count <= Int64(limits.entries) {
        guard mayHaveImages,
          try connection.integer("SELECT sum(\"images\") FROM \"_sd_journal\"") ?? 0
            > Int64(limits.images)
        else { break }
      }
      try forget(oldest)
    }
    try drop(sealed)
  }

  /// Returns an upper bound on the number of row images recorded since the last migration. The
  /// bound is computed from the images' sequence numbers, because counting the rows at the end of
  /// every transaction would be slow.
  private func imagesAtMost(_ tables: [String]) throws -> Int64 {
    let spans = tables.map { table in
      "coalesce((SELECT max(\"_sd_seq\") FROM \(table.sqlQuoted)) + 1 "
        + "- (SELECT min(\"_sd_seq\") FROM \(table.sqlQuoted)), 0)"
    }
    guard !spans.isEmpty else { return 0 }
    return try connection.integer("SELECT " + spans.joined(separator: " + ")) ?? 0
  }

  private func sealedTables() throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '_sd_sealed_*'"
    ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
  }

  /// Drops the given row image tables, which were made before a migration. If the history
  /// still contains entries from before that migration, the tables are kept.
  private func drop(_ sealed: [String]) throws {
    for name in sealed {
      guard let generation = name.split(separator: "_").dropFirst(2).first.flatMap({ Int64($0) }),
        try connection.integer(
          "SELECT 1 FROM \"_sd_journal\" WHERE \"generation\" = ? LIMIT 1", [.integer(generation)])
          == nil
      else { continue }
      try connection.execute("DROP TABLE \(name.sqlQuoted)")
    }
  }
}
