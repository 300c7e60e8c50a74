/// Strava's activity list, `activities.csv`.
///
/// The list's header is in the language of the user's account, and some column names occur twice.
/// The column with the file names is therefore recognised by its content. In an English list, the
/// other columns are recognised by their names. In a list in any other language, they are
/// recognised by their positions.
struct StravaActivities {
  /// Each activity's file name and details.
  private(set) var files: [(name: String, ActivityDetails)] = []
  /// The names and row numbers of the activities that have no file, such as `“Yoga” (row 7)`.
  private(set) var withoutFile: [String] = []
  /// The names of the columns that contain values but are ignored.
  private(set) var unread: [String] = []

  /// Reads an activity list. Returns nil if the bytes are not a Strava activity list.
  init?(_ bytes: [UInt8]) {
    var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let records = text.withUnsafeMutableBufferPointer {
      CSVScan.rows($0, isEnd: true, delimiter: UInt8(ascii: ","))
    }
    guard let header = records.first, header.count >= 5, header.count < 1_000 else { return nil }
    let numbered = records.enumerated().dropFirst().filter { $0.element.count > 1 }
    let rows = numbered.map(\.element)
    guard let file = Self.fileColumn(header, rows) else { return nil }
    let columns = Self.englishColumns(header, file: file) ?? Self.columns(rows, file: file)
    unread = Self.names(of: header, rows, except: columns.all.union([file]))
    for (index, row) in numbered {
      func value(_ column: Int?) -> String? {
        guard let column, row.indices.contains(column), !row[column].isEmpty else { return nil }
        return row[column]
      }
      guard let name = value(file), Self.isFile(name) else {
        withoutFile.append("“\(Excerpt.of(value(columns.name) ?? ""))” (row \(index + 1))")
        continue
      }
      var details = ActivityDetails()
      details.name = value(columns.name)
      details.type = value(columns.type)
      details.description = value(columns.description)
      details.notes = value(columns.notes)
      details.gear = value(columns.gear)
      files.append((name, details))
    }
  }

  /// The indices of the columns that contain activity details. Nil for columns that are missing
  /// from the list.
  private struct Columns {
    var name: Int?
    var type: Int?
    var description: Int?
    var notes: Int?
    var gear: Int?

    var all: Set<Int?> { [name, type, description, notes, gear] }
  }

  /// Returns the columns identified by their English names. Returns nil if the header is in another
  /// language. Columns to the right of the file names are ignored, because names such as `Gear`
  /// occur there a second time, with different content.
  private static func englishColumns(_ header: [String], file: Int) -> Columns? {
    // A row can be longer than the header.
    guard file < header.count, header[file].lowercased() == "filename" else { return nil }
    let names = header[..<file].map { $0.lowercased() }
    // Older lists have shorter names, such as `gear`.
    func column(_ name: String) -> Int? {
      names.firstIndex(of: "activity \(name)") ?? names.firstIndex(of: name)
    }
    return Columns(
      name: column("name"), type: column("type"), description: column("description"),
      notes: column("private note"), gear: column("gear"))
  }

  /// Returns the columns of a list in an unknown language, based on their usual positions.
  private static func columns(_ rows: [[String]], file: Int) -> Columns {
    Columns(
      name: 2, type: 3, description: 4, notes: noteColumn(rows, file: file), gear: file - 1)
  }

  /// Returns the names of the columns that contain values, excluding the given columns. Each name
  /// is returned only once, although some names occur twice in Strava's lists.
  private static func names(
    of header: [String], _ rows: [[String]], except read: Set<Int?>
  ) -> [String] {
    var names: [String] = []
    for (column, name) in header.enumerated() where !read.contains(column) {
      let name = name.isEmpty ? "column \(column + 1)" : Excerpt.of(name)
      let hasValue = rows.contains { column < $0.count && !$0[column].isEmpty }
      if hasValue, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func isFile(_ text: String) -> Bool {
    text.hasPrefix("activities/") && !text.contains("..")
  }

  /// Returns the index of the column that contains the file names. If no activity has a file, the
  /// English header identifies the column.
  private static func fileColumn(_ header: [String], _ rows: [[String]]) -> Int? {
    for row in rows {
      if let column = row.firstIndex(where: isFile), column >= 5 { return column }
    }
    guard header[0].lowercased().hasSuffix("id") else { return nil }
    return header.firstIndex { $0.lowercased() == "filename" }.flatMap { $0 >= 5 ? $0 : nil }
  }

  /// Returns the index of the column that contains the private notes. Returns nil for an older
  /// export without this column. The private notes column is between the commute column, which has
  /// only two values, and the gear column.
  private static func noteColumn(_ rows: [[String]], file: Int) -> Int? {
    guard file >= 12 else { return nil }
    let isCommute = rows.allSatisfy { row in
      !row.indices.contains(file - 2)
        || ["true", "false", "0", "1", "0.0", "1.0"].contains(row[file - 2].lowercased())
    }
    return isCommute && !rows.isEmpty ? nil : file - 2
  }
}
