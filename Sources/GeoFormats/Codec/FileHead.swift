/// The start of a file, which a codec inspects to recognise the file's format.
struct FileHead {
  /// The first ``FileSignature/headSize`` bytes after decompression, or the whole content if it is
  /// shorter.
  let bytes: [UInt8]
  /// The file's name in lower case. Nil if the name is unknown.
  let name: String?
  /// The first XML element's local name, in lower case. Nil if the file does not begin with markup.
  let rootElement: String?

  init(_ bytes: [UInt8], name: String?) {
    self.bytes = bytes
    self.name = name?.lowercased()
    guard FileSignature(bytes) == .markup else {
      rootElement = nil
      return
    }
    // In UTF-16, every second byte of an ASCII character is 0.
    let letters = bytes.filter { $0 != 0 && $0 < 0x80 }
    let start = Self.withoutDefinition(letters).withUnsafeBufferPointer { XMLStart($0) }
    rootElement = start.root == nil ? nil : start.rootName.lowercased()
  }

  /// Returns whether the given bytes are binary data rather than text. Diagnostics about a binary
  /// file contain no line number.
  static func isBinary(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return false }
    // In UTF-16 without a byte order mark, every second byte of markup is 0.
    if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0, bytes.prefix(2).contains(0x3C) {
      return false
    }
    return bytes.contains { $0 < 9 } || bytes.first.map { $0 == 0x89 || $0 == 0x1F } == true
  }

  /// Returns the given text without its document type definition.
  private static func withoutDefinition(_ text: [UInt8]) -> [UInt8] {
    guard let start = text.range(ofBytes: "<!DOCTYPE") else { return text }
    var scan = DoctypeScan()
    let end = text[start.upperBound...].firstIndex { scan.consume($0) }
    return Array(text[..<start.lowerBound] + text[(end.map { $0 + 1 } ?? text.count)...])
  }

  /// The bytes without a leading UTF-8 byte order mark or leading white space.
  var text: ArraySlice<UInt8> {
    bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop { $0 <= 0x20 }
  }

  /// Whether the file begins with markup that contains a `gpx` element.
  var mentionsGPX: Bool {
    guard FileSignature(bytes) == .markup else { return false }
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self).lowercased()
    return text.contains("<gpx") || rootElement == "gpx"
  }

  /// Returns whether the bytes contain the given ASCII text, in any encoding that is compatible
  /// with ASCII.
  func contains(_ text: StaticString) -> Bool {
    bytes.range(ofBytes: text) != nil
  }

  /// Returns whether the file's name ends in an extension of the given format, optionally followed
  /// by a compression extension such as `.gz`.
  func isNamed(as format: GeoFormat) -> Bool {
    guard let name else { return false }
    let unpacked = Packing.unpackedName(name)
    return format.fileExtensions.contains { unpacked.hasSuffix(".\($0)") }
  }
}
