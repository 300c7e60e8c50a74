/// The images that an entry keeps of the rows of one entity, on the way back to them or forth.
///
/// Where each row was changed once, as by an operation on many points, whole stretches of images go
/// through one statement each; else image by image, in the order that they were made in.
struct RowReplay {
  private let connection: Connection
  private let entity: EntityLayout
  private let entry: Int64
  private let direction: Journal.Direction
  /// The keys that the entry inserted, whose rows move by themselves.
  private let inserted: ClosedRange<Int64>?
  /// The numbers of the first image and the last.
  private let span: ClosedRange<Int64>
  /// How many rows were changed and how many deleted, where each was once; nil where one was twice.
  private let once: (changed: Int64, deleted: Int64)?

  /// Nil for an entity of which the entry has no images.
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
    // Two rows may have exchanged what must be unique.
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

  /// How many times ``run(_:)`` tells that it went on.
  var steps: Int { once == nil ? 1 : stretches.count }

  /// Whether what is to be checked and moved is so much that two should do it.
  var isLong: Bool { once != nil && stretches.count > 1 }

  // MARK: Whether it can be done

  /// What finds the rows that are no longer as the entry left them.
  var checks: [ReplayCheck] {
    guard let once else {
      return [
        ReplayCheck(
          entity: entity.name, sql: generalCheck,
          arguments: [.integer(entry)] + (direction == .redo ? Self.bounds(inserted) : []))
      ]
    }
    let isOtherwise = "NOT " + isThereAsSaid
    var conditions: [(image: Journal.Image, conflict: String)] = []
    if once.changed > 0 { conditions.append((direction == .undo ? .after : .before, isOtherwise)) }
    if once.deleted > 0 {
      conditions.append((.deleted, direction == .undo ? isThere : isOtherwise))
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

  /// The images that must stand now: the last after-image of each key before an undo, the first
  /// before-image before a redo; a key whose last image is a deletion must be absent, and before a
  /// redo one whose first is a return.
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
      THEN \(isThere) ELSE NOT \(isThereAsSaid) END LIMIT 5
      """
  }

  /// Whether the row of an image `j` is there.
  private var isThere: String {
    "EXISTS (SELECT 1 FROM \(table) t WHERE t.\"_sd_id\" = j.\"_sd_id\")"
  }

  /// Whether the row of an image `j` is there as the image says.
  private var isThereAsSaid: String {
    let names = entity.columns.map(\.name.sqlQuoted)
    guard !names.isEmpty else { return isThere }
    return "EXISTS (SELECT 1 FROM \(table) t WHERE t.\"_sd_id\" = j.\"_sd_id\" AND "
      + equal(names, "t", "j") + ")"
  }

  /// Whether columns are equal in two rows; of one comparison, which costs less than one each.
  private func equal(_ columns: [String], _ first: String, _ second: String) -> String {
    func list(_ row: String) -> String {
      columns.map { "\(row).\($0)" }.joined(separator: ", ")
    }
    return "(\(list(first))) IS (\(list(second)))"
  }

  // MARK: Doing it

  /// Gives rows that were there before the entry the values, or the absence, that they had before
  /// it or after.
  func run(_ goOn: () throws -> Void) throws {
    guard let once else {
      try runImages()
      return try goOn()
    }
    var left = once.changed
    for stretch in stretches {
      if once.deleted > 0 { try runDeletions(stretch) }
      if left > 0 { left -= Int64(try runChanges(stretch, leadingElsewhere: false)) }
      try goOn()
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

  /// Gives rows of a stretch the values of their images: those that lead where they lead now, or the
  /// others. What leads elsewhere has an index, which costs more than the row where it is written anew.
  ///
  /// - Returns: How many rows.
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
    // All these rows are there. Of the ways to give rows what other rows say, SQLite does this one
    // without a table on the side.
    try connection.execute(
      "INSERT INTO \(table) AS t (\(list)) SELECT \(list) FROM \(images) j NOT INDEXED "
        + "WHERE \(isInStretch) AND j.\"_sd_image\" = \(image.rawValue) "
        + "ON CONFLICT (\"_sd_id\") DO UPDATE SET "
        + changed.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") + condition,
      arguments(stretch))
    return connection.changes
  }

  /// Image by image, back or forth.
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

  /// Images `j` of a stretch, of rows that the entry did not insert; of ``arguments(_:)``.
  private var isInStretch: String {
    "j.\"_sd_entry\" = ?1 AND j.\"_sd_seq\" BETWEEN ?2 AND ?3 AND j.\"_sd_id\" NOT BETWEEN ?4 AND ?5"
  }

  private func arguments(_ stretch: ClosedRange<Int64>) -> [_SQLValue] {
    [.integer(entry)] + Self.bounds(stretch) + Self.bounds(inserted)
  }

  /// The ends of a range; between those of none is nothing.
  private static func bounds(_ range: ClosedRange<Int64>?) -> [_SQLValue] {
    [.integer(range?.lowerBound ?? 1), .integer(range?.upperBound ?? 0)]
  }

  /// As many images as go through one statement: few enough to go on in less than a second.
  private var stretches: [ClosedRange<Int64>] {
    stride(from: span.lowerBound, through: span.upperBound, by: Journal.stretchLength).map {
      $0...min($0 + Int64(Journal.stretchLength) - 1, span.upperBound)
    }
  }
}

extension Journal {
  /// Rows that one statement moves.
  static let stretchLength = 1 << 16
}
