/// A replay of row images (copies of rows), which undoes or redoes a history entry's changes to one
/// entity.
///
/// If the history entry changed each row only once, for example by moving many points, each SQL
/// statement replays many consecutive row images. Otherwise the images are replayed one by one, in
/// recorded order for redo and in reverse order for undo.
struct RowReplay {
  private let connection: Connection
  private let entity: EntityLayout
  private let entry: Int64
  private let direction: Journal.Direction
  /// The keys of the rows that the history entry inserted. These rows are moved separately.
  private let inserted: ClosedRange<Int64>?
  /// The sequence number range of the history entry's row images.
  private let span: ClosedRange<Int64>
  /// The numbers of changed and deleted rows, or nil if a row may have been changed more than once.
  /// The value is also nil if the entity has unique values.
  private let once: (changed: Int64, deleted: Int64)?

  /// Creates a replay of a history entry's row images for one entity. Returns nil if the entry has
  /// no row images for the entity.
  init?(
    _ entity: EntityLayout, of entry: Int64, _ direction: Journal.Direction,
    inserted: ClosedRange<Int64>?, _ connection: Connection
  ) throws {
    self.connection = connection
    self.entity = entity
    self.entry = entry
    self.direction = direction
    self.inserted = inserted
    let images = Journal.imageTable(entity).sqlQuoted
    let own = "WHERE \"_sd_entry\" = ? AND \"_sd_id\" NOT BETWEEN ? AND ?"
    let ends = try connection.rows(
      "SELECT min(\"_sd_seq\"), max(\"_sd_seq\") FROM \(images) \(own)",
      [.integer(entry)] + Self.bounds(inserted))
    guard case .integer(let low)? = ends.first?[0], case .integer(let high)? = ends.first?[1]
    else { return nil }
    span = low...high
    // Two rows may have swapped unique values, which requires replay in the recorded order.
    guard !entity.columns.contains(where: \.isUnique), entity.uniqueKeys.isEmpty,
      !entity.columns.isEmpty
    else {
      once = nil
      return
    }
    let kinds = try connection.rows(
      """
      SELECT count(*) FILTER (WHERE "_sd_image" = 0), count(*) FILTER (WHERE "_sd_image" = 1),
      count(*) FILTER (WHERE "_sd_image" = 2), count(*) FILTER (WHERE "_sd_image" = 4)
      FROM \(images) NOT INDEXED \(own) AND "_sd_seq" BETWEEN ? AND ?
      """, [.integer(entry)] + Self.bounds(inserted) + Self.bounds(span))
    let rows = try connection.integer(
      "SELECT count(DISTINCT \"_sd_id\") FROM \(images) \(own)",
      [.integer(entry)] + Self.bounds(inserted))
    guard case .integer(let before)? = kinds.first?[0],
      case .integer(let deleted)? = kinds.first?[2],
      kinds.first == [.integer(before), .integer(before), .integer(deleted), .integer(0)],
      before + deleted == rows
    else {
      once = nil
      return
    }
    once = (before, deleted)
  }

  /// The number of times that ``run(_:)`` reports progress.
  var steps: Int { once == nil ? 1 : stretches.count }

  /// Whether the replay is long enough to run its checks in parallel, on a second connection.
  var isLong: Bool { once != nil && stretches.count > 1 }

  // MARK: Checks

  /// The queries that find rows changed since the history entry was applied or undone.
  var checks: [ReplayCheck] {
    guard let once else {
      return [
        ReplayCheck(
          entity: entity.name, sql: generalCheck,
          arguments: [.integer(entry)] + (direction == .redo ? Self.bounds(inserted) : []))
      ]
    }
    let rowDiffers = "NOT " + rowMatchesImage
    var conditions: [(image: Journal.Image, conflict: String)] = []
    if once.changed > 0 { conditions.append((direction == .undo ? .after : .before, rowDiffers)) }
    if once.deleted > 0 {
      conditions.append((.deleted, direction == .undo ? rowExists : rowDiffers))
    }
    return stretches.flatMap { stretch in
      conditions.map { image, conflict in
        ReplayCheck(
          entity: entity.name,
          sql: "SELECT j.\"_sd_id\" FROM \(images) j NOT INDEXED WHERE \(isInStretch) "
            + "AND j.\"_sd_image\" = \(image.rawValue) AND \(conflict) LIMIT 5",
          arguments: arguments(stretch))
      }
    }
  }

  /// The SQL query that finds rows whose values differ from the values in the history entry's row
  /// images. Before an undo, a row must match the entry's last image for the row's key; if that
  /// image is a deletion, the row must be missing. Before a redo, a row must match the entry's
  /// first image for the row's key; if that image is an insertion, the row must be missing.
  private var generalCheck: String {
    let (kinds, pick, absent) =
      switch direction {
      case .undo: ("1, 2, 4", "max", Journal.Image.deleted.rawValue)
      case .redo: ("0, 2, 4", "min", Journal.Image.inserted.rawValue)
      }
    let own = direction == .redo ? " AND j.\"_sd_id\" NOT BETWEEN ?2 AND ?3" : ""
    return """
      SELECT j."_sd_id" FROM \(images) j WHERE j."_sd_entry" = ?1 AND j."_sd_seq" IN
      (SELECT \(pick)("_sd_seq") FROM \(images) WHERE "_sd_entry" = ?1 AND "_sd_image" IN (\(kinds))
      GROUP BY "_sd_id")\(own) AND CASE j."_sd_image" WHEN \(absent)
      THEN \(rowExists) ELSE NOT \(rowMatchesImage) END LIMIT 5
      """
  }

  /// An SQL condition that is true if the row recorded in the row image `j` still exists.
  private var rowExists: String {
    "EXISTS (SELECT 1 FROM \(table) t WHERE t.\"_sd_id\" = j.\"_sd_id\")"
  }

  /// An SQL condition for unchanged rows: the row recorded in the row image `j` still exists and
  /// still has the recorded values.
  private var rowMatchesImage: String {
    let names = entity.columns.map(\.name.sqlQuoted)
    guard !names.isEmpty else { return rowExists }
    return "EXISTS (SELECT 1 FROM \(table) t WHERE t.\"_sd_id\" = j.\"_sd_id\" AND "
      + equal(names, "t", "j") + ")"
  }

  /// Returns an SQL expression that compares two rows in all given columns at once, which is faster
  /// than one comparison per column.
  private func equal(_ columns: [String], _ first: String, _ second: String) -> String {
    func list(_ row: String) -> String {
      columns.map { "\(row).\($0)" }.joined(separator: ", ")
    }
    return "(\(list(first))) IS (\(list(second)))"
  }

  // MARK: Replay

  /// Undoes or redoes the history entry's changes to rows that existed before the entry.
  func run(_ reportProgress: () throws -> Void) throws {
    guard let once else {
      try runImages()
      return try reportProgress()
    }
    var left = once.changed
    for stretch in stretches {
      if once.deleted > 0 { try runDeletions(stretch) }
      if left > 0 { left -= Int64(try runChanges(stretch, leadingElsewhere: false)) }
      try reportProgress()
    }
    guard left > 0 else { return }
    for stretch in stretches { try runChanges(stretch, leadingElsewhere: true) }
  }

  private func runDeletions(_ stretch: ClosedRange<Int64>) throws {
    let chosen =
      "FROM \(images) j NOT INDEXED WHERE \(isInStretch) AND j.\"_sd_image\" = 2"
    switch direction {
    case .undo:
      try connection.execute(
        "INSERT INTO \(table) (\(list)) SELECT \(list) \(chosen) ORDER BY j.\"_sd_seq\"",
        arguments(stretch))
    case .redo:
      try connection.execute(
        "DELETE FROM \(table) WHERE \"_sd_id\" IN (SELECT j.\"_sd_id\" \(chosen))",
        arguments(stretch))
    }
  }

  /// Sets changed rows to the values in a range of row images (recorded copies of rows). One call
  /// updates the rows whose relationships stay unchanged, and another call updates the remaining
  /// rows. The calls are separate because relationship columns are indexed, and updating an index
  /// costs more than updating the row.
  ///
  /// - Returns: The number of updated rows.
  @discardableResult
  private func runChanges(
    _ stretch: ClosedRange<Int64>, leadingElsewhere: Bool
  ) throws -> Int {
    let image = direction == .undo ? Journal.Image.before : .after
    let names = entity.columns.map(\.name.sqlQuoted)
    let links = entity.columns.filter { $0.relationship != nil }.map(\.name.sqlQuoted)
    let changed = leadingElsewhere ? names : names.filter { !links.contains($0) }
    guard !changed.isEmpty else { return 0 }
    let condition =
      links.isEmpty
      ? "" : " WHERE \(leadingElsewhere ? "NOT " : "")" + equal(links, "t", "excluded")
    // All these rows exist. An upsert is the form of update from another table that SQLite runs
    // without a temporary table.
    try connection.execute(
      "INSERT INTO \(table) AS t (\(list)) SELECT \(list) FROM \(images) j NOT INDEXED "
        + "WHERE \(isInStretch) AND j.\"_sd_image\" = \(image.rawValue) "
        + "ON CONFLICT (\"_sd_id\") DO UPDATE SET "
        + changed.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") + condition,
      arguments(stretch))
    return connection.changes
  }

  /// Replays the row images one by one, backwards for undo and forwards for redo.
  private func runImages() throws {
    let names = entity.columns.map(\.name.sqlQuoted)
    let select = try connection.prepare(
      "SELECT \"_sd_image\", \(list) FROM \(images) WHERE \"_sd_entry\" = ? AND \"_sd_image\" IN "
        + (direction == .undo
          ? "(0, 2, 4) ORDER BY \"_sd_seq\" DESC" : "(1, 2, 4) ORDER BY \"_sd_seq\""))
    select.bind(entry, 1)
    let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
    while try select.step() {
      let key = select.int64(1)
      if inserted?.contains(key) == true { continue }
      let values = (0..<Int32(names.count)).map { select.value($0 + 2) }
      switch (Journal.Image(rawValue: select.int64(0)), direction) {
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

  // MARK: SQL

  private var table: String { entity.table.sqlQuoted }
  private var images: String { Journal.imageTable(entity).sqlQuoted }
  private var list: String {
    (["\"_sd_id\""] + entity.columns.map(\.name.sqlQuoted)).joined(separator: ", ")
  }

  /// An SQL condition that selects the row images (`j`) whose sequence numbers are in a range.
  /// Images of rows that the history entry inserted are excluded. The condition's parameters are
  /// ``arguments(_:)``.
  private var isInStretch: String {
    "j.\"_sd_entry\" = ?1 AND j.\"_sd_seq\" BETWEEN ?2 AND ?3 AND j.\"_sd_id\" NOT BETWEEN ?4 AND ?5"
  }

  private func arguments(_ stretch: ClosedRange<Int64>) -> [_SQLValue] {
    [.integer(entry)] + Self.bounds(stretch) + Self.bounds(inserted)
  }

  /// Returns a range's bounds as SQL values, or the bounds of an empty range if the range is nil.
  private static func bounds(_ range: ClosedRange<Int64>?) -> [_SQLValue] {
    [.integer(range?.lowerBound ?? 1), .integer(range?.upperBound ?? 0)]
  }

  /// The row images' sequence numbers, divided into ranges. One statement replays each range. The
  /// ranges are short enough for progress to be reported about once a second.
  private var stretches: [ClosedRange<Int64>] {
    stride(from: span.lowerBound, through: span.upperBound, by: Journal.stretchLength).map {
      $0...min($0 + Int64(Journal.stretchLength) - 1, span.upperBound)
    }
  }
}

extension Journal {
  /// The maximum number of row images (copies of rows) that one SQL statement replays.
  static let stretchLength = 1 << 16
}
