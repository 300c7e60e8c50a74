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
  private let isByStretches: Bool

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
    let row = try connection.rows(
      """
      SELECT min("_sd_seq"), max("_sd_seq"), total("_sd_image" = 0), total("_sd_image" = 1),
      total("_sd_image" = 2), total("_sd_image" = 4), count(DISTINCT "_sd_id")
      FROM \(Journal.imageTable(entity).sqlQuoted)
      WHERE "_sd_entry" = ? AND "_sd_image" <> 3 AND "_sd_id" NOT BETWEEN ? AND ?
      """, [.integer(entry)] + Self.bounds(inserted))
    guard case .integer(let low)? = row.first?[0], case .integer(let high)? = row.first?[1],
      let counts = row.first?.dropFirst(2)
    else { return nil }
    span = low...high
    let numbers = counts.map { value -> Double in
      switch value {
      case .real(let number): number
      case .integer(let number): Double(number)
      default: 0
      }
    }
    let (before, after, deleted, returned, rows) = (
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    )
    let isOnceEach = before == after && returned == 0 && before + deleted == rows
    // Two rows may have exchanged what must be unique.
    let isFree = !entity.columns.contains(where: \.isUnique) && entity.uniqueKeys.isEmpty
    isByStretches = isOnceEach && isFree && !entity.columns.isEmpty
  }

  /// How many times ``check(_:)`` and ``run(_:)`` tell that they went on.
  var steps: Int { isByStretches ? 2 * stretches.count : 2 }

  // MARK: Whether it can be done

  /// The rows that are no longer what the entry left, as people are told of them; five at most.
  func check(_ goOn: () throws -> Void) throws -> [String] {
    guard isByStretches else {
      let conflicts = try named(generalConflicts())
      try goOn()
      return conflicts
    }
    var conflicts: [String] = []
    for stretch in stretches {
      let kinds = direction == .undo ? "1, 2" : "0, 2"
      let found = try connection.rows(
        """
        SELECT j."_sd_id" FROM \(images) j NOT INDEXED WHERE \(isInStretch)
        AND j."_sd_image" IN (\(kinds)) AND \(stands(absent: direction == .undo ? 2 : 4))
        LIMIT 5
        """, arguments(stretch))
      conflicts += named(found)
      try goOn()
    }
    return Array(conflicts.prefix(5))
  }

  /// The images that must stand now: the last after-image of each key before an undo, the first
  /// before-image before a redo; a key whose last image is a deletion must be absent, and before a
  /// redo one whose first is a return.
  private func generalConflicts() throws -> [[_SQLValue]] {
    let (kinds, pick, absent) =
      switch direction {
      case .undo: ("1, 2, 4", "max", Journal.Image.deleted.rawValue)
      case .redo: ("0, 2, 4", "min", Journal.Image.inserted.rawValue)
      }
    let own =
      direction == .redo
      ? " AND NOT EXISTS (SELECT 1 FROM \"_sd_journal_range\" r WHERE r.\"entry\" = ?1 "
        + "AND r.\"entity\" = ?2 AND j.\"_sd_id\" BETWEEN r.\"low\" AND r.\"high\")" : ""
    return try connection.rows(
      """
      SELECT j."_sd_id" FROM \(images) j WHERE j."_sd_entry" = ?1 AND j."_sd_seq" IN
      (SELECT \(pick)("_sd_seq") FROM \(images) WHERE "_sd_entry" = ?1 AND "_sd_image" IN (\(kinds))
      GROUP BY "_sd_id")\(own) AND \(stands(absent: absent)) LIMIT 5
      """,
      [.integer(entry)] + (own.isEmpty ? [] : [.text(entity.name)]))
  }

  /// Whether the row of an image `j` is not as it says.
  private func stands(absent: Int64) -> String {
    let equal = entity.columns
      .map { "t.\($0.name.sqlQuoted) IS j.\($0.name.sqlQuoted)" }.joined(separator: " AND ")
    return """
      CASE j."_sd_image" WHEN \(absent)
      THEN EXISTS (SELECT 1 FROM \(table) t WHERE t."_sd_id" = j."_sd_id")
      ELSE NOT EXISTS (SELECT 1 FROM \(table) t WHERE t."_sd_id" = j."_sd_id"
      \(equal.isEmpty ? "" : "AND \(equal)")) END
      """
  }

  private func named(_ rows: [[_SQLValue]]) -> [String] {
    rows.compactMap { row in
      if case .integer(let key) = row[0] { "\(entity.name) \(key)" } else { nil }
    }
  }

  // MARK: Doing it

  /// Gives rows that were there before the entry the values, or the absence, that they had before
  /// it or after.
  func run(_ goOn: () throws -> Void) throws {
    guard isByStretches else {
      try runImages()
      return try goOn()
    }
    for stretch in stretches {
      try runDeletions(stretch)
      try runChanges(stretch)
      try goOn()
    }
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

  private func runChanges(_ stretch: ClosedRange<Int64>) throws {
    let image = direction == .undo ? Journal.Image.before : .after
    let chosen =
      "FROM \(images) j NOT INDEXED WHERE \(isInStretch) AND j.\"_sd_image\" = \(image.rawValue)"
    // What leads elsewhere has an index, which costs more than the row where it is written anew.
    let links = entity.columns.filter { $0.relationship != nil }.map(\.name.sqlQuoted)
    let others = links.map { "t.\($0) IS NOT j.\($0)" }.joined(separator: " OR ")
    let leadsElsewhere =
      try !links.isEmpty
      && connection.integer(
        "SELECT EXISTS (SELECT 1 \(chosen) AND EXISTS (SELECT 1 FROM \(table) t "
          + "WHERE t.\"_sd_id\" = j.\"_sd_id\" AND (\(others))))", arguments(stretch)) == 1
    let assignments = entity.columns.map(\.name.sqlQuoted)
      .filter { leadsElsewhere || !links.contains($0) }
      .map { "\($0) = j.\($0)" }.joined(separator: ", ")
    guard !assignments.isEmpty else { return }
    try connection.execute(
      "UPDATE \(table) AS t SET \(assignments) \(chosen) AND t.\"_sd_id\" = j.\"_sd_id\"",
      arguments(stretch))
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
