/// The code of a Swift source text, without its comments and the contents of its literals.
///
/// Comments and literals are replaced with blanks, so that a search finds only code. Line breaks
/// are kept, which preserves line numbers. Code inside string interpolations is kept too.
struct SwiftCode {
  let text: String
  /// The contents of the string literals. Everything else, including code in interpolations, is
  /// replaced with blanks.
  let literals: String

  init(_ source: String) {
    var blanking = Blanking(Array(source.utf8))
    text = blanking.run()
    literals = String(decoding: blanking.literals, as: UTF8.self)
  }
}

private enum Mode {
  /// The mode for code. In an interpolation, the value counts the open parentheses.
  case code(openBrackets: Int)
  case lineComment
  case blockComment(depth: Int)
  case string(hashes: Int, isMultiline: Bool)
  case regex(hashes: Int)
}

private struct Blanking {
  private let bytes: [UInt8]
  private var result: [UInt8] = []
  private(set) var literals: [UInt8] = []
  private var position = 0
  private var modes: [Mode] = [.code(openBrackets: 0)]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    result.reserveCapacity(bytes.count)
    literals.reserveCapacity(bytes.count)
  }

  mutating func run() -> String {
    while position < bytes.count, let mode = modes.last {
      switch mode {
      case .code(let openBrackets): code(openBrackets)
      case .lineComment: lineComment()
      case .blockComment(let depth): blockComment(depth)
      case .string(let hashes, let isMultiline): string(hashes, isMultiline)
      case .regex(let hashes): regex(hashes)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func code(_ openBrackets: Int) {
    guard "/\"#()".utf8.contains(bytes[position]) else { return keep(1) }
    if follows("//") {
      modes.append(.lineComment)
    } else if follows("/*") {
      modes.append(.blockComment(depth: 0))
    } else if let opening = openingQuote() {
      keep(opening.length)
      modes.append(.string(hashes: opening.hashes, isMultiline: opening.isMultiline))
    } else if let hashes = openingSlash() {
      keep(hashes + 1)
      modes.append(.regex(hashes: hashes))
    } else {
      let byte = bytes[position]
      keep(1)
      guard modes.count > 1, byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") else { return }
      modes.removeLast()
      let open = openBrackets + (byte == UInt8(ascii: "(") ? 1 : -1)
      if open > 0 { modes.append(.code(openBrackets: open)) }
    }
  }

  private mutating func lineComment() {
    if bytes[position] == UInt8(ascii: "\n") {
      modes.removeLast()
    } else {
      blank(1)
    }
  }

  private mutating func blockComment(_ depth: Int) {
    let change = follows("/*") ? 1 : follows("*/") ? -1 : 0
    blank(change == 0 ? 1 : 2)
    guard change != 0 else { return }
    modes.removeLast()
    if depth + change > 0 { modes.append(.blockComment(depth: depth + change)) }
  }

  private mutating func string(_ hashes: Int, _ isMultiline: Bool) {
    guard "\"\\\n".utf8.contains(bytes[position]) else { return blank(1) }
    let hashMarks = String(repeating: "#", count: hashes)
    let closing = (isMultiline ? "\"\"\"" : "\"") + hashMarks
    if follows(closing) {
      keep(closing.utf8.count)
      modes.removeLast()
    } else if follows("\\" + hashMarks + "(") {
      keep(2 + hashes)
      modes.append(.code(openBrackets: 1))
    } else if follows("\\" + hashMarks) {
      blank(2 + hashes)
    } else if bytes[position] == UInt8(ascii: "\n"), !isMultiline {
      modes.removeLast()
    } else {
      blank(1)
    }
  }

  private mutating func regex(_ hashes: Int) {
    let closing = "/" + String(repeating: "#", count: hashes)
    if follows(closing) {
      keep(closing.utf8.count)
      modes.removeLast()
    } else {
      blank(bytes[position] == UInt8(ascii: "\\") ? 2 : 1)
    }
  }

  /// Returns the opening string delimiter at the position (hashes, then one or three quotes), or
  /// nil.
  private func openingQuote() -> (length: Int, hashes: Int, isMultiline: Bool)? {
    let hashes = hashCount()
    guard position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "\"") else {
      return nil
    }
    let isMultiline = follows("\"\"\"", after: hashes)
    return (hashes + (isMultiline ? 3 : 1), hashes, isMultiline)
  }

  /// Returns the number of hashes of the regex literal that begins at the position, or nil.
  ///
  /// A bare `/` begins a regex literal if an operand is expected and a second `/` is on the same
  /// line.
  private func openingSlash() -> Int? {
    let hashes = hashCount()
    guard position + hashes + 1 < bytes.count, bytes[position + hashes] == UInt8(ascii: "/") else {
      return nil
    }
    if hashes > 0 { return hashes }
    let before = bytes[..<position].last { $0 != UInt8(ascii: " ") }
    guard let before, "=([{,:\n".utf8.contains(before), bytes[position + 1] != UInt8(ascii: " ")
    else { return nil }
    let rest = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    return rest.contains(UInt8(ascii: "/")) ? 0 : nil
  }

  private func hashCount() -> Int {
    bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
  }

  private func follows(_ text: String, after offset: Int = 0) -> Bool {
    bytes[(position + offset)...].starts(with: text.utf8)
  }

  private mutating func keep(_ count: Int) {
    let end = min(position + count, bytes.count)
    result += bytes[position..<end]
    literals += Self.blanks(bytes[position..<end])
    position = end
  }

  private mutating func blank(_ count: Int) {
    let end = min(position + count, bytes.count)
    let range = bytes[position..<end]
    result += Self.blanks(range)
    if case .string = modes.last { literals += range } else { literals += Self.blanks(range) }
    position = end
  }

  private static func blanks(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
  }
}
