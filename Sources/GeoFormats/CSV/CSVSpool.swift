/// A temporary store for a table's rows. All rows are stored before the first one is written,
/// because only columns that contain values are written.
///
/// A stored cell consists of two bytes below 128 for the column number, the text in UTF-8, and the
/// byte 0xFF. The byte 0xFE ends a row.
final class CSVSpool {
  private static let cellEnd: UInt8 = 0xFF
  private static let rowEnd: UInt8 = 0xFE
  /// The maximum number of columns.
  static let most = 128 * 64

  private let rows = ByteSpool()
  private let delimiter: UInt8
  var output: OutputBuffer
  private var occurs: [Bool] = []

  init(delimiter: UInt8) {
    self.delimiter = delimiter
    output = OutputBuffer(rows)
  }

  deinit {
    output.deallocate()
  }

  /// Begins a cell in the current row. A row's cells must be written in ascending order of their
  /// columns.
  func beginCell(_ column: Int) throws {
    while occurs.count <= column { occurs.append(false) }
    occurs[column] = true
    try output.reserve()
    output.put(UInt8(truncatingIfNeeded: column >> 7))
    output.put(UInt8(truncatingIfNeeded: column & 127))
  }

  func endCell() throws {
    try output.reserve()
    output.put(Self.cellEnd)
  }

  func endRow() throws {
    try output.reserve()
    output.put(Self.rowEnd)
  }

  /// Writes a text cell, with quotation marks if needed. Text that a spreadsheet program would
  /// evaluate as a formula is protected.
  func write(_ column: Int, text: String) throws {
    guard !text.isEmpty else { return }
    try beginCell(column)
    try write(text)
    try endCell()
  }

  private func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    let quote = UInt8(ascii: "\"")
    let isQuoted =
      bytes.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
      || (bytes.first ?? 0) <= 0x20 || (bytes.last ?? 0) <= 0x20
    if isQuoted { try output.write([quote]) }
    if CSVText.resemblesFormula(bytes) { try output.write([UInt8(ascii: "'")]) }
    for byte in bytes {
      try output.reserve()
      if byte == quote { output.put(quote) }
      output.put(byte)
    }
    if isQuoted { try output.write([quote]) }
  }

  // MARK: The table

  /// Writes the table's header and all its rows. Columns without values are omitted unless they are
  /// required.
  ///
  /// - Parameter names: The names of all columns.
  /// - Parameter required: The columns that are always written, even without values.
  func writeTable(to sink: any ByteSink, names: [String], required: [Int]) throws {
    while occurs.count < names.count { occurs.append(false) }
    for column in required { occurs[column] = true }
    try output.flush()
    let body = output
    output = OutputBuffer(sink)
    defer {
      output.deallocate()
      output = body
    }
    var isFirst = true
    for column in names.indices where occurs[column] {
      if !isFirst { try output.write([delimiter]) }
      isFirst = false
      try write(names[column])
    }
    try output.write(Array("\r\n".utf8))
    try copyRows()
    try output.flush()
  }

  private func copyRows() throws {
    // Columns without values are left out, so the cells of the other columns move to the left.
    var offsets = [Int](repeating: 0, count: occurs.count)
    var width = 0
    for column in occurs.indices where occurs[column] {
      offsets[column] = width
      width += 1
    }
    let source = BufferedSource(ByteSpoolSource(rows))
    var state = CopyState.column
    var high = 0
    var cell = 0
    while true {
      let window = try source.window(atLeast: 64 * 1024)
      guard !window.isEmpty else { return }
      for byte in window {
        switch state {
        case .column:
          try output.reserve()
          if byte == Self.rowEnd {
            try output.write(repeatElement(delimiter, count: width - 1 - cell))
            try output.write(Array("\r\n".utf8))
            cell = 0
          } else {
            high = Int(byte)
            state = .columnRest
          }
        case .columnRest:
          let offset = offsets[high << 7 | Int(byte)]
          try output.write(repeatElement(delimiter, count: offset - cell))
          cell = offset
          state = .text
        case .text:
          if byte == Self.cellEnd {
            state = .column
          } else {
            try output.reserve()
            output.put(byte)
          }
        }
      }
      source.consume(window.count)
    }
  }

  private enum CopyState {
    case column
    case columnRest
    case text
  }
}
