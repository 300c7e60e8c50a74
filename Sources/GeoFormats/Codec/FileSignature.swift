/// What the first bytes of a file tell about it.
enum FileSignature: Equatable {
  enum Packing {
    case gzip
    case bzip2
    case zip
  }

  /// How many bytes are to be looked at.
  static let headSize = 4096

  /// Nothing but perhaps blanks and a byte order mark.
  case empty
  /// Markup, so XML of some kind or near it.
  case markup
  /// A packed file that can be unpacked here.
  case packed(Packing)
  /// Another compressed file or archive, by its name.
  case compressed(String)
  /// Text or data that no format here is, by its name where that is known.
  case foreign(String)

  /// Looks at the start of a file, ``headSize`` bytes or all there are.
  init(_ head: [UInt8]) {
    let packings: [([UInt8], Packing)] = [
      ([0x1F, 0x8B], .gzip), ([0x50, 0x4B, 3, 4], .zip), ([0x42, 0x5A, 0x68], .bzip2),
    ]
    if let (_, packing) = packings.first(where: { head.starts(with: $0.0) }) {
      self = .packed(packing)
      return
    }
    let magics: [([UInt8], String)] = [
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
    default: self = XMLStart.markup(in: head) == nil ? .foreign("") : .markup
    }
  }
}
