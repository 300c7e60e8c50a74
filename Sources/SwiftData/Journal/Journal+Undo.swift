import Foundation

extension Journal {
  /// Returns the history entries, newest first.
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

  /// Returns the next history entry to undo or redo.
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

  /// Undoes the latest history entry that has not been undone, or redoes the oldest undone entry.
  ///
  /// The undo or redo runs in a transaction without an open history entry, so it is not itself
  /// recorded in the history.
  ///
  /// - Parameter expected: The history entry to undo or redo, or nil for the next entry.
  /// - Parameter wanted: The entities whose rows are returned, or nil for all.
  /// - Parameter store: The store, for reading the last committed state during this transaction.
  /// - Parameter progress: A closure called with the completed fraction, from 0 to 1.
  ///   If the closure throws, nothing is changed.
  /// - Throws: ``SwiftDataError/nothingToUndo`` if there is no entry to undo or redo.
  ///   Throws ``SwiftDataError/historyConflict`` if another entry is next, or if rows of the entry
  ///   were changed again later. The error names these rows.
  func apply(
    _ direction: Direction, _ expected: JournalEntry.ID? = nil, layout: StoreLayout,
    telling wanted: Set<String>? = nil, of store: Store,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> JournalOutcome {
    guard let entry = try next(direction) else {
      throw SwiftDataError(
        .nothingToUndo,
        direction == .undo ? "There is nothing to undo." : "There is nothing to redo.")
    }
    if let expected, entry.id != expected {
      throw SwiftDataError(
        .historyConflict,
        """
        The history has changed: '\(entry.title)' would now be \
        \(direction == .undo ? "undone" : "redone"). Nothing was changed; review the history and \
        try again.
        """)
    }
    let changes = try changes(of: entry.id, layout: layout, in: wanted)
    let inserted = try ranges(of: entry.id)
    let replays = try layout.entities.compactMap {
      try RowReplay($0, of: entry.id, direction, inserted: inserted[$0.name], connection)
    }
    let moves = inserted.sorted { $0.key < $1.key }
      .flatMap { name, keys in Self.stretches(of: keys).map { (name, $0) } }
    let steps = replays.reduce(moves.count) { $0 + $1.steps }
    var done = 0
    func reportProgress() throws {
      done += 1
      try progress(min(Double(done) / Double(max(steps, 1)), 1))
    }
    func move() throws {
      // On undo, inserted rows are set aside first. They keep the state that the entry left, and
      // free the unique values that are restored in other rows.
      if direction == .undo {
        for (name, keys) in moves {
          try setAside(name, keys, entry.id, layout)
          try reportProgress()
        }
      }
      for replay in replays { try replay.run(reportProgress) }
      if direction == .redo {
        for (name, keys) in moves {
          try insertFormerRows(name, keys, entry.id, layout)
          try reportProgress()
        }
      }
      for link in layout.links { try replay(link, entry.id, direction) }
    }
    let checks = replays.flatMap(\.checks)
    // No other process writes during this transaction, so another connection reads the state in
    // which the transaction began.
    if replays.contains(where: \.isLong),
      let checking = store.readConcurrently({ try ReplayCheck.conflicts(checks, $0, $1) })
    {
      defer { checking.stop() }
      do { try move() } catch let error as SwiftDataError {
        // Rows changed outside the history may be the cause of the failure, so the conflicts are
        // reported first.
        try refuse(entry, direction, because: checking.value())
        throw error
      }
      try refuse(entry, direction, because: checking.value())
    } else {
      try refuse(entry, direction, because: ReplayCheck.conflicts(checks, connection))
      try move()
    }
    try connection.execute("UPDATE \"_sd_state\" SET \"revision\" = \"revision\" + 1")
    try connection.execute(
      """
      UPDATE "_sd_journal" SET "state" = ?, "images" = ?,
      "revision" = (SELECT "revision" FROM "_sd_state") WHERE "id" = ?
      """,
      [
        .integer(direction == .undo ? 1 : 0), .integer(try images(of: entry.id)),
        .integer(entry.id),
      ])
    return JournalOutcome(entry: entry, changes: changes)
  }

  private static func stretches(of keys: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    stride(from: keys.lowerBound, through: keys.upperBound, by: stretchLength).map {
      $0...min($0 + Int64(stretchLength) - 1, keys.upperBound)
    }
  }

  /// Returns the rows that a history entry inserted, changed or deleted.
  ///
  /// - Parameter wanted: The entities whose rows are returned, or nil for all.
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

  /// Throws an error if conflicting rows prevent a history entry from being undone or redone.
  private func refuse(
    _ entry: JournalEntry, _ direction: Direction, because conflicts: [String]
  ) throws {
    guard conflicts.isEmpty else {
      throw SwiftDataError(
        .historyConflict,
        """
        '\(entry.title)' cannot be \(direction == .undo ? "undone" : "redone"), because rows were \
        changed outside the history: \(conflicts.joined(separator: ", ")).
        """,
        count: conflicts.count, samples: conflicts)
    }
  }

  // MARK: Replaying

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

  /// Moves a history entry's inserted rows to the image table, from which a redo restores them.
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

  private func insertFormerRows(
    _ name: String, _ range: ClosedRange<Int64>, _ id: Int64, _ layout: StoreLayout
  ) throws {
    guard let entity = layout.entity(named: name) else { return }
    let list = (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    let images = Self.imageTable(entity).sqlQuoted
    let condition =
      "WHERE \"_sd_entry\" = ? AND \"_sd_image\" = \(Image.aside.rawValue) "
      + "AND \"_sd_id\" BETWEEN ? AND ?"
    let arguments: [_SQLValue] = [
      .integer(id), .integer(range.lowerBound), .integer(range.upperBound),
    ]
    try connection.execute(
      "INSERT INTO \(entity.table.sqlQuoted) (\(list)) SELECT \(list) FROM \(images) \(condition)",
      arguments)
    try connection.execute("DELETE FROM \(images) \(condition)", arguments)
  }
}
