/// The character encoding of an XML file, determined from its first bytes.
///
/// The declared encoding may be wrong, so a byte order mark or the width of the first character
/// overrides it.
struct XMLEncoding {
  /// The method of converting the file's bytes to UTF-8.
  enum Reading: Equatable {
    /// The bytes are already UTF-8.
    case utf8
    /// A single-byte encoding, with the code point of each byte value.
    case table([Int32])
    /// An encoding that iconv converts, with iconv's name for it.
    case iconv(String)
  }

  /// The display name of the encoding, as declared or as determined from the bytes.
  let name: String
  let reading: Reading
  /// The name of the declared encoding if it contradicts the file's bytes, otherwise nil.
  let contradicted: String?
  /// The name of the declared encoding if this encoding is unknown, otherwise nil.
  let unknown: String?

  /// Determines the encoding of an XML file from the start of the file.
  ///
  /// - Parameter start: At least the first 1024 bytes of the file, or the whole file if it is
  ///   shorter.
  init(start: UnsafeRawBufferPointer) {
    let head = Array(start.prefix(1024))
    let wide: [([UInt8], String)] = [
      ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ([0x3C, 0, 0, 0], "UTF-32LE"), ([0, 0, 0, 0x3C], "UTF-32BE"), ([0xFE, 0xFF], "UTF-16BE"),
      ([0, 0x3C], "UTF-16BE"), ([0xFF, 0xFE], "UTF-16LE"), ([0x3C, 0], "UTF-16LE"),
    ]
    if let (_, name) = wide.first(where: { head.starts(with: $0.0) }) {
      self.init(name: name, reading: .iconv(name))
    } else if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      let declared = Self.declaredName(in: head)
      let agrees = declared.map { Self.folded($0) == "utf8" } ?? true
      self.init(name: "UTF-8", reading: .utf8, contradicted: agrees ? nil : declared)
    } else if let declared = Self.declaredName(in: head) {
      self.init(declared: declared, head: head)
    } else {
      self.init(name: "UTF-8", reading: .utf8)
    }
  }

  /// The diagnostics about a declared encoding that is wrong or unknown.
  var diagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    func add(_ code: Diagnostic.Code, _ message: String) {
      found.append(
        Diagnostic(
          line: 1, column: 1, element: "?xml", code: code, action: .repaired, message: message))
    }
    if let contradicted {
      add(
        .encodingMismatch,
        """
        the declared encoding is \(Excerpt.of(contradicted)), but the file is read as \(name), the \
        encoding of its bytes
        """)
    }
    if let unknown {
      add(
        .encodingUnsupported,
        "the encoding \(Excerpt.of(unknown)) is unknown; the file is read as UTF-8")
    }
    return found
  }

  /// Returns the file's text, beginning at the input's current position.
  func text(of input: BufferedSource) -> XMLText {
    switch reading {
    case .utf8: return XMLText(input, isMarked: false)
    case .table(let points):
      return XMLText(SingleByteSource(input, points: points), isMarked: false)
    case .iconv(let name):
      guard let source = IconvSource(input, encoding: name) else {
        return XMLText(input, isMarked: false)
      }
      return XMLText(source, isMarked: true)
    }
  }

  /// Determines the encoding of text without markup from the byte order mark or, for UTF-16, from
  /// the zero bytes of ASCII characters.
  init(plainText start: UnsafeRawBufferPointer) {
    let head = Array(start.prefix(1024))
    let hasMark = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains {
      head.starts(with: $0)
    }
    let zeros = head.indices.filter { head[$0] == 0 }
    if hasMark || zeros.count * 3 < head.count {
      self.init(start: start)
    } else {
      let name = zeros.count { $0 % 2 == 0 } * 2 > zeros.count ? "UTF-16BE" : "UTF-16LE"
      self.init(name: name, reading: .iconv(name))
    }
  }

  private init(
    name: String, reading: Reading, contradicted: String? = nil, unknown: String? = nil
  ) {
    self.name = name
    self.reading = reading
    self.contradicted = contradicted
    self.unknown = unknown
  }

  private static let westEuropean: Set = [
    "iso88591", "latin1", "l1", "iso885915", "latin9", "windows1252", "cp1252", "win1252",
  ]

  /// Determines a file's encoding from its encoding declaration and its first bytes. The file must
  /// begin with single-byte characters.
  private init(declared: String, head: [UInt8]) {
    let folded = Self.folded(declared)
    switch folded {
    case _ where Self.westEuropean.contains(folded) && UTF8Check.hasLongCharacters(head):
      // Valid UTF-8 with characters beyond ASCII would be garbage such as “Ã¼” in these encodings.
      self.init(name: "UTF-8", reading: .utf8, contradicted: declared)
    case "utf8":
      self.init(name: "UTF-8", reading: .utf8)
    case "usascii", "ascii":
      self.init(name: "US-ASCII", reading: .utf8)
    case "iso88591", "latin1", "l1":
      self.init(name: "ISO-8859-1", reading: .table(Array(0...255)))
    case _
    where folded.hasPrefix("utf16") || folded.hasPrefix("utf32")
      || ["ucs2", "ucs4", "iso10646ucs2", "iso10646ucs4"].contains(folded):
      self.init(name: "UTF-8", reading: .utf8, contradicted: declared)
    default:
      if let standard = SingleByteTable.standardName(folded: folded),
        let table = SingleByteTable.make(standardName: standard)
      {
        self.init(name: standard, reading: .table(table))
      } else if let name = Self.iconvName(declared, head: head) {
        self.init(name: declared, reading: .iconv(name))
      } else {
        let isKnown = IconvSource.knows(declared)
        self.init(
          name: "UTF-8", reading: .utf8, contradicted: isKnown ? declared : nil,
          unknown: isKnown ? nil : declared)
      }
    }
  }

  /// Returns iconv's name for an encoding. Returns nil if the start of the file cannot
  /// be read in that encoding.
  private static func iconvName(_ declared: String, head: [UInt8]) -> String? {
    let start = XMLStart.markup(in: head[...]) ?? 0
    var names = [declared]
    if declared.lowercased().hasPrefix("x-") { names.append(String(declared.dropFirst(2))) }
    return names.first { IconvSource.reads($0, head: Array(head[start...])) }
  }

  /// Returns an encoding's name in lower case, without hyphens, underscores or spaces.
  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// Returns the value of `encoding` in the XML declaration. Returns nil if the declaration or the
  /// value is missing.
  private static func declaredName(in head: [UInt8]) -> String? {
    guard let start = XMLStart.markup(in: head[...]),
      head[start...].starts(with: Array("<?xml".utf8))
    else { return nil }
    let text = String(decoding: head[start...], as: UTF8.self)
    guard let end = text.firstRange(of: "?>"),
      let key = text[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = text[key.upperBound..<end.lowerBound].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let name = value.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : String(name.prefix(40))
  }
}
