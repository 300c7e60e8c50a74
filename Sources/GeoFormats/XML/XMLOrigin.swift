/// Where the bytes given to a parser stand in the file, so that diagnostics name the file's own
/// lines and columns.
struct XMLOrigin: Equatable {
  /// The place of the parser's first byte, both from 1.
  var line = 1
  var column = 1
  /// Characters the parser got that the file does not have: the parser's place of the first, and
  /// how many.
  var inserted: (line: Int, column: Int, count: Int) = (0, 0, 0)

  /// The place in the file of a place in the parser, both from 1.
  func place(line parserLine: Int, column parserColumn: Int) -> (line: Int, column: Int) {
    var column = parserColumn
    if parserLine == inserted.line, column > inserted.column {
      column -= min(inserted.count, column - inserted.column)
    }
    if parserLine == 1 { column += self.column - 1 }
    return (line + parserLine - 1, column)
  }

  /// The place after some bytes of UTF-8.
  ///
  /// - Complexity: O(bytes).
  mutating func advance(over bytes: some Sequence<UInt8>) {
    var wasReturn = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where wasReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        column = 1
      default:
        if byte & 0xC0 != 0x80 { column += 1 }
      }
      wasReturn = byte == UInt8(ascii: "\r")
    }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.line == other.line && one.column == other.column && one.inserted == other.inserted
  }
}
