/// Where the bytes given to a parser stand in the file, so that diagnostics name the file's own
/// lines and columns.
struct XMLOrigin {
  /// The place of the parser's first byte, both from 1.
  var line = 1
  var column = 1
  /// Whether the last byte that was passed ended a line and the next one may be a part of that end.
  private(set) var wasReturn = false
  /// Where the parser got other characters than the file has.
  private(set) var changes: [Change] = []

  /// Characters of one line that the parser got instead of others.
  struct Change {
    /// The parser's places, from 1: of the line, the first character, and the one after the last.
    var line: Int
    var start: Int
    var end: Int
    /// How many characters more the file has.
    var shift: Int
  }

  /// Where many stand in one line, further ones are taken as one.
  private static let most = 4096

  /// Notes what the parser got instead of something else; places in ascending order.
  mutating func note(_ change: Change) {
    guard change.shift != 0 else { return }
    if changes.count >= Self.most, let last = changes.last, last.line == change.line {
      changes[changes.count - 1].end = change.end
      changes[changes.count - 1].shift += change.shift
    } else {
      changes.append(change)
    }
  }

  /// Forgets what the parser has passed, but for its share in the line it is in.
  mutating func forget(before parserLine: Int, column: Int) {
    guard let first = changes.first, first.line <= parserLine else { return }
    var passed: Change?
    let rest = changes.drop { $0.line < parserLine || $0.line == parserLine && $0.end <= column }
    for change in changes[..<rest.startIndex] where change.line == parserLine {
      passed = Change(
        line: parserLine, start: change.start, end: change.end,
        shift: change.shift + (passed?.shift ?? 0))
    }
    changes = (passed.map { [$0] } ?? []) + rest
  }

  /// The origin of a document that begins at a place of the parser, both from 1.
  func origin(ofDocumentAt parserLine: Int, column: Int) -> XMLOrigin {
    let (fileLine, fileColumn) = place(line: parserLine, column: column)
    var origin = XMLOrigin(line: fileLine, column: fileColumn)
    for var change in changes
    where change.line > parserLine || change.line == parserLine && change.start >= column {
      if change.line == parserLine {
        change.start -= column - 1
        change.end -= column - 1
      }
      change.line -= parserLine - 1
      origin.changes.append(change)
    }
    return origin
  }

  /// The place in the file of a place in the parser, both from 1.
  func place(line parserLine: Int, column parserColumn: Int) -> (line: Int, column: Int) {
    var column = parserColumn
    var index = changes.count
    // Mostly what is asked for stands at the end of what was noted.
    while index > 0, changes[index - 1].line > parserLine { index -= 1 }
    while index > 0, changes[index - 1].line == parserLine {
      let change = changes[index - 1]
      if change.start < parserColumn {
        column += parserColumn >= change.end ? change.shift : change.start - parserColumn
      }
      index -= 1
    }
    if parserLine == 1 { column += self.column - 1 }
    return (line + parserLine - 1, column)
  }

  /// The place after some bytes of UTF-8.
  ///
  /// - Complexity: O(bytes).
  mutating func advance(over bytes: some Sequence<UInt8>) {
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
}
