import CExpat

/// Conversion tables for single-byte encodings.
enum SingleByteTable {
  /// Returns the registered name of an ISO 8859 encoding or a Windows code page, or nil for any
  /// other encoding.
  ///
  /// - Parameter folded: The encoding's name in lower case and without hyphens, such as `cp1252`.
  static func standardName(folded: String) -> String? {
    if folded == "latin9" { return "ISO-8859-15" }
    if folded.hasPrefix("iso8859"), let part = Int(folded.dropFirst(7)), (1...16).contains(part) {
      return "ISO-8859-\(part)"
    }
    for prefix in ["windows", "cp", "xcp", "win"] where folded.hasPrefix(prefix) {
      if let page = Int(folded.dropFirst(prefix.count)), (1250...1258).contains(page) {
        return "windows-\(page)"
      }
    }
    return nil
  }

  /// The characters in windows-1252 for the bytes 0x80 to 0x9F, which are control characters in ISO
  /// 8859-1. The entry of an undefined byte is 0.
  private static let typographic: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// Returns the code point that a byte represents in windows-1252. An undefined byte becomes the
  /// C1 control character with the same value.
  static func windows1252(_ byte: UInt8) -> UInt32 {
    guard (0x80...0x9F).contains(byte), typographic[Int(byte - 0x80)] != 0 else {
      return UInt32(byte)
    }
    return UInt32(typographic[Int(byte - 0x80)])
  }

  /// Uses iconv to determine the code point that each byte represents in an encoding.
  ///
  /// As in web browsers, a byte that the encoding does not define represents the C1 control
  /// character with the same value. A single such byte therefore does not make a file unreadable.
  ///
  /// - Returns: 256 code points. Nil if iconv does not support the encoding.
  static func make(standardName: String) -> [Int32]? {
    let iconvName =
      standardName.hasPrefix("windows-") ? "CP\(standardName.dropFirst(8))" : standardName
    guard let converter = iconv_open("UTF-32LE", iconvName),
      converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    return (0...255).map { byte in
      var source = CChar(truncatingIfNeeded: byte)
      var target: UInt32 = 0
      let converted = withUnsafeMutablePointer(to: &source) { sourcePointer in
        withUnsafeMutableBytes(of: &target) { targetBytes in
          var input: UnsafeMutablePointer<CChar>? = sourcePointer
          var output = targetBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          var inputLeft = 1
          var outputLeft = targetBytes.count
          let result = iconv(converter, &input, &inputLeft, &output, &outputLeft)
          return result != -1 && outputLeft == 0
        }
      }
      return converted ? Int32(target.littleEndian) : Int32(byte)
    }
  }
}
