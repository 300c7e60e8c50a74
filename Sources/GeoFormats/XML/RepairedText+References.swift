extension RepairedText {
  /// The maximum length of a recognised reference, in bytes.
  private static let longestName = 256
  /// The maximum number of bytes after a `<` that are searched for the next `<` or `>`.
  private static let reach = 1024
  private static let openings: [(opening: [UInt8], closing: [UInt8])] = [
    (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
    (Array("<?".utf8), Array("?>".utf8)), (Array("<!DOCTYPE".utf8), []),
  ]
  private static let declaration = Array("<?xml ".utf8)

  /// Processes a `<` character, and escapes it if it begins neither a tag nor another XML
  /// construct.
  func bracket(_ position: Int) -> Step {
    let rest = input[position...]
    if rest.count < Self.declaration.count, Self.declaration.starts(with: rest) {
      return .stop(position)
    }
    // Another document has separate entity declarations.
    if rest.starts(with: Self.declaration) { definition = DoctypeScan() }
    for (opening, closing) in Self.openings {
      if rest.starts(with: opening) {
        state = closing.isEmpty ? .definition : .passing(until: closing)
        return .go(position + opening.count)
      }
      if rest.count < opening.count, opening.starts(with: rest) { return .stop(position) }
    }
    guard position + 1 < input.count else { return .stop(position) }
    switch input[position + 1] {
    case 0, UInt8(ascii: "!"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      return .go(position + 1)
    case 0x09, 0x0A, 0x0D, 0x20:
      // A `<` with a blank may begin a damaged tag if a `>` follows before the next `<`.
      let ahead = input[(position + 1)...].prefix(Self.reach)
      let next = ahead.first { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
      if next == nil, ahead.count < Self.reach { return .stop(position) }
      guard next == UInt8(ascii: "<") else { return .go(position + 1) }
    default: break
    }
    replace(position, 1, by: Array("&lt;".utf8), .bracket, characters: (1, 4))
    return .go(position + 1)
  }

  /// Processes an `&` character: copies a valid reference, and repairs an invalid one.
  func reference(_ position: Int) -> Step {
    guard position + 1 < input.count else { return .stop(position) }
    if input[position + 1] == UInt8(ascii: "#") { return characterReference(position) }
    let name = input[(position + 1)...].prefix(Self.longestName).prefix { Self.isName($0) }
    let end = name.endIndex
    if end == input.count, name.count < Self.longestName { return .stop(position) }
    guard end < input.count, input[end] == UInt8(ascii: ";"), let first = name.first,
      !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(first)
    else { return ampersand(position) }
    if Self.predefined.contains(where: { name.elementsEqual($0) }) { return .go(end) }
    if definition.isUncertain || definition.names.contains(Array(name)) { return .go(end) }
    let shown = name.withUnsafeBufferPointer { Excerpt.of($0) }
    guard let scalar = HTMLEntity.character(name) else {
      replace(
        position, 1, by: Array("&amp;".utf8), .entity(shown, read: nil), characters: (1, 5))
      return .go(position + 1)
    }
    replace(
      position, end + 1 - position, by: Array(String(Character(scalar)).utf8),
      .entity(shown, read: scalar), characters: (end + 1 - position, 1))
    return .go(end + 1)
  }

  private static let predefined = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }

  private func characterReference(_ position: Int) -> Step {
    let first = position + 2
    guard first < input.count else { return .stop(position) }
    let isHex = input[first] == UInt8(ascii: "x")
    let digits = input[(isHex ? first + 1 : first)...].prefix(Self.longestName).prefix { byte in
      byte &- 48 < 10 || isHex && (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
    let end = digits.endIndex
    if end == input.count, digits.count < Self.longestName { return .stop(position) }
    guard end < input.count, input[end] == UInt8(ascii: ";"), !digits.isEmpty else {
      return ampersand(position)
    }
    let text = String(decoding: digits.drop { $0 == 48 }.prefix(10), as: UTF8.self)
    let value = text.isEmpty ? 0 : UInt32(text, radix: isHex ? 16 : 10) ?? .max
    if let scalar = Unicode.Scalar(value), !OutputBuffer.isForbidden(scalar) { return .go(end) }
    let shown = input[(position + 1)..<end].withUnsafeBufferPointer { Excerpt.of($0) }
    replace(
      position, end + 1 - position, by: Array("\u{FFFD}".utf8), .character(shown),
      characters: (end + 1 - position, 1))
    return .go(end + 1)
  }

  private func ampersand(_ position: Int) -> Step {
    replace(position, 1, by: Array("&amp;".utf8), .ampersand, characters: (1, 5))
    return .go(position + 1)
  }
}
