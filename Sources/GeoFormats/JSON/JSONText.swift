/// The text of a JSON file, converted to UTF-8.
///
/// A JSON file does not declare its encoding, which is therefore determined from a byte order mark
/// or from the zero bytes in the first characters. A file with neither is read as UTF-8. An invalid
/// byte does not make a file unreadable, because the byte is read as windows-1252 and reported.
struct JSONText {
  /// The encoding's display name.
  let encoding: String
  /// Whether the file is a sequence of texts that each begin with a record separator (RFC 8142).
  let isSequence: Bool
  private let text: XMLText

  /// The byte that replaces the record separator of RFC 8142. The separator itself would be
  /// replaced by ``XMLText``, because XML forbids most control characters.
  static let separator: UInt8 = 0x7F
  private static let recordSeparator: UInt8 = 0x1E

  init(_ content: BufferedSource) throws {
    let head = Array(try content.window(atLeast: 4).prefix(4))
    let name = Self.wideEncoding(head)
    encoding = name ?? "UTF-8"
    isSequence = head.first == Self.recordSeparator
    if isSequence {
      text = XMLText(SequenceSource(content), isMarked: false)
    } else if let name, let source = IconvSource(content, encoding: name) {
      text = XMLText(source, isMarked: true)
    } else {
      text = XMLText(content, isMarked: false)
    }
  }

  /// The repairs in the most recently read chunk of the text.
  var repairs: [XMLText.Repair] { text.repairs }

  /// Returns the next chunk of the text, or an empty chunk at the end. The chunk is valid until the
  /// next call.
  func next() throws -> UnsafeBufferPointer<UInt8> { try text.next() }

  /// Returns the name of a file's encoding if it is UTF-16 or UTF-32. Returns nil for any other
  /// encoding. Source: RFC 4627, section 3.
  static func wideEncoding(_ head: [UInt8]) -> String? {
    if head.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32LE" }
    if head.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32BE" }
    if head.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    if head.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    guard head.count == 4 else { return nil }
    switch head.map({ $0 == 0 }) {
    case [true, true, true, false]: return "UTF-32BE"
    case [false, true, true, true]: return "UTF-32LE"
    case [true, false, true, false], [true, false, false, false]: return "UTF-16BE"
    case [false, true, false, true], [false, true, false, false]: return "UTF-16LE"
    default: return nil
    }
  }

  /// A source that replaces each record separator with ``JSONText/separator``.
  private final class SequenceSource: ByteSource {
    let byteCount: Int? = nil
    private let content: BufferedSource

    init(_ content: BufferedSource) { self.content = content }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = try content.read(into: buffer)
      for index in 0..<count where buffer[index] == recordSeparator { buffer[index] = separator }
      return count
    }
  }
}
