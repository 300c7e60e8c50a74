extension JSONReader {
  /// The maximum length, in bytes, of a key that is shown in a JSON path.
  private static let longestKey = 64
  /// The maximum number of keys per object that are stored to detect repeated keys.
  private static let mostHashes = 256

  /// Reads a key and the colon after it.
  func key(_ byte: UInt8) throws -> Token {
    tokenStart = position
    guard byte == UInt8(ascii: "\"") else {
      throw unexpected("a key in double quotes is missing")
    }
    try scanString()
    rememberKey()
    guard try significantByte() == UInt8(ascii: ":") else {
      tokenStart = position
      throw unexpected("the colon after a key is missing")
    }
    position += 1
    state = .value
    return .key
  }

  private func rememberKey() {
    let bytes = UnsafeBufferPointer(start: memory + textStart, count: textCount)
    if keys.count > current.keyStart { keys.removeLast(keys.count - current.keyStart) }
    keys += bytes.prefix(Self.longestKey)
    // FNV-1a. An equal hash of different keys is improbable enough to be ignored.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let value = Int(truncatingIfNeeded: hash)
    isDuplicateKey = hashes[current.hashStart...].contains(value)
    if isDuplicateKey {
      note(.duplicateKey, Excerpt.of(bytes))
    } else if hashes.count - current.hashStart < Self.mostHashes {
      hashes.append(value)
    }
  }

  /// Reads a string in double quotes.
  func scanString() throws {
    mark = position
    hasEscapes = false
    hasControls = false
    var index = position + 1
    while true {
      let byte = memory[index]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index &+= 1
        if index == end { index = try fill(at: index, "a text") }
        index &+= 1
      } else if byte >= 0x20 {
        index &+= 1
      } else if index == end {
        index = try fill(at: index, "a text")
      } else {
        if !hasControls { note(.controlCharacter) }
        hasControls = true
        index &+= 1
      }
    }
    textStart = mark + 1
    textCount = index - textStart
    tokenStart = mark
    position = index + 1
  }

  /// Reads the file's next chunk when the current chunk ends inside a token.
  ///
  /// - Returns: The new value of `index`, which changes when unneeded bytes are dropped from
  ///   memory.
  private func fill(at index: Int, _ element: String) throws -> Int {
    var index = index
    guard try continues(at: &index) else {
      throw JSONFault(.jsonTruncated, at: place, "the file ends inside \(element)")
    }
    return index
  }

  /// Reads the next bytes of the file if the current token extends to the end of the bytes in
  /// memory.
  ///
  /// - Parameter index: The index of the next byte to scan.
  ///   If the bytes are moved in memory, the index is adjusted.
  /// - Returns: Whether more bytes were read. If no bytes were read, the token has ended.
  private func continues(at index: inout Int) throws -> Bool {
    guard index == end else { return false }
    let distance = index - mark
    let isContinued = try fill()
    index = mark + distance
    return isContinued
  }

  func scanNumber() throws {
    mark = position
    isOddNumber = false
    let first = memory[position]
    var index = position + 1
    // Whether the number needs a closer look, because it is not just digits with one point inside.
    var isOdd = first &- 48 >= 10 && first != UInt8(ascii: "-")
    var points = 0
    while true {
      let byte = memory[index]
      if byte &- 48 < 10 {
        index &+= 1
      } else if byte == UInt8(ascii: ".") {
        points &+= 1
        index &+= 1
      } else if byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-")
      {
        isOdd = true
        index &+= 1
      } else if try !continues(at: &index) {
        break
      }
    }
    textStart = mark
    textCount = index - mark
    tokenStart = mark
    position = index
    let start = memory + textStart
    let digits = first == UInt8(ascii: "-") ? start + 1 : start
    let length = textCount - (digits - start)
    let hasLeadingZero = length > 1 && digits[0] == 48 && digits[1] &- 48 < 10
    if isOdd || points > 1 || length == 0 || hasLeadingZero || digits[0] == UInt8(ascii: ".")
      || start[textCount - 1] == UInt8(ascii: ".")
    {
      try checkNotation()
    }
  }

  /// Checks the notation of a number that has an exponent or does not follow the JSON grammar.
  /// Throws an error if the text is not a number.
  private func checkNotation() throws {
    let text = UnsafeBufferPointer(start: memory + textStart, count: textCount)
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.isEmpty, memory[position] | 0x20 == UInt8(ascii: "i") {
      // The word Infinity follows.
      position = textStart + 1
      _ = try scanWord()
      return
    }
    let whole = rest.prefix { $0 &- 48 < 10 }
    rest = rest[whole.endIndex...]
    var isStrict = !whole.isEmpty && (whole.count == 1 || whole.first != 48)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0 &- 48 < 10 }
      rest = rest[fraction.endIndex...]
      isStrict = isStrict && !fraction.isEmpty
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      isStrict = isStrict && !rest.isEmpty && rest.allSatisfy { $0 &- 48 < 10 }
      if isStrict { return }
    }
    if isStrict, rest.isEmpty { return }
    let unsigned = text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    guard unsigned.contains(where: { $0 &- 48 < 10 }), !number.isNaN else {
      throw unexpected("\(Excerpt.of(text)) is not a number")
    }
    isOddNumber = true
    note(.notation, Excerpt.of(text))
  }

  /// Reads `true`, `false`, `null`, or a similar word from another programming language.
  func scanWord() throws -> Token {
    mark = tokenStart
    var index = position
    while true {
      let byte = memory[index]
      if (byte | 0x20) &- UInt8(ascii: "a") < 26, index - mark < 16 {
        index &+= 1
      } else if try !continues(at: &index) {
        break
      }
    }
    textStart = mark
    textCount = index - mark
    tokenStart = mark
    let word = String(
      decoding: UnsafeBufferPointer(start: memory + mark, count: textCount), as: UTF8.self)
    let token: Token
    switch word {
    case "true": token = .true
    case "false": token = .false
    case "null": token = .null
    case "True": token = .true
    case "False": token = .false
    case "None", "undefined": token = .null
    default:
      guard ["nan", "infinity", "inf", "-nan", "-infinity", "-inf"].contains(word.lowercased())
      else { throw unexpected("a value is missing") }
      token = .number
    }
    if token == .number {
      note(.notNumber, word)
    } else if !["true", "false", "null"].contains(word) {
      note(.word, word)
    }
    position = index
    return token
  }

  /// Returns the fault for a syntax error at the current token, or at the end of a truncated file.
  ///
  /// - Parameter problem: A sentence, without its full stop, that names the missing syntax element.
  func unexpected(_ problem: String) -> JSONFault {
    guard tokenStart < end else {
      return JSONFault(.jsonTruncated, at: place, "the file ends before its content is complete")
    }
    let rest = UnsafeBufferPointer(start: memory + tokenStart, count: min(end - tokenStart, 24))
    return JSONFault(
      .jsonMalformed, at: place, "the JSON is malformed near “\(Excerpt.of(rest))”: \(problem)")
  }
}
