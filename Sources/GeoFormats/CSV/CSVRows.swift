import Geodesy

/// The records of a table, read one at a time.
final class CSVRows {
  private let text: PlainText
  private let limit: Int
  private var scan: CSVScan
  private var consumed = (bytes: 0, lines: 0)
  /// The position of an unclosed quotation mark. In the record that contains it and in all later
  /// records, quotation marks are read as ordinary characters.
  private(set) var unclosedQuote: Diagnostic.Place?
  /// The position at which the last record is cut off. Nil if the last record is complete. A
  /// truncated record is not returned.
  private(set) var truncation: Diagnostic.Place?
  /// Whether the text ends directly after a delimiter of the current record, which means that the
  /// last cell may be cut off.
  private(set) var endsWithDelimiter = false
  /// The minimum number of cells expected in the table's last record if no line ending follows it.
  /// A shorter last record is considered cut off. The minimum is the number of cells in the
  /// preceding non-blank record, but at most the number of named columns. For the first record, it
  /// is the number of named columns.
  private var usualCount: Int
  private let width: Int

  /// Creates a reader for the records of the given text.
  ///
  /// - Parameter width: The number of named columns, or 0 for a table without a header.
  init(_ text: PlainText, delimiter: UInt8, width: Int, limits: GeoReadingLimits) {
    self.text = text
    limit = limits.text
    self.width = width
    usualCount = width
    scan = CSVScan(delimiter: delimiter, mostCells: limits.cells)
  }

  var count: Int { scan.cells.count }

  /// Reads the next record.
  ///
  /// - Returns: False at the end of the table, or if the last record is cut off.
  /// - Throws: ``InputRefusal`` if the record is too long or has too many cells.
  func next() throws -> Bool {
    text.consume(consumed.bytes, lines: consumed.lines)
    consumed = (0, 0)
    while true {
      let window = text.window
      if window.isEmpty {
        guard try text.extend() else { return false }
        continue
      }
      switch scan.record(window, isEnd: text.isAtEnd) {
      case .complete(let next, let lines):
        consumed = (next, lines)
        // Without a line end, a record with fewer cells than usual is cut off.
        if next == window.count, ![0x0A, 0x0D].contains(window[next - 1]), count < usualCount {
          truncation = text.place(at: scan.cells.last?.start ?? 0)
          return false
        }
        endsWithDelimiter = next == window.count && window[next - 1] == scan.delimiter
        for column in scan.cells.indices where scan.cells[column].hasInnerQuotes {
          scan.unquote(column, in: window)
        }
        if !isBlank { usualCount = width == 0 ? count : min(count, width) }
        return true
      case .tooManyCells:
        throw InputRefusal(
          code: .limitText,
          message: "line \(text.line) has more than \(Numbers.grouped(scan.mostCells)) cells",
          place: Diagnostic.Place(line: text.line, column: 1))
      case .incomplete(let quote):
        if !text.isAtEnd, window.count <= limit {
          let wanted = 2 * window.count
          while try text.extend(), text.window.count < wanted {}
        } else if let quote {
          guard window[quote...].contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
            truncation = text.place(at: quote)
            return false
          }
          unclosedQuote = text.place(at: quote)
          scan.quotesAreLiteral = true
        } else {
          throw InputRefusal(
            code: .limitText,
            message: "line \(text.line) is longer than \(Numbers.grouped(limit)) bytes",
            place: Diagnostic.Place(line: text.line, column: 1))
        }
      }
    }
  }

  /// Marks the current record as cut off.
  func markCutOff() { truncation = place(count - 1) }

  /// The number of the line at which the current record begins.
  var line: Int { text.line }

  /// Returns the file position of a cell in the current record.
  func place(_ column: Int?) -> Diagnostic.Place {
    guard let column, column < scan.cells.count else {
      return Diagnostic.Place(line: line, column: 1)
    }
    return text.place(at: scan.cells[column].start)
  }

  /// Returns a cell's bytes without surrounding blanks. Returns nil if the cell is missing or
  /// empty.
  ///
  /// The bytes are valid only until the next record is read.
  @inline(__always)
  func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard column < scan.cells.count else { return nil }
    let cell = scan.cells[column]
    let window = text.window
    var (start, end) = (cell.start, cell.end)
    while start < end, window[start] <= 0x20 { start &+= 1 }
    while end > start, window[end &- 1] <= 0x20 { end &-= 1 }
    guard start < end, let base = window.baseAddress else { return nil }
    return UnsafeBufferPointer(start: base + start, count: end &- start)
  }

  /// Returns a cell's text. Returns nil if the cell is missing or blank. The text of a quoted cell
  /// keeps its surrounding blanks.
  ///
  /// - Parameter isTrimmed: Whether surrounding blanks are removed even from a quoted cell.
  func text(_ column: Int, isTrimmed: Bool = true) -> String? {
    guard let trimmed = bytes(column) else { return nil }
    let cell = scan.cells[column]
    guard !isTrimmed, cell.isQuoted else { return CSVText.decoded(trimmed) }
    return CSVText.decoded(UnsafeBufferPointer(rebasing: text.window[cell.start..<cell.end]))
  }

  /// Whether all cells of the current record are blank.
  var isBlank: Bool { scan.cells.indices.allSatisfy { bytes($0) == nil } }
}

/// Functions that prevent spreadsheet programs from evaluating cell text as a formula.
///
/// A spreadsheet program interprets a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return as a formula, even in quotation marks. When such text is written, an apostrophe is put
/// before it. An apostrophe is also put before text in which such a character follows one or more
/// apostrophes. The reader removes one leading apostrophe from such a cell.
enum CSVText {
  private static let apostrophe = UInt8(ascii: "'")
  private static let formulaStarts = Array("=+-@\t\r".utf8)

  /// Returns whether text begins like a formula, ignoring any leading apostrophes.
  static func resemblesFormula(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first { $0 != apostrophe }.map(formulaStarts.contains) ?? false
  }

  /// Returns a cell's text without NUL characters, and without the apostrophe that prevents
  /// spreadsheet programs from evaluating the text as a formula.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let isProtected = bytes.first == apostrophe && resemblesFormula(bytes)
    let text = UnsafeBufferPointer(rebasing: isProtected ? bytes.dropFirst() : bytes[...])
    return text.contains(0)
      ? String(decoding: text.filter { $0 != 0 }, as: UTF8.self)
      : String(decoding: text, as: UTF8.self)
  }
}
