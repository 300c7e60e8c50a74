import Foundation

/// The first rows of a table, used to determine its delimiter and columns.
struct CSVSample {
  /// The delimiters that are tried, in order of preference.
  static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// The usual size of a sample, in bytes.
  static let size = 64 * 1024
  /// The maximum number of rows used to determine the table's delimiter and columns.
  private static let most = 200
  /// The maximum number of rows before the header.
  private static let preamble = 20

  let delimiter: UInt8
  let rows: [[String]]
  /// The index of the header row. Nil if no row names the position columns.
  let header: Int?

  /// Splits the start of a table into rows, using the delimiter that fits best.
  ///
  /// - Parameter isEnd: Whether `bytes` includes the end of the text.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, isEnd: Bool) {
    var best: (sample: CSVSample, score: Int)?
    let stated = Self.statedDelimiter(bytes)
    for candidate in stated.map({ [$0] }) ?? Self.delimiters {
      let rows = CSVScan.rows(bytes, isEnd: isEnd, delimiter: candidate, limit: Self.most)
      let sample = CSVSample(delimiter: candidate, rows: rows)
      if best.map({ sample.score > $0.score }) ?? true { best = (sample, sample.score) }
    }
    self = best?.sample ?? CSVSample(delimiter: UInt8(ascii: ","), rows: [])
  }

  private init(delimiter: UInt8, rows: [[String]]) {
    self.delimiter = delimiter
    self.rows = rows
    header = rows.prefix(Self.preamble).firstIndex { CSVColumns.locatesPositions($0) }
  }

  /// The names of the table's columns, or the column numbers if the table has no header. The header
  /// is the row that names the position columns. If there is no such row, the first row is the
  /// header unless it contains numbers. The names do not depend on the option `--columns`.
  var columnNames: [String] {
    let filled = rows.first { row in
      row.contains { !$0.isEmpty } && !(row.first?.hasPrefix("sep=") ?? false)
    }
    guard let first = header.map({ rows[$0] }) ?? filled else { return [] }
    guard header != nil || !first.contains(where: { Double($0) != nil }) else {
      return (1...first.count).map(String.init)
    }
    return first
  }

  /// A score for how well the delimiter fits the rows. A header that names the position columns
  /// contributes most. An earlier header contributes more than a later one, because text in a later
  /// row can look like a header. The number of cells in rows of the most common length contributes
  /// less. A header written by this program always has the highest score, because the names of its
  /// columns with preserved values can contain another delimiter or resemble the name of a position
  /// column.
  private var score: Int {
    if let first = rows.first, CSVWriter.writes(header: first) { return .max }
    let counts = rows.map(\.count)
    let usual = Dictionary(grouping: counts) { $0 }.max {
      ($0.value.count, $0.key) < ($1.value.count, $1.key)
    }
    let cells = usual.map { ($0.key - 1) * $0.value.count } ?? 0
    return (header.map { (Self.preamble - $0) * 1_000_000_000 } ?? 0) + cells
  }

  /// Returns the delimiter specified by the table's first line, such as `sep=;`. Excel writes such
  /// lines. Returns nil if the first line does not specify a delimiter.
  private static func statedDelimiter(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> UInt8? {
    guard bytes.count > 5, bytes.prefix(4).elementsEqual("sep=".utf8) else { return nil }
    return delimiters.contains(bytes[4]) && bytes[5] < 0x20 ? bytes[4] : nil
  }
}
