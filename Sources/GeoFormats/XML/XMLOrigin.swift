/// A mapping from positions in the parser's input to lines and columns in the file.
struct XMLOrigin {
  /// The line of the file at which the parser's input begins, counted from 1. ``column`` is the
  /// column in this line.
  var line = 1
  var column = 1
  /// Whether the last processed byte was a carriage return. A line feed after a carriage return
  /// belongs to the same line ending.
  private(set) var wasReturn = false
  /// The repaired passages, in which the parser's input differs from the file.
  private(set) var changes: [Change] = []

  /// A repaired passage within one line. The parser's input differs from the file in this passage.
  struct Change {
    /// The passage's line number in the parser's input, counted from 1. ``start`` is the passage's
    /// first column, and ``end`` is the column after its last one.
    var line: Int
    var start: Int
    var end: Int
    /// The passage's length in the file minus its length in the parser's input, in characters.
    var shift: Int
  }

  /// The maximum number of repaired passages that are stored separately for one line. Further
  /// passages are merged.
  private static let most = 4096

  /// Records a passage that a repair has changed. The changes must be recorded in the order of
  /// their positions.
  mutating func note(_ change: Change) {
    guard change.shift != 0 else { return }
    if changes.count >= Self.most, let last = changes.last, last.line == change.line {
      changes[changes.count - 1].end = change.end
      changes[changes.count - 1].shift += change.shift
    } else {
      changes.append(change)
    }
  }

  /// Removes the recorded changes that lie before the given position in the parser's input. The
  /// removed changes in the current line are replaced with one change that has their combined
  /// shift.
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

  /// Returns the mapping of positions for a document that begins at the given position in the
  /// parser's input. The position is given as a line and column, both counted from 1.
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

  /// Returns the line and column in the file for a line and column in the parser's input. All of
  /// them are counted from 1.
  func place(line parserLine: Int, column parserColumn: Int) -> (line: Int, column: Int) {
    var column = parserColumn
    var index = changes.count
    // Most requested positions are near the last recorded change.
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

  /// Advances the position past the given UTF-8 bytes.
  ///
  /// - Complexity: O(n), where n is the number of bytes.
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
