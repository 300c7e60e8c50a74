/// The character encoding an XML file is to be read in, found from its first bytes.
///
/// A byte order mark or the width of the first character outranks the declaration, as the bytes
/// cannot be wrong about themselves.
struct XMLEncoding {
  /// How expat is told.
  enum Reading {
    /// A name expat knows itself.
    case builtIn(String)
    /// One byte a character, by a table from byte to code point.
    case table(String, [Int32])
    /// Not read here.
    case unsupported
  }

  /// The name to show: as declared, or as the bytes tell.
  let name: String
  let reading: Reading
  /// The name the file declares where the bytes contradict it, else nil.
  let contradicted: String?

  /// Looks at the start of a file.
  ///
  /// - Parameter start: The first 1024 bytes or more, or all there are.
  init(start: UnsafeRawBufferPointer) {
    let head = Array(start.prefix(1024))
    if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
      self.init(name: "UTF-32", reading: .unsupported, contradicted: nil)
    } else if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0, 0x3C]) {
      self.init(name: "UTF-16BE", reading: .builtIn("UTF-16BE"), contradicted: nil)
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0x3C, 0]) {
      self.init(name: "UTF-16LE", reading: .builtIn("UTF-16LE"), contradicted: nil)
    } else if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      let declared = Self.declaredName(in: Array(head.dropFirst(3)))
      let agrees = declared.map { Self.folded($0) == "utf8" } ?? true
      self.init(name: "UTF-8", reading: .builtIn("UTF-8"), contradicted: agrees ? nil : declared)
    } else if let declared = Self.declaredName(in: head) {
      self.init(declared: declared)
    } else {
      self.init(name: "UTF-8", reading: .builtIn("UTF-8"), contradicted: nil)
    }
  }

  private init(name: String, reading: Reading, contradicted: String?) {
    self.name = name
    self.reading = reading
    self.contradicted = contradicted
  }

  /// The encoding of a file of one-byte characters that declares a name.
  private init(declared: String) {
    let folded = Self.folded(declared)
    switch folded {
    case "utf8":
      self.init(name: "UTF-8", reading: .builtIn("UTF-8"), contradicted: nil)
    case "usascii", "ascii":
      self.init(name: "US-ASCII", reading: .builtIn("UTF-8"), contradicted: nil)
    case "iso88591", "latin1", "l1":
      self.init(name: "ISO-8859-1", reading: .builtIn("ISO-8859-1"), contradicted: nil)
    case "utf16", "utf16le", "utf16be", "ucs2", "iso10646ucs2":
      self.init(name: "UTF-8", reading: .builtIn("UTF-8"), contradicted: declared)
    default:
      if let standard = SingleByteTable.standardName(folded: folded),
        let table = SingleByteTable.make(standardName: standard)
      {
        self.init(name: standard, reading: .table(standard, table), contradicted: nil)
      } else {
        self.init(name: declared, reading: .unsupported, contradicted: nil)
      }
    }
  }

  /// A name in small letters without the signs that spellings differ in.
  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// The value of `encoding` in an XML declaration at the very start.
  private static func declaredName(in head: [UInt8]) -> String? {
    guard head.starts(with: Array("<?xml".utf8)) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    guard let end = text.firstRange(of: "?>"),
      let key = text[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = text[key.upperBound..<end.lowerBound].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let name = value.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : String(name.prefix(40))
  }
}
