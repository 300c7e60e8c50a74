import Foundation

extension Journal {
  /// The entries, newest first.
  func entries(limit: Int) throws -> [JournalEntry] {
    try connection.rows(
      "SELECT \"id\", \"title\", \"time\", \"state\", \"rows\" FROM \"_sd_journal\" "
        + "WHERE \"rows\" > 0 ORDER BY \"id\" DESC LIMIT ?", [.integer(Int64(limit))]
    ).compactMap(entry)
  }

  func entry(_ id: Int64) throws -> JournalEntry? {
    try connection.rows(
      "SELECT \"id\", \"title\", \"time\", \"state\", \"rows\" FROM \"_sd_journal\" "
        + "WHERE \"id\" = ?", [.integer(id)]
    ).first.flatMap(entry)
  }

  private func entry(_ row: [_SQLValue]) -> JournalEntry? {
    guard case .integer(let id) = row[0], case .text(let title) = row[1],
      case .real(let time) = row[2], case .integer(let state) = row[3],
      case .integer(let rows) = row[4]
    else { return nil }
    return JournalEntry(
      id: id, title: title, date: Date(timeIntervalSinceReferenceDate: time),
      state: state == 0 ? .done : state == 1 ? .undone : .sealed, rows: Int(rows))
  }

  /// The entry that undo or redo would take.
  func next(_ direction: Direction) throws -> JournalEntry? {
    let id =
      switch direction {
      case .undo:
        try connection.integer("SELECT max(\"id\") FROM \"_sd_journal\" WHERE \"state\" = 0")
      case .redo:
        try connection.integer("SELECT min(\"id\") FROM \"_sd_journal\" WHERE \"state\" = 1")
      }
    return try id.flatMap(entry)
  }

  func counts() throws -> (undo: Int, redo: Int) {
    let undo = try connection.integer("SELECT count(*) FROM \"_sd_journal\" WHERE \"state\" = 0")
    let redo = try connection.integer("SELECT count(*) FROM \"_sd_journal\" WHERE \"state\" = 1")
    return (Int(undo ?? 0), Int(redo ?? 0))
  }

  enum Direction {
    case undo
    case redo
  }

  /// Undoes the newest entry that is done, or redoes the oldest that is undone.
  ///
  /// Runs inside a transaction with no entry open, so that nothing is recorded.
  ///
  /// - Throws: ``SwiftDataError/nothingToUndo``; ``SwiftDataError/historyConflict`` when a row is
  ///   no longer what the entry left, naming the rows.
  func apply(_ direction: Direction, layout: StoreLayout) throws -> JournalOutcome {
    guard let entry = try next(direction) else {
      throw SwiftDataError(
        .nothingToUndo,
        direction == .undo ? "There is nothing to undo." : "There is nothing to redo.")
    }
    let changes = try changes(of: entry.id, layout: layout)
    try check(entry, direction, layout: layout)
    switch direction {
    // Inserted rows move as the entry left them, and out of the way of unique values that the rows
    // before them get back.
    case .undo:
      for (name, range) in changes.inserted { try setAside(name, range, entry.id, layout) }
      for entity in layout.entities { try replay(entity, entry.id, direction, changes) }
      for link in layout.links { try replay(link, entry.id, direction) }
    case .redo:
      for entity in layout.entities { try replay(entity, entry.id, direction, changes) }
      for (name, _) in changes.inserted { try bringBack(name, entry.id, layout) }
      for link in layout.links { try replay(link, entry.id, direction) }
    }
    try connection.execute("UPDATE \"_sd_state\" SET \"revision\" = \"revision\" + 1")
    try connection.execute(
      """
      UPDATE "_sd_journal" SET "state" = ?, "images" = ?,
      "revision" = (SELECT "revision" FROM "_sd_state") WHERE "id" = ?
      """,
      [
        .integer(direction == .undo ? 1 : 0), .integer(try counts(of: entry.id).images),
        .integer(entry.id),
      ])
    return JournalOutcome(entry: entry, changes: changes)
  }

  /// The rows an entry concerns.
  ///
  /// - Parameter wanted: The entities to be told of; nil for all.
  func changes(
    of id: Int64, layout: StoreLayout, in wanted: Set<String>? = nil
  ) throws -> JournalChanges {
    var changes = JournalChanges()
    changes.inserted = try ranges(of: id).filter { wanted?.contains($0.key) ?? true }
    for (entity, name) in try imageTables(of: id, layout: layout)
    where wanted?.contains(entity) ?? true {
      let table = name.sqlQuoted
      for image in [Image.after, .deleted, .inserted] {
        let keys = try connection.rows(
          "SELECT DISTINCT \"_sd_id\" FROM \(table) WHERE \"_sd_entry\" = ? AND \"_sd_image\" = ? "
            + "ORDER BY 1", [.integer(id), .integer(image.rawValue)]
        ).compactMap { if case .integer(let key) = $0[0] { key } else { nil } }
        guard !keys.isEmpty else { continue }
        switch image {
        case .deleted: changes.deleted[entity] = keys
        case .inserted:
          let known = changes.changed[entity] ?? []
          changes.changed[entity] = Set(known).union(keys).sorted()
        default: changes.changed[entity] = keys
        }
      }
    }
    return changes
  }

  // MARK: Conflicts

  /// Refuses an entry whose rows are no longer what it left.
  private func check(_ entry: JournalEntry, _ direction: Direction, layout: StoreLayout) throws {
    var conflicts: [String] = []
    for entity in layout.entities {
      let images = Self.imageTable(entity).sqlQuoted
      let table = entity.table.sqlQuoted
      let equal = entity.columns
        .map { "t.\($0.name.sqlQuoted) IS j.\($0.name.sqlQuoted)" }.joined(separator: " AND ")
      // The images that must stand now: the last after-image of each key before an undo, the first
      // before-image before a redo; a key whose last image is a deletion must be absent, and before a
      // redo one whose first is a return.
      let (kinds, pick, absent) =
        switch direction {
        case .undo: ("1, 2, 4", "max", Image.deleted.rawValue)
        case .redo: ("0, 2, 4", "min", Image.inserted.rawValue)
        }
      let own =
        direction == .redo
        ? " AND NOT EXISTS (SELECT 1 FROM \"_sd_journal_range\" r WHERE r.\"entry\" = ?1 "
          + "AND r.\"entity\" = ?3 AND j.\"_sd_id\" BETWEEN r.\"low\" AND r.\"high\")" : ""
      let rows = try connection.rows(
        """
        SELECT j."_sd_id" FROM \(images) j WHERE j."_sd_entry" = ?1 AND j."_sd_seq" IN
        (SELECT \(pick)("_sd_seq") FROM \(images) WHERE "_sd_entry" = ?1 AND "_sd_image" IN (\(kinds))
        GROUP BY "_sd_id")\(own) AND CASE j."_sd_image" WHEN ?2
        THEN EXISTS (SELECT 1 FROM \(table) t WHERE t."_sd_id" = j."_sd_id")
        ELSE NOT EXISTS (SELECT 1 FROM \(table) t WHERE t."_sd_id" = j."_sd_id"
        \(equal.isEmpty ? "" : "AND \(equal)")) END LIMIT 5
        """,
        [.integer(entry.id), .integer(absent)] + (own.isEmpty ? [] : [.text(entity.name)]))
      for row in rows {
        if case .integer(let key) = row[0] { conflicts.append("\(entity.name) \(key)") }
      }
    }
    guard conflicts.isEmpty else {
      throw SwiftDataError(
        .historyConflict,
        "'\(entry.title)' cannot be \(direction == .undo ? "undone" : "redone"): "
          + "\(conflicts.joined(separator: ", ")) changed since outside the history.",
        count: conflicts.count, samples: conflicts)
    }
  }

  // MARK: Replaying

  /// Replays the images of the rows that were there before the entry.
  private func replay(
    _ entity: EntityLayout, _ id: Int64, _ direction: Direction, _ changes: JournalChanges
  ) throws {
    let inserted = changes.inserted[entity.name]
    let names = entity.columns.map(\.name.sqlQuoted)
    let images = Self.imageTable(entity).sqlQuoted
    let table = entity.table.sqlQuoted
    let list = (["\"_sd_id\""] + names).joined(separator: ", ")
    let select = try connection.prepare(
      "SELECT \"_sd_image\", \(list) FROM \(images) WHERE \"_sd_entry\" = ? AND \"_sd_image\" IN "
        + (direction == .undo
          ? "(0, 2, 4) ORDER BY \"_sd_seq\" DESC" : "(1, 2, 4) ORDER BY \"_sd_seq\""))
    select.bind(id, 1)
    let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
    while try select.step() {
      let key = select.int64(1)
      if inserted?.contains(key) == true { continue }
      let values = (0..<Int32(names.count)).map { select.value($0 + 2) }
      switch (Image(rawValue: select.int64(0)), direction) {
      case (.before, .undo), (.after, .redo):
        guard !names.isEmpty else { continue }
        try connection.execute(
          "UPDATE \(table) SET \(assignments) WHERE \"_sd_id\" = ?", values + [.integer(key)])
      case (.deleted, .undo), (.inserted, .redo):
        let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
        try connection.execute(
          "INSERT INTO \(table) (\(list)) VALUES (\(marks))", [.integer(key)] + values)
      case (.deleted, .redo), (.inserted, .undo):
        try connection.execute("DELETE FROM \(table) WHERE \"_sd_id\" = ?", [.integer(key)])
      default: continue
      }
    }
  }

  private func replay(_ link: LinkLayout, _ id: Int64, _ direction: Direction) throws {
    let images = Self.imageTable(link).sqlQuoted
    let select = try connection.prepare(
      "SELECT \"_sd_image\", \"a\", \"b\" FROM \(images) WHERE \"_sd_entry\" = ? "
        + "ORDER BY \"_sd_seq\" " + (direction == .undo ? "DESC" : "ASC"))
    select.bind(id, 1)
    let table = link.table.sqlQuoted
    while try select.step() {
      let pair: [_SQLValue] = [.integer(select.int64(1)), .integer(select.int64(2))]
      let wasInserted = Image(rawValue: select.int64(0)) == .inserted
      if wasInserted == (direction == .redo) {
        try connection.execute("INSERT OR IGNORE INTO \(table) VALUES (?, ?)", pair)
      } else {
        try connection.execute("DELETE FROM \(table) WHERE \"a\" = ? AND \"b\" = ?", pair)
      }
    }
  }

  /// Moves inserted rows out of their table; redo brings them back.
  private func setAside(
    _ name: String, _ range: ClosedRange<Int64>, _ id: Int64, _ layout: StoreLayout
  ) throws {
    guard let entity = layout.entity(named: name) else { return }
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    let bounds: [_SQLValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
    try connection.execute(
      "INSERT INTO \(Self.imageTable(entity).sqlQuoted) (\"_sd_entry\", \"_sd_image\", \(list)) "
        + "SELECT ?, \(Image.aside.rawValue), \(list) FROM \(entity.table.sqlQuoted) "
        + "WHERE \"_sd_id\" BETWEEN ? AND ? ORDER BY \"_sd_id\"", [.integer(id)] + bounds)
    try connection.execute(
      "DELETE FROM \(entity.table.sqlQuoted) WHERE \"_sd_id\" BETWEEN ? AND ?", bounds)
  }

  private func bringBack(_ name: String, _ id: Int64, _ layout: StoreLayout) throws {
    guard let entity = layout.entity(named: name) else { return }
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    let images = Self.imageTable(entity).sqlQuoted
    let condition = "WHERE \"_sd_entry\" = ? AND \"_sd_image\" = \(Image.aside.rawValue)"
    try connection.execute(
      "INSERT INTO \(entity.table.sqlQuoted) (\(list)) SELECT \(list) FROM \(images) \(condition)",
      [.integer(id)])
    try connection.execute("DELETE FROM \(images) \(condition)", [.integer(id)])
  }
}
