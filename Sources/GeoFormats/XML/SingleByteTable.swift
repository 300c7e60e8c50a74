import CExpat

/// Tables of the encodings that have one byte a character.
enum SingleByteTable {
  /// The registered name of an ISO 8859 part or a Windows code page, or nil for any other.
  ///
  /// - Parameter folded: In small letters without hyphens, such as `cp1252`.
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

  /// The code point of each byte, made with iconv.
  ///
  /// A byte the encoding leaves undefined stands for the C1 control of its number, as web
  /// browsers read it, so that one stray byte does not lose a file.
  ///
  /// - Returns: 256 code points, or nil if iconv does not know the encoding here.
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
          return result != .max && outputLeft == 0
        }
      }
      return converted ? Int32(target.littleEndian) : Int32(byte)
    }
  }
}
