/// What stands at the start of a document, looked at before a parser gets it.
///
/// Works on UTF-8, or any encoding that has ASCII where UTF-8 has it.
struct XMLStart {
  /// Bytes to pass over: blanks before an XML declaration, or what is no markup at all.
  private(set) var skipped = 0
  /// Whether what is passed over is more than blanks.
  private(set) var isGarbage = false
  /// Where the tag of the first element begins, or nil if it is not in these bytes.
  private(set) var root: Int?
  /// Its name without prefix.
  private(set) var rootName = ""

  /// Looks at the first bytes of a text.
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

  private static let declaration = Array("<?xml".utf8)

  /// Where a text begins that is an XML declaration or a GPX element, or nil.
  static func markup(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { index in
      text[index] == UInt8(ascii: "<")
        && (text[index...].starts(with: declaration) || isGPX(text[index...]))
    }
  }

  /// Where a text begins that is an XML declaration, or nil.
  static func declaration(in text: ArraySlice<UInt8>) -> Int? {
    text.firstRange(of: declaration)?.lowerBound
  }

  /// Whether a text begins with the start tag of an element `gpx`, under any prefix.
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

  /// Passes over declaration, comments, instructions and a document type to the first element.
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
