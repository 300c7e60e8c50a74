import Foundation

/// A scanner that splits a table's records into cells, as specified by RFC 4180.
///
/// A cell in quotation marks can contain delimiters and line breaks. A quotation mark inside such a
/// cell is doubled. A quotation mark in a cell that does not begin with one is an ordinary
/// character.
struct CSVScan {
  struct CellRange: Equatable {
    /// The index of the cell's first byte, after the opening quotation mark if the cell is quoted.
    var start: Int
    /// The index after the cell's last byte.
    var end: Int
    var isQuoted = false
    /// Whether the cell contains quotation marks that are not part of its text, such as the first
    /// of a doubled pair.
    var hasInnerQuotes = false
  }

  enum Outcome: Equatable {
    /// A complete record, which ends before the byte at index `next`. `lines` is the number of line
    /// breaks in the record.
    case complete(next: Int, lines: Int)
    /// A record that continues beyond the last byte in memory. `openQuote` is the index of the
    /// unclosed quotation mark, if any.
    case incomplete(openQuote: Int?)
    /// A record with more than ``mostCells`` cells.
    case tooManyCells
  }

  let delimiter: UInt8
  /// Whether quotation marks are treated as ordinary characters.
  var quotesAreLiteral = false
  /// The maximum number of cells in a record.
  let mostCells: Int
  private(set) var cells: [CellRange] = []

  init(delimiter: UInt8, mostCells: Int = GeoReadingLimits().cells) {
    self.delimiter = delimiter
    self.mostCells = mostCells
  }

  private static let quote = UInt8(ascii: "\"")

  /// Returns the text of each cell in the first records, without surrounding white space. Stops at
  /// the first incomplete record.
  ///
  /// - Parameter isEnd: Whether `bytes` includes the end of the text.
  /// - Parameter limit: The maximum number of rows.
  static func rows(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, isEnd: Bool, delimiter: UInt8, limit: Int = .max
  ) -> [[String]] {
    var scan = CSVScan(delimiter: delimiter)
    var rows: [[String]] = []
    var rest = bytes
    while rows.count < limit, !rest.isEmpty,
      case .complete(let next, _) = scan.record(rest, isEnd: isEnd)
    {
      rows.append(
        scan.cells.map { cell in
          let text = CSVText.decoded(UnsafeBufferPointer(rebasing: rest[cell.start..<cell.end]))
          return (cell.hasInnerQuotes ? text.replacing("\"\"", with: "\"") : text)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        })
      rest = UnsafeMutableBufferPointer(rebasing: rest[next...])
    }
    return rows
  }

  /// Splits the first record in the given bytes into ``cells``.
  ///
  /// - Parameter isEnd: Whether `bytes` includes the end of the text.
  mutating func record(_ bytes: UnsafeMutableBufferPointer<UInt8>, isEnd: Bool) -> Outcome {
    cells.removeAll(keepingCapacity: true)
    var index = 0
    var lines = 0
    while true {
      var cell = CellRange(start: index, end: index)
      if !quotesAreLiteral, let quote = openingQuote(bytes, index) {
        index = quote + 1
        cell = CellRange(start: index, end: index, isQuoted: true)
        guard let close = closingQuote(bytes, from: index, isEnd: isEnd, &cell, &lines) else {
          return .incomplete(openQuote: quote)
        }
        cell.end = close
        index = close + 1
      }
      let plain = index
      while index < bytes.count {
        let byte = bytes[index]
        if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
        index &+= 1
      }
      if cell.isQuoted {
        // Text after the closing quotation mark belongs to the cell, unless it is blank.
        if bytes[plain..<index].contains(where: { $0 > 0x20 }) {
          cell.end = index
          cell.hasInnerQuotes = true
        }
      } else {
        cell.end = index
      }
      guard cells.count < mostCells else { return .tooManyCells }
      cells.append(cell)
      guard index < bytes.count else {
        return isEnd ? .complete(next: index, lines: lines) : .incomplete(openQuote: nil)
      }
      if bytes[index] == delimiter {
        index += 1
        continue
      }
      if bytes[index] == 0x0D {
        guard index + 1 < bytes.count || isEnd else { return .incomplete(openQuote: nil) }
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
      }
      return .complete(next: index + 1, lines: lines + 1)
    }
  }

  /// Returns the index of a cell's opening quotation mark, which blanks may precede. Returns nil if
  /// the cell is not quoted.
  @inline(__always)
  private func openingQuote(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ first: Int) -> Int? {
    var index = first
    while index < bytes.count, bytes[index] == 0x20 { index &+= 1 }
    return index < bytes.count && bytes[index] == Self.quote ? index : nil
  }

  /// Returns the index of the quotation mark that closes a cell. Returns nil if the bytes end
  /// before it.
  private func closingQuote(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, from first: Int, isEnd: Bool,
    _ cell: inout CellRange,
    _ lines: inout Int
  ) -> Int? {
    var index = first
    while index < bytes.count {
      switch bytes[index] {
      case Self.quote:
        guard index + 1 < bytes.count else { return isEnd ? index : nil }
        if bytes[index + 1] != Self.quote { return index }
        cell.hasInnerQuotes = true
        index += 1
      case 0x0A: if index == first || bytes[index - 1] != 0x0D { lines += 1 }
      case 0x0D: lines += 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Unquotes a cell's bytes in place: removes quotation marks that are not part of the cell's
  /// text.
  mutating func unquote(_ column: Int, in bytes: UnsafeMutableBufferPointer<UInt8>) {
    let cell = cells[column]
    guard cell.hasInnerQuotes else { return }
    var (from, to) = (cell.start, cell.start)
    var isInside = true
    while from < cell.end {
      if bytes[from] == Self.quote, isInside {
        let isDoubled = from + 1 < cell.end && bytes[from + 1] == Self.quote
        from += 1
        guard isDoubled else {
          isInside = false
          continue
        }
      }
      bytes[to] = bytes[from]
      from += 1
      to += 1
    }
    cells[column].end = to
    cells[column].hasInnerQuotes = false
  }
}
