/// Functions that convert HTML descriptions to plain text.
enum KMLDescription {
  private static let breaks: Set = [
    "br", "p", "div", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "blockquote", "pre", "dd", "dt",
  ]

  /// Returns a description as plain text without surrounding white space. If the description is
  /// HTML, its tags are removed and its references are replaced. The result is empty if there is no
  /// text.
  ///
  /// - Complexity: O(n), where n is the length of the description in bytes.
  static func plainText(_ description: String) -> String {
    let bytes = Array(description.utf8)
    guard isHTML(bytes) else { return trimmed(bytes) }
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        index = tag(bytes, at: index, &text)
      case UInt8(ascii: "&"):
        index = reference(bytes, at: index, &text)
      case 0...0x20:
        space(&text)
        index += 1
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    return trimmed(text)
  }

  /// Returns whether text contains a tag, or a reference such as `&amp;`.
  private static func isHTML(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast().contains { index in
      let next = bytes[index + 1]
      let isLetter = (next | 0x20) &- UInt8(ascii: "a") < 26
      switch bytes[index] {
      case UInt8(ascii: "<"):
        return isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      case UInt8(ascii: "&"):
        guard isLetter || next == UInt8(ascii: "#") else { return false }
        return bytes[index...].prefix(12).contains(UInt8(ascii: ";"))
      default: return false
      }
    }
  }

  /// Processes an HTML tag or comment in a description, and returns the index after the tag or
  /// comment.
  private static func tag(_ bytes: [UInt8], at start: Int, _ text: inout [UInt8]) -> Int {
    let rest = bytes[start...]
    if rest.starts(with: "<!--".utf8) {
      return rest.firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.count
    }
    let name = rest.dropFirst().drop { $0 == UInt8(ascii: "/") }
      .prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- 48 < 10 }
    guard !name.isEmpty || rest.dropFirst().first == UInt8(ascii: "!") else {
      text.append(bytes[start])
      return start + 1
    }
    var end = name.endIndex
    var quote: UInt8 = 0
    while end < bytes.count, quote != 0 || bytes[end] != UInt8(ascii: ">") {
      if quote != 0 {
        if bytes[end] == quote { quote = 0 }
      } else if bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'") {
        quote = bytes[end]
      }
      end += 1
    }
    end = min(end + 1, bytes.count)
    let local = String(decoding: name, as: UTF8.self).lowercased()
    let isEnd = bytes[start + 1] == UInt8(ascii: "/")
    if breaks.contains(local) { lineBreak(&text) }
    if local == "td" || local == "th" { space(&text) }
    if !isEnd, local == "script" || local == "style" {
      let closing = Array("</\(local)".utf8)
      var index = end
      while index < bytes.count {
        let candidate = bytes[index...].prefix(closing.count)
        if candidate.map({ $0 &- 65 < 26 ? $0 | 0x20 : $0 }) == closing { return index }
        index += 1
      }
      return bytes.count
    }
    return end
  }

  /// Converts a reference such as `&amp;` or `&#233;` to a character, and returns the index after
  /// the reference.
  private static func reference(_ bytes: [UInt8], at start: Int, _ text: inout [UInt8]) -> Int {
    let name = bytes[(start + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
      let scalar = scalar(name)
    else {
      text.append(bytes[start])
      return start + 1
    }
    if scalar == "\u{A0}" || scalar.value <= 0x20 {
      space(&text)
    } else {
      text += Array(String(Character(scalar)).utf8)
    }
    return name.endIndex + 1
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let value =
        digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init)
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: return HTMLEntity.character(name)
    }
  }

  private static func space(_ text: inout [UInt8]) {
    if let last = text.last, last > 0x20 { text.append(0x20) }
  }

  private static func lineBreak(_ text: inout [UInt8]) {
    while text.last == 0x20 { text.removeLast() }
    // At most one empty line separates paragraphs.
    if !text.isEmpty, !text.suffix(2).elementsEqual([10, 10]) { text.append(10) }
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let start = bytes.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 } ?? start.startIndex - 1
    return String(decoding: start[start.startIndex..<(end + 1)], as: UTF8.self)
  }
}
