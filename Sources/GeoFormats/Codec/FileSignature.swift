/// A file's kind, determined from its first bytes.
enum FileSignature: Equatable {
  /// The number of leading bytes needed to determine a file's kind.
  static let headSize = 4096

  /// An empty file, or a file that contains only white space and a byte order mark.
  case empty
  /// An XML file, or a text file that resembles XML.
  case markup
  /// A compressed file that this module can decompress.
  case packed
  /// A file in an unsupported compression or archive format. The associated value is the format's
  /// name.
  case compressed(String)
  /// A text or binary file in an unsupported format. The associated value is nil if the format is
  /// unknown.
  case foreign(ForeignFormat?)

  /// Determines a file's kind from its first ``headSize`` bytes, or from the whole file if it is
  /// shorter.
  init(_ head: [UInt8]) {
    if Packing(head) != nil {
      self = .packed
      return
    }
    let magics: [([UInt8], String)] = [
      ([0x37, 0x7A, 0xBC, 0xAF], "7-Zip"), ([0x52, 0x61, 0x72, 0x21, 0x1A], "RAR"),
      ([0x04, 0x22, 0x4D, 0x18], "LZ4"), ([0x4C, 0x5A, 0x49, 0x50], "lzip"),
    ]
    if let (_, name) = magics.first(where: { head.starts(with: $0.0) }) {
      self = .compressed(name)
      return
    }
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    let mark = marks.first { head.starts(with: $0) }?.count ?? 0
    let text = head.dropFirst(mark)
    guard let first = text.first(where: { $0 > 0x20 }) else {
      self = text.contains(0) ? .foreign(.zeros) : .empty
      return
    }
    if first == UInt8(ascii: "<") {
      self = .markup
    } else if let format = ForeignFormat(head, text: text.drop { $0 <= 0x20 }) {
      self = .foreign(format)
    } else {
      self = XMLStart.markup(in: head[...]) == nil ? .foreign(nil) : .markup
    }
  }
}
