/// A table of comma-separated values (RFC 4180) whose first line names the columns.
package struct CommaSeparatedTable {
  package let columns: [String]
  package let records: [[String: String]]

  /// - Throws: ``TestSupportError`` if a row and the heading differ in the number of fields.
  package init(_ text: String) throws {
    var rows = Self.rows(of: text)
    guard !rows.isEmpty else {
      throw TestSupportError(code: .unreadable, message: "the table has no line of column names")
    }
    let columns = rows.removeFirst()
    self.columns = columns
    records = try rows.enumerated().map { index, fields in
      guard fields.count == columns.count else {
        throw TestSupportError(
          code: .unreadable,
          message: "row \(index + 2) has \(fields.count) fields instead of \(columns.count)")
      }
      return Dictionary(zip(columns, fields), uniquingKeysWith: { first, _ in first })
    }
  }

  private static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var previousWasQuote = false
    for character in text {
      if isQuoted, character == "\"" {
        isQuoted = false
        previousWasQuote = true
        continue
      }
      if isQuoted {
        field.append(character)
        continue
      }
      switch character {
      case "\"":
        if previousWasQuote { field.append("\"") }
        isQuoted = true
      case ",":
        row.append(field)
        field = ""
      case "\n", "\r\n":
        rows.append(row + [field])
        row = []
        field = ""
      default:
        field.append(character)
      }
      previousWasQuote = false
    }
    if !field.isEmpty || !row.isEmpty { rows.append(row + [field]) }
    return rows
  }
}
