extension PreservedMarkup {
  /// An iterator over the tokens of preserved markup, such as tags, text and placeholders for
  /// values.
  ///
  /// The cursor works only on markup written by ``MarkupBuffer`` and the reader, in which every `>`
  /// in an attribute value is escaped. For other input, the tokens are arbitrary, but the cursor
  /// never crashes.
  struct Cursor {
    enum Token {
      case text(Range<Int>)
      /// A start tag: its name, its attributes with the space before them, and whether it is
      /// self-closing.
      case start(name: Range<Int>, attributes: Range<Int>, isEmpty: Bool)
      case end(name: Range<Int>)
      /// A comment or processing instruction.
      case aside
      /// A section enclosed in control bytes, such as a value's placeholder, with its letter and
      /// content.
      case mark(letter: UInt8, content: Range<Int>)
    }

    let bytes: [UInt8]
    /// The offset at which the current token starts.
    private(set) var start: Int
    /// The offset at which the current token ends.
    private(set) var index: Int
    private let end: Int

    init(_ bytes: [UInt8]) {
      self.init(bytes, in: bytes.indices)
    }

    init(_ bytes: [UInt8], in range: Range<Int>) {
      self.bytes = bytes
      index = range.lowerBound
      start = index
      end = min(range.upperBound, bytes.count)
    }

    /// Returns the next token, or nil at the end.
    mutating func next() -> Token? {
      guard index < end else { return nil }
      start = index
      switch bytes[index] {
      case Mark.open: return mark()
      case UInt8(ascii: "<"): return tag()
      default:
        while index < end, bytes[index] != UInt8(ascii: "<"),
          bytes[index] != Mark.open
        {
          index += 1
        }
        return .text(start..<index)
      }
    }

    private mutating func mark() -> Token {
      let close = position(of: Mark.close, from: index + 1)
      let letter = index + 1 < close ? bytes[index + 1] : 0
      index = min(close + 1, end)
      return .mark(letter: letter, content: min(start + 2, close)..<close)
    }

    private mutating func tag() -> Token {
      let kind = index + 1 < end ? bytes[index + 1] : 0
      if kind == UInt8(ascii: "!") || kind == UInt8(ascii: "?") {
        let closing = kind == UInt8(ascii: "!") ? Array("-->".utf8) : Array("?>".utf8)
        index = min(index + (closing.count == 3 ? 4 : 2), end)
        while index < end {
          let rest = index + closing.count <= end
          if rest, bytes[index..<index + closing.count].elementsEqual(closing) { break }
          index += 1
        }
        index = min(index + closing.count, end)
        return .aside
      }
      let close = position(of: UInt8(ascii: ">"), from: index)
      index = min(close + 1, end)
      if kind == UInt8(ascii: "/") { return .end(name: min(start + 2, close)..<close) }
      let isEmpty = close > start + 1 && bytes[close - 1] == UInt8(ascii: "/")
      let last = isEmpty ? close - 1 : close
      var nameEnd = min(start + 1, last)
      while nameEnd < last, bytes[nameEnd] != UInt8(ascii: " ") { nameEnd += 1 }
      return .start(
        name: min(start + 1, last)..<nameEnd, attributes: nameEnd..<last, isEmpty: isEmpty)
    }

    private func position(of byte: UInt8, from first: Int) -> Int {
      var position = first
      while position < end, bytes[position] != byte { position += 1 }
      return min(position, end)
    }
  }
}

/// Functions that extract attributes and text from markup.
enum XMLSyntax {
  /// Returns the attributes of a start tag, with unescaped values.
  static func attributes(_ bytes: [UInt8], _ range: Range<Int>) -> [(name: String, value: String)] {
    attributeRanges(bytes, range).map {
      (
        String(decoding: bytes[$0.name], as: UTF8.self),
        String(decoding: unescaped(bytes[$0.value]), as: UTF8.self)
      )
    }
  }

  /// Returns the ranges of attribute names and values in a start tag. The values exclude the
  /// quotes.
  static func attributeRanges(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> [(name: Range<Int>, value: Range<Int>)] {
    var found: [(name: Range<Int>, value: Range<Int>)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      while index < range.upperBound, bytes[index] <= 32 { index += 1 }
      let nameStart = index
      while index < range.upperBound, bytes[index] != UInt8(ascii: "=") { index += 1 }
      let name = nameStart..<index
      guard index + 1 < range.upperBound else { break }
      let quote = bytes[index + 1]
      index += 2
      let valueStart = index
      while index < range.upperBound, bytes[index] != quote { index += 1 }
      found.append((name, valueStart..<index))
      index += 1
    }
    return found
  }

  /// Returns an element's unescaped text, without the text of child elements.
  static func plain(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    else { return Array(bytes[range]) }
    var text: [UInt8] = []
    var depth = 0
    var cursor = PreservedMarkup.Cursor(bytes, in: range)
    while let token = cursor.next() {
      switch token {
      case .text(let piece): if depth == 0 { text += unescaped(bytes[piece]) }
      case .start(_, _, let isEmpty): if !isEmpty { depth += 1 }
      case .end: depth -= 1
      case .aside, .mark: break
      }
    }
    return text
  }

  /// Returns text with its XML character and entity references expanded.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
    var plain: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"),
        let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";"))
      {
        let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
        if let scalar = scalar(name) {
          plain += Array(String(Character(scalar)).utf8)
          rest = rest[(end + 1)...]
          continue
        }
      }
      plain.append(byte)
      rest = rest.dropFirst()
    }
    return plain
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }

  /// Returns a name's prefix, without its colon. The result is empty for a name without a prefix.
  static func prefix(_ name: ArraySlice<UInt8>) -> String {
    name.firstIndex(of: UInt8(ascii: ":")).map { String(decoding: name[..<$0], as: UTF8.self) }
      ?? ""
  }

  /// Returns the local part of a name, without its prefix.
  static func local(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return name }
    return name[(colon + 1)...]
  }
}
