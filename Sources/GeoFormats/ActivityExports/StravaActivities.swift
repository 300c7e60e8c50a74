/// Strava's activity list, `activities.csv`.
///
/// The list's header is in the language of the user's account, and some column names occur twice.
/// Therefore the column with the file names is recognised by its content. The other columns have
/// fixed positions.
struct StravaActivities {
  /// Each activity's file name and details.
  private(set) var files: [(name: String, ActivityDetails)] = []
  /// The names and row numbers of the activities that have no file, such as `“Yoga” (row 7)`.
  private(set) var withoutFile: [String] = []
  /// The names of the columns that contain values but are not imported.
  private(set) var unread: [String] = []

  /// Reads an activity list. Returns nil if the bytes are not Strava's activity list.
  init?(_ bytes: [UInt8]) {
    var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let records = text.withUnsafeMutableBufferPointer {
      CSVScan.rows($0, isEnd: true, delimiter: UInt8(ascii: ","))
    }
    guard let header = records.first, header.count >= 5, header.count < 1_000 else { return nil }
    let numbered = records.enumerated().dropFirst().filter { $0.element.count > 1 }
    let rows = numbered.map(\.element)
    guard let file = Self.fileColumn(header, rows) else { return nil }
    let note = Self.noteColumn(header, rows, file: file)
    unread = Self.names(of: header, rows, except: [2, 3, 4, note, file - 1, file])
    for (index, row) in numbered {
      func value(_ column: Int?) -> String? {
        guard let column, row.indices.contains(column), !row[column].isEmpty else { return nil }
        return row[column]
      }
      guard let name = value(file), Self.isFile(name) else {
        withoutFile.append("“\(Excerpt.of(value(2) ?? ""))” (row \(index + 1))")
        continue
      }
      var details = ActivityDetails()
      details.name = value(2)
      details.type = value(3)
      details.description = value(4)
      details.notes = value(note)
      details.gear = value(file - 1)
      files.append((name, details))
    }
  }

  /// Returns the names of the columns that contain values, excluding the given columns. Some names
  /// occur twice in Strava's lists.
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

  /// Returns the index of the column that contains the file names. If no activity has a file, the English header
  /// identifies the column.
  private static func fileColumn(_ header: [String], _ rows: [[String]]) -> Int? {
    for row in rows {
      if let column = row.firstIndex(where: isFile), column >= 5 { return column }
    }
    guard header[0].lowercased().hasSuffix("id") else { return nil }
    return header.firstIndex { $0.lowercased() == "filename" }.flatMap { $0 >= 5 ? $0 : nil }
  }

  /// Returns the index of the column that contains the private notes. Returns nil for an older export without this
  /// column. The column of private notes lies between the commute column, which has only two values, and the gear
  /// column.
  private static func noteColumn(_ header: [String], _ rows: [[String]], file: Int) -> Int? {
    guard file >= 12 else { return nil }
    let isCommute = rows.allSatisfy { row in
      !row.indices.contains(file - 2)
        || ["true", "false", "0", "1", "0.0", "1.0"].contains(row[file - 2].lowercased())
    }
    return isCommute && !rows.isEmpty ? nil : file - 2
  }
}
