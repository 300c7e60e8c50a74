/// The result of inspecting the start of an XML document before it is passed to a parser.
///
/// The inspection works for UTF-8 and for any encoding that is compatible with ASCII.
struct XMLStart {
  /// The number of bytes to skip: white space before an XML declaration, or bytes that are not
  /// markup.
  private(set) var skipped = 0
  /// Whether the skipped bytes contain anything other than white space.
  private(set) var isGarbage = false
  /// The offset of the first element's tag. Nil if the tag is not in the inspected bytes.
  private(set) var root: Int?
  /// The name of the first element without its prefix.
  private(set) var rootName = ""

  /// Inspects the first bytes of a file's text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = Array(bytes)
    let first = text.firstIndex { $0 > 0x20 } ?? 0
    if text.indices.contains(first), text[first] != UInt8(ascii: "<") {
      guard let start = Self.markup(in: text[...]) else { return }
      skipped = start
      isGarbage = true
    } else if text[first...].starts(with: Self.declaration) {
      skipped = first
    }
    findRoot(text)
  }

  /// The diagnostic about the skipped bytes. Nil if nothing was skipped.
  var diagnostic: Diagnostic? {
    guard skipped > 0 else { return nil }
    let bytes =
      skipped == 1
      ? "1 byte before the document is not XML and was skipped"
      : "\(skipped) bytes before the document are not XML and were skipped"
    return Diagnostic(
      line: 1, column: 1, element: isGarbage ? nil : "?xml",
      code: isGarbage ? .xmlLeadingContent : .xmlLeadingSpace, action: .repaired,
      message: isGarbage ? bytes : "white space before the XML declaration was skipped")
  }

  private static let declaration = Array("<?xml".utf8)

  /// Returns the index at which the first XML declaration or `gpx` tag begins in the text. Returns
  /// nil if the text contains neither.
  static func markup(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { index in
      text[index] == UInt8(ascii: "<")
        && (text[index...].starts(with: declaration) || isGPX(text[index...]))
    }
  }

  /// Returns the index at which the first XML declaration begins in the text. Returns nil if there
  /// is no XML declaration.
  static func declaration(in text: ArraySlice<UInt8>) -> Int? {
    text.firstRange(of: declaration)?.lowerBound
  }

  /// Returns whether text begins with the start tag of a `gpx` element, with or without a prefix.
  static func isGPX(_ text: some Collection<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "<") else { return false }
    let name = text.dropFirst().prefix { isName($0) }
    let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last
    guard let local, local.count == 3 else { return false }
    return local.map { $0 | 0x20 }.elementsEqual("gpx".utf8)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
      && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "=")
  }

  /// Skips the XML declaration, comments and processing instructions before the first element.
  private mutating func findRoot(_ text: [UInt8]) {
    var index = skipped
    while let next = text[index...].firstIndex(of: UInt8(ascii: "<")), next + 1 < text.count {
      let end: [UInt8]
      switch text[next + 1] {
      case UInt8(ascii: "?"): end = Array("?>".utf8)
      case UInt8(ascii: "!"):
        guard text[next...].starts(with: Array("<!--".utf8)) else { return }
        end = Array("-->".utf8)
      default:
        let name = text[(next + 1)...].prefix { Self.isName($0) }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? []
        root = next
        rootName = String(decoding: local, as: UTF8.self)
        return
      }
      guard let close = text[next...].firstRange(of: end) else { return }
      index = close.upperBound
    }
  }
}
