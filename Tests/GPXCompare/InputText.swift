import CExpat
import Foundation

/// The bytes of a file, converted to UTF-8.
struct InputText {
  private(set) var utf8: [UInt8]
  /// The number of lines removed before the XML declaration.
  private(set) var linesBefore = 0

  init(_ bytes: [UInt8]) throws {
    let (name, mark) = Self.encoding(of: bytes)
    let text = bytes.dropFirst(mark)
    utf8 = name == "UTF-8" ? Array(text) : try Self.converted(Array(text), from: name)
    let start = utf8.firstIndex { $0 > UInt8(ascii: " ") } ?? 0
    if utf8[start...].starts(with: Array("<?xml".utf8)) {
      linesBefore = utf8[..<start].count { $0 == UInt8(ascii: "\n") }
      utf8.removeFirst(start)
    }
  }

  /// Returns the encoding and the length of the byte order mark.
  ///
  /// The first bytes determine the encoding if possible, otherwise the XML declaration.
  private static func encoding(of bytes: [UInt8]) -> (name: String, mark: Int) {
    let signatures: [([UInt8], String, mark: Int)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8", 3), ([0xFF, 0xFE, 0, 0], "UTF-32LE", 4),
      ([0, 0, 0xFE, 0xFF], "UTF-32BE", 4), ([0xFF, 0xFE], "UTF-16LE", 2),
      ([0xFE, 0xFF], "UTF-16BE", 2), ([0x3C, 0, 0, 0], "UTF-32LE", 0),
      ([0, 0, 0, 0x3C], "UTF-32BE", 0), ([0x3C, 0], "UTF-16LE", 0), ([0, 0x3C], "UTF-16BE", 0),
    ]
    if let signature = signatures.first(where: { bytes.starts(with: $0.0) }) {
      return (signature.1, signature.mark)
    }
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    guard let found = head.firstMatch(of: /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/)
    else { return ("UTF-8", 0) }
    let name = String(found.1).uppercased()
    // The declaration was readable as UTF-8, so characters of two or four bytes are ruled out.
    let isWide = ["UTF-16", "UTF-32", "UCS-"].contains { name.hasPrefix($0) }
    return (isWide || name == "UTF8" ? "UTF-8" : name, 0)
  }

  private static func converted(_ bytes: [UInt8], from name: String) throws -> [UInt8] {
    let converter = iconv_open("UTF-8", name)
    guard converter != iconv_t(bitPattern: -1) else {
      throw GPXCompareError("the encoding \(name) is unknown")
    }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var (rest, remaining) = (input.count, output.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &rest, &to, &remaining)
      }
    }
    guard result != -1 else {
      throw GPXCompareError("byte \(bytes.count - rest) is not valid in \(name)")
    }
    return output.dropLast(remaining).map { UInt8(bitPattern: $0) }
  }
}
