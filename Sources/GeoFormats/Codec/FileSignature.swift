/// What the first bytes of a file tell about it.
enum FileSignature: Equatable {
  /// Nothing but perhaps blanks and a byte order mark.
  case empty
  /// Markup, so XML of some kind or near it.
  case markup
  /// A compressed file or an archive, by its name.
  case compressed(String)
  /// Text or data that no format here is, by its name where that is known.
  case foreign(String)

  /// Looks at the start of a file, 512 bytes or all there are.
  init(_ head: [UInt8]) {
    let magics: [([UInt8], String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x50, 0x4B, 0x03, 0x04], "ZIP"), ([0x42, 0x5A, 0x68], "bzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard"),
      ([0x37, 0x7A, 0xBC, 0xAF], "7-Zip"),
    ]
    if let (_, name) = magics.first(where: { head.starts(with: $0.0) }) {
      self = .compressed(name)
      return
    }
    if head.count > 262, head[257..<262].elementsEqual("ustar".utf8) {
      self = .compressed("tar")
      return
    }
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    let mark = marks.first { head.starts(with: $0) }?.count ?? 0
    let text = head.dropFirst(mark)
    guard let first = text.first(where: { $0 > 0x20 }) else {
      self = text.contains(0) ? .foreign("zero bytes") : .empty
      return
    }
    switch first {
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .foreign("JSON")
    default: self = .foreign("")
    }
  }
}
