/// Methods that find the rows affected by a history entry.
extension Journal {
  /// Returns the tables that hold a history entry's row images (copies of rows). Each table is
  /// listed with the name that its entity had when the entry was made.
  func imageTables(of id: Int64, layout: StoreLayout) throws -> [(entity: String, table: String)] {
    guard
      let generation = try connection.integer(
        "SELECT \"generation\" FROM \"_sd_journal\" WHERE \"id\" = ? AND \"state\" = 2",
        [.integer(id)])
    else { return layout.entities.map { ($0.name, Self.imageTable($0)) } }
    let sealed = "_sd_sealed_\(generation)_j_"
    return try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? ORDER BY name",
      [.text(sealed + "*")]
    ).compactMap {
      guard case .text(let name) = $0[0] else { return nil }
      return (String(name.dropFirst(sealed.count)), name)
    }
  }

  /// Counts a history entry's row images (copies of rows).
  func images(of id: Int64) throws -> Int64 {
    try imageTables().reduce(0) { images, table in
      try images
        + (connection.integer(
          "SELECT count(*) FROM \(table.sqlQuoted) WHERE \"_sd_entry\" = ?", [.integer(id)]) ?? 0)
    }
  }

  /// Counts a history entry's row images (copies of rows), and the rows and links that the entry
  /// changed or deleted. The number of inserted rows is computed from the entry's key ranges.
  func counts(of id: Int64, in tables: [String]? = nil) throws -> (images: Int64, rows: Int64) {
    let ranges = try ranges(of: id)
    var (images, rows): (Int64, Int64) = (0, 0)
    for table in try tables ?? imageTables() {
      func count(_ what: String, _ end: String = "", _ bounds: [_SQLValue] = []) throws -> Int64 {
        try connection.integer(
          "SELECT count(\(what)) FROM \(table.sqlQuoted) WHERE \"_sd_entry\" = ?\(end)",
          [.integer(id)] + bounds) ?? 0
      }
      let own = try count("*")
      images += own
      if own == 0 { continue }
      if table.hasPrefix(Self.linkPrefix) {
        rows +=
          try connection.integer(
            "SELECT count(*) FROM (SELECT DISTINCT \"a\", \"b\" FROM \(table.sqlQuoted) "
              + "WHERE \"_sd_entry\" = ?)", [.integer(id)]) ?? 0
      } else if let inserted = ranges[String(table.dropFirst(Self.prefix.count))] {
        rows += try count(
          "DISTINCT \"_sd_id\"", " AND \"_sd_id\" NOT BETWEEN ? AND ?",
          [.integer(inserted.lowerBound), .integer(inserted.upperBound)])
      } else {
        rows += try count("DISTINCT \"_sd_id\"")
      }
    }
    return (images, rows)
  }

  /// Returns, for each entity, the key range of the rows that a history entry inserted.
  func ranges(of id: Int64) throws -> [String: ClosedRange<Int64>] {
    var ranges: [String: ClosedRange<Int64>] = [:]
    for row in try connection.rows(
      "SELECT \"entity\", \"low\", \"high\" FROM \"_sd_journal_range\" WHERE \"entry\" = ?",
      [.integer(id)])
    {
      guard case .text(let name) = row[0], case .integer(let low) = row[1],
        case .integer(let high) = row[2], low <= high
      else { throw Self.damaged("change \(id) has an invalid key range") }
      ranges[name] = low...high
    }
    return ranges
  }

  static func damaged(_ reason: String) -> SwiftDataError {
    SwiftDataError(
      .corruptStore, "The store's history is damaged (\(reason)); restore a backup.")
  }
}
