/// A function, initializer or computed property with a long body.
struct LongFunction {
  /// The number of lines above which a function needs comments that give the reasons for its steps.
  static let mostLines = 40

  let name: String
  let line: Int
  let lineCount: Int

  /// Returns the long functions of a file that have no ordinary comment.
  ///
  /// A body that consists of a single `switch` or a single literal is a table, which needs no
  /// comments.
  static func withoutComments(in file: SourceFile) -> [LongFunction] {
    let bytes = Array(file.code.text.utf8)
    lazy var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return header.matches(in: file.code.text).compactMap { groups in
      guard let whole = groups[0], let body = body(after: whole, bytes) else { return nil }
      let start = whole.drop(while: \.isWhitespace)
      let offset = file.code.text.utf8.distance(
        from: file.code.text.utf8.startIndex, to: start.startIndex)
      let count = bytes[offset..<body.upperBound].count { $0 == UInt8(ascii: "\n") } + 1
      guard count > mostLines, !isTable(bytes[body]) else { return nil }
      let first = start.lineNumber
      let hasComment = lines[(first - 1)..<(first - 1 + count)].contains { line in
        let text = line.drop(while: \.isWhitespace)
        return text.hasPrefix("// ") || line.contains("  // ")
      }
      let title = whole.split(whereSeparator: \.isNewline).last ?? whole
      return hasComment
        ? nil
        : LongFunction(
          name: String(title.drop(while: \.isWhitespace)), line: first, lineCount: count)
    }
  }

  private static let header = Pattern(
    #"""
    ^ [^\S\n]* (?: @\w+ (?: \( [^()]* \) )? \s+ | (?: public | package | private | fileprivate | internal | static | mutating
      | override | nonisolated | convenience | required | final | class | indirect | open ) \s+ )*
    (?: func \s+ [^\s(<]* | init [?]? (?: < [^>]* > )? \( | subscript \b | var \s+ \w+ \s* : [^={}\n]* (?= \{ ) )
    """#)

  /// Returns the range of the bytes between the braces of the body that follows a header, or nil if
  /// the declaration has no body.
  private static func body(after header: Substring, _ bytes: [UInt8]) -> Range<Int>? {
    var place = header.base.utf8.distance(
      from: header.base.utf8.startIndex, to: header.endIndex)
    var depth = header.hasSuffix("(") ? 1 : 0
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "}") where depth == 0: return nil
      case UInt8(ascii: "{") where depth == 0:
        let words = String(decoding: bytes[start..<place], as: UTF8.self)
          .split { !$0.isLetter }
        // A requirement of a protocol has no body; the brace belongs to a later declaration.
        guard !words.contains(where: { ["func", "var", "let", "struct", "enum"].contains($0) }),
          let end = closing(bytes[place...])
        else { return nil }
        return place + 1..<end
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Returns the index of the bracket that closes the first bracket of a text.
  private static func closing(_ text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for (index, byte) in zip(text.indices, text) {
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// Returns whether a body is a single `switch` or a single expression in brackets.
  private static func isTable(_ body: ArraySlice<UInt8>) -> Bool {
    guard let last = body.lastIndex(where: { $0 > 32 }),
      let first = body.firstIndex(where: { $0 > 32 })
    else { return false }
    let isSwitch = body[first...].starts(with: Array("switch ".utf8))
    let opening = isSwitch ? "{" : "(["
    return body.firstIndex { opening.utf8.contains($0) }.flatMap { closing(body[$0...]) } == last
  }
}
