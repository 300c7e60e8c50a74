extension JSONReader {
  /// The bytes of the most recently read key, string or number, as UTF-8 with escape sequences
  /// decoded. They are valid until the next call to a method of the parser.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory + textStart, count: textCount)
  }

  /// The most recently read key or string.
  var string: String {
    if hasEscapes {
      decode()
      return String(decoding: decoded, as: UTF8.self)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The most recently read number. NaN if it is too large for a `Double`, or is a word such as
  /// `NaN`.
  var number: Double { DecimalNumber.parse(memory + textStart, count: textCount) }

  /// Returns whether the most recently read key or string equals the given text.
  func textIs(_ text: StaticString) -> Bool {
    if hasEscapes { return string == text.description }
    guard text.utf8CodeUnitCount == textCount else { return false }
    return UnsafeBufferPointer(start: text.utf8Start, count: textCount).elementsEqual(bytes)
  }

  /// Reads the next key of the current object. The values of repeated keys are skipped.
  ///
  /// - Returns: False at the object's end.
  func nextKey() throws -> Bool {
    while try next() == .key {
      if !isDuplicateKey { return true }
      _ = try next()
      try skipValue()
    }
    return false
  }

  /// Skips the whole value that begins at the current token.
  func skipValue() throws {
    guard lastToken == .objectStart || lastToken == .arrayStart else { return }
    let depth = depth - 1
    while self.depth > depth { _ = try next() }
  }

  /// Skips the next value, such as the value of the key that was just read.
  func skipNext() throws {
    _ = try next()
    try skipValue()
  }

  /// Reads the next value if it is a string, and skips it otherwise.
  ///
  /// - Returns: The string, or nil for any other value.
  func nextString() throws -> String? {
    if try next() == .string { return string }
    try skipValue()
    return nil
  }

  /// Reads the value that begins at the current token, and returns its JSON text without white
  /// space or comments.
  ///
  /// - Returns: The JSON text, or nil if it is longer than the limit.
  func valueText(limit: Int) throws -> String? {
    var output: [UInt8] = []
    var needsComma = false
    var isTooLong = false
    let outside = depth - (lastToken == .objectStart || lastToken == .arrayStart ? 1 : 0)
    while true {
      let isEnd = lastToken == .objectEnd || lastToken == .arrayEnd
      if needsComma, !isEnd { output.append(UInt8(ascii: ",")) }
      append(to: &output)
      needsComma = ![.key, .objectStart, .arrayStart].contains(lastToken)
      if output.count > limit {
        isTooLong = true
        output.removeAll()
      }
      guard depth > outside else { break }
      _ = try next()
    }
    return isTooLong ? nil : String(decoding: output, as: UTF8.self)
  }

  private func append(to output: inout [UInt8]) {
    switch lastToken {
    case .objectStart: output.append(UInt8(ascii: "{"))
    case .objectEnd: output.append(UInt8(ascii: "}"))
    case .arrayStart: output.append(UInt8(ascii: "["))
    case .arrayEnd: output.append(UInt8(ascii: "]"))
    case .key, .string:
      appendQuoted(to: &output)
      if lastToken == .key { output.append(UInt8(ascii: ":")) }
    case .number:
      if isWord {
        output += Array("null".utf8)
      } else if isOddNumber {
        output += Array(OutputBuffer.plainDecimal(number).utf8)
      } else {
        output += bytes
      }
    case .true: output += Array("true".utf8)
    case .false: output += Array("false".utf8)
    case .null, .end: output += Array("null".utf8)
    }
  }

  private func appendQuoted(to output: inout [UInt8]) {
    if hasEscapes || hasControls { decode() }
    output.append(UInt8(ascii: "\""))
    if hasEscapes || hasControls {
      JSONString.append(decoded, to: &output)
    } else {
      output += bytes
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether the most recently read number is a word such as `NaN`.
  private var isWord: Bool {
    guard let last = bytes.last else { return false }
    return (last | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Decodes the escape sequences in the most recently read key or string into ``decoded``.
  private func decode() {
    decoded.removeAll(keepingCapacity: true)
    let text = bytes
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < text.count else {
        decoded.append(byte)
        continue
      }
      let letter = text[index]
      index += 1
      switch letter {
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
      case UInt8(ascii: "u"): decodeUnit(text, &index)
      default:
        note(.escape, Excerpt.of("\\\(Character(Unicode.Scalar(letter)))"))
        decoded.append(letter)
      }
    }
  }

  /// Decodes the four hexadecimal digits after `\u` and, for a high surrogate, the escape sequence
  /// of the low surrogate that follows.
  private func decodeUnit(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    guard let first = Self.unit(text, index) else {
      note(.escape, "\\u")
      decoded += Array("\u{FFFD}".utf8)
      return
    }
    index += 4
    var value = first
    if first & 0xFC00 == 0xD800, index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u"), let second = Self.unit(text, index + 2),
      second & 0xFC00 == 0xDC00
    {
      index += 6
      value = 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
    }
    if let scalar = Unicode.Scalar(value) {
      decoded += Array(String(Character(scalar)).utf8)
    } else {
      note(.escape, "\\u" + String(first, radix: 16))
      decoded += Array("\u{FFFD}".utf8)
    }
  }

  private static func unit(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      let byte = text[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: Positions

  /// The number of keys and indices shown on either side of the ellipsis in a long JSON path.
  private static let shownSteps = 8

  /// The JSON path of the current token, such as `$.features[3].geometry`.
  var path: String {
    var containers = outer.dropFirst() + [current]
    if outer.isEmpty || lastToken == .objectStart || lastToken == .arrayStart {
      containers = containers.dropLast()
    }
    let list = Array(containers)
    var path = "$"
    for (index, container) in list.enumerated() {
      if list.count > 2 * Self.shownSteps, index >= Self.shownSteps,
        index < list.count - Self.shownSteps
      {
        if index == Self.shownSteps { path += "…" }
        continue
      }
      guard container.isObject else {
        path += "[\(container.index)]"
        continue
      }
      let rest = keys[container.keyStart...]
      let next = index + 1 < list.count ? list[index + 1].keyStart : keys.count
      let key = rest.prefix(next - container.keyStart)
      guard !key.isEmpty else { continue }
      let isPlain = key.allSatisfy {
        ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: "_")
      }
      let shown = Array(key).withUnsafeBufferPointer { Excerpt.of($0) }
      path += isPlain ? ".\(shown)" : "['\(shown)']"
    }
    return path
  }

  /// The diagnostics about the repairs made in the file, one for each kind of repair.
  var repairs: [Diagnostic] {
    JSONRepair.allCases.compactMap { tally[$0] }.map { entry in
      Diagnostic(
        at: entry.place, code: entry.kind.code, action: entry.kind.action,
        message: entry.kind.message(entry.detail) + entry.times)
    }
  }
}
