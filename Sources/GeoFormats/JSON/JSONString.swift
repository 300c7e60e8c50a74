/// Functions that write text as a JSON string.
enum JSONString {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends UTF-8 text with the escape sequences that JSON requires, without quotes.
  static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x0A: output += Array("\\n".utf8)
      case 0x0D: output += Array("\\r".utf8)
      case 0x09: output += Array("\\t".utf8)
      case 0..<0x20:
        output += Array("\\u00".utf8)
        output += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: output.append(byte)
      }
    }
  }

  /// Returns the given text as a JSON string, including the quotes.
  static func quoted(_ text: String) -> [UInt8] {
    var output = [UInt8(ascii: "\"")]
    append(text.utf8, to: &output)
    output.append(UInt8(ascii: "\""))
    return output
  }
}
