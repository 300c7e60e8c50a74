/// A scanner that finds the end of a document type definition and records the declared entities.
struct DoctypeScan {
  /// The maximum length, in bytes, of a document type definition for which all entities are
  /// recorded.
  private static let limit = 1 << 16
  private static let opening = Array("<!ENTITY".utf8)

  /// The names of the declared entities.
  private(set) var names: Set<[UInt8]> = []
  /// Whether ``names`` may be incomplete because the document type definition is too long.
  private(set) var isUncertain = false
  private var bytes: [UInt8] = []
  private var quote: UInt8 = 0
  /// The characters that end the comment or processing instruction being skipped. Empty if neither
  /// is being skipped.
  private var closing: [UInt8] = []
  private var isInside = false

  /// Processes the next byte of a document type definition. The first byte is the one after
  /// `<!DOCTYPE`.
  ///
  /// - Returns: Whether the byte ends the document type definition.
  mutating func consume(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    if bytes.count > Self.limit {
      isUncertain = true
      bytes.removeFirst(Self.limit - 16)
    }
    if !closing.isEmpty {
      if ends(with: closing) { closing = [] }
    } else if quote != 0 {
      if byte == quote { quote = 0 }
    } else {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: "-")
      where ends(with: Array("<!--".utf8)):
        closing = Array("-->".utf8)
      case UInt8(ascii: "?")
      where ends(with: Array("<?".utf8)):
        closing = Array("?>".utf8)
      case UInt8(ascii: ">") where !isInside:
        collect()
        return true
      default: break
      }
    }
    return false
  }

  private func ends(with text: [UInt8]) -> Bool {
    bytes.count >= text.count && bytes.suffix(text.count).elementsEqual(text)
  }

  private mutating func collect() {
    var rest = bytes[...]
    while let start = rest.firstRange(of: Self.opening) {
      rest = rest[start.upperBound...].drop { $0 <= 0x20 }
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      names.insert(Array(name))
    }
    bytes = []
  }
}
