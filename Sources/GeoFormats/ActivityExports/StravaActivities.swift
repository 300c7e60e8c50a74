/// Strava's activity list, `activities.csv`.
///
/// The header is in the language of the user's account, and some of its names occur twice. The column
/// of the file names is therefore recognised by its content; the other columns have fixed positions.
struct StravaActivities {
  /// Each activity's file name and details.
  private(set) var files: [(name: String, ActivityDetails)] = []
  /// The number of activities that have no file.
  private(set) var withoutFile = 0

  /// Reads a list, or returns nil if the bytes are not Strava's activity list.
  init?(_ bytes: [UInt8]) {
    var records = CommaSeparatedRecords(bytes)
    guard let header = records.next(), header.count >= 5, header.count < 1_000 else { return nil }
    var rows: [[String]] = []
    while let row = records.next() {
      if row.count > 1 { rows.append(row) }
    }
    guard let file = Self.fileColumn(header, rows) else { return nil }
    let note = Self.noteColumn(header, rows, file: file)
    for row in rows {
      func value(_ column: Int?) -> String? {
        guard let column, row.indices.contains(column), !row[column].isEmpty else { return nil }
        return row[column]
      }
      guard let name = value(file), Self.isFile(name) else {
        withoutFile += 1
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

  private static func isFile(_ text: String) -> Bool {
    text.hasPrefix("activities/") && !text.contains("..")
  }

  /// Returns the column that contains the file names. If no activity has a file, the English header
  /// identifies the column.
  private static func fileColumn(_ header: [String], _ rows: [[String]]) -> Int? {
    for row in rows {
      if let column = row.firstIndex(where: isFile), column >= 5 { return column }
    }
    guard header[0].lowercased().hasSuffix("id") else { return nil }
    return header.firstIndex { $0.lowercased() == "filename" }.flatMap { $0 >= 5 ? $0 : nil }
  }

  /// Returns the column with the private notes, or nil for older exports, which lack it. It lies
  /// between the column of commutes, which has only two values, and that of the gear.
  private static func noteColumn(_ header: [String], _ rows: [[String]], file: Int) -> Int? {
    guard file >= 12 else { return nil }
    let isCommute = rows.allSatisfy { row in
      !row.indices.contains(file - 2)
        || ["true", "false", "0", "1", "0.0", "1.0"].contains(row[file - 2].lowercased())
    }
    return isCommute && !rows.isEmpty ? nil : file - 2
  }
}

/// The records of a text in CSV format, with commas and quotation marks as in RFC 4180.
private struct CommaSeparatedRecords {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next record's fields, or nil at the end.
  mutating func next() -> [String]? {
    guard position < bytes.count else { return nil }
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          field.append(byte)
          continue
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          field.append(byte)
          position += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: ","):
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        return fields + [String(decoding: field, as: UTF8.self)]
      default: field.append(byte)
      }
    }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
