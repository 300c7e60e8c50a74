import CExpat
import Foundation

/// A file's bytes in UTF-8, from whichever encoding.
struct InputText {
  private(set) var utf8: [UInt8]
  /// Lines left out before the XML declaration.
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

  /// The encoding by the bytes where they tell, else by the declaration, and the length of a mark.
  private static func encoding(of bytes: [UInt8]) -> (name: String, mark: Int) {
    let signs: [([UInt8], String, mark: Int)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8", 3), ([0xFF, 0xFE, 0, 0], "UTF-32LE", 4),
      ([0, 0, 0xFE, 0xFF], "UTF-32BE", 4), ([0xFF, 0xFE], "UTF-16LE", 2),
      ([0xFE, 0xFF], "UTF-16BE", 2), ([0x3C, 0, 0, 0], "UTF-32LE", 0),
      ([0, 0, 0, 0x3C], "UTF-32BE", 0), ([0x3C, 0], "UTF-16LE", 0), ([0, 0x3C], "UTF-16BE", 0),
    ]
    if let sign = signs.first(where: { bytes.starts(with: $0.0) }) { return (sign.1, sign.mark) }
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    guard let found = head.firstMatch(of: /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/)
    else { return ("UTF-8", 0) }
    let name = String(found.1).uppercased()
    // What can be read so far is not of two or four bytes a character, whatever it says.
    let isWide = ["UTF-16", "UTF-32", "UCS-"].contains { name.hasPrefix($0) }
    return (isWide || name == "UTF8" ? "UTF-8" : name, 0)
  }

  private static func converted(_ bytes: [UInt8], from name: String) throws -> [UInt8] {
    let converter = iconv_open("UTF-8", name)
    guard converter != iconv_t(bitPattern: -1) else {
      throw GPXCompareError("the encoding \(name) is not known")
    }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var (rest, room) = (input.count, output.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &rest, &to, &room)
      }
    }
    guard result != -1 else {
      throw GPXCompareError("byte \(bytes.count - rest) is no character of \(name)")
    }
    return output.dropLast(room).map { UInt8(bitPattern: $0) }
  }
}
