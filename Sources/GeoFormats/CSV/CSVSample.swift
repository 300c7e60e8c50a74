import Foundation

/// The first rows of a table, from which its delimiter and its columns are determined.
struct CSVSample {
  /// The delimiters, in the order of preference among equally good ones.
  static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// The maximum number of rows in a sample.
  private static let most = 200
  /// The maximum number of rows before the header.
  private static let preamble = 20

  let delimiter: UInt8
  let rows: [[String]]
  /// The index of the row with the columns' names, or nil if no row names the positions' columns.
  let header: Int?

  /// Divides the start of a table into rows, with the delimiter that makes the most sense.
  ///
  /// - Parameter isEnd: Whether the text ends with these bytes.
  /// - Parameter delimiter: The delimiter, or nil to determine it.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, isEnd: Bool, delimiter: UInt8? = nil) {
    var best: (sample: CSVSample, score: Int)?
    let stated = delimiter ?? Self.statedDelimiter(bytes)
    for candidate in stated.map({ [$0] }) ?? Self.delimiters {
      let rows = Self.rows(bytes, isEnd: isEnd, delimiter: candidate)
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

  /// The suitability of the delimiter: named positions count most, the earlier the more, then the
  /// number of cells in rows of equal length. A text in a later row can look like a header.
  private var score: Int {
    let counts = rows.map(\.count)
    let usual = Dictionary(grouping: counts) { $0 }.max {
      ($0.value.count, $0.key) < ($1.value.count, $1.key)
    }
    let cells = usual.map { ($0.key - 1) * $0.value.count } ?? 0
    return (header.map { (Self.preamble - $0) * 1_000_000_000 } ?? 0) + cells
  }

  /// Returns the delimiter that the first line states in the form `sep=;`, as Excel writes it.
  private static func statedDelimiter(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> UInt8? {
    guard bytes.count > 5, bytes.prefix(4).elementsEqual("sep=".utf8) else { return nil }
    return delimiters.contains(bytes[4]) && bytes[5] < 0x20 ? bytes[4] : nil
  }

  private static func rows(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, isEnd: Bool, delimiter: UInt8
  ) -> [[String]] {
    var scan = CSVScan(delimiter: delimiter)
    var rows: [[String]] = []
    var rest = bytes
    while rows.count < most, !rest.isEmpty,
      case .complete(let next, _) = scan.record(rest, isEnd: isEnd)
    {
      rows.append(
        scan.cells.map { cell in
          let text = String(decoding: rest[cell.start..<cell.end], as: UTF8.self)
          return (cell.hasInnerQuotes ? text.replacing("\"\"", with: "\"") : text)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        })
      rest = UnsafeMutableBufferPointer(rebasing: rest[next...])
    }
    return rows
  }
}
