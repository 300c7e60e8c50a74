import CExpat
import Foundation

/// A byte source that converts a file's text to UTF-8 from any encoding known to the system's
/// iconv.
///
/// Input that cannot be converted is marked with byte values that do not occur in UTF-8. The byte
/// ``invalid`` precedes an invalid byte, and ``lost`` replaces an invalid code unit of UTF-16 or
/// UTF-32. ``XMLText`` repairs both.
final class IconvSource: ByteSource {
  static let invalid: UInt8 = 0xFF
  static let lost: UInt8 = 0xFE
  /// The byte that is written if the file ends in the middle of a character. It is the first byte
  /// of an incomplete UTF-8 character.
  private static let unfinished: UInt8 = 0xE0

  let byteCount: Int? = nil
  private let input: BufferedSource
  private let converter: iconv_t
  /// The size of the encoding's code units in bytes: 2 for UTF-16, 4 for UTF-32, otherwise 1.
  private let width: Int
  private var isOver = false
  /// The number of consecutive conversions that consumed no input.
  private var idle = 0
  /// The maximum number of consecutive conversions that consume no input. The limit prevents a
  /// faulty converter from causing an endless loop.
  private static let patience = 8

  /// Creates a source that converts text from the given encoding.
  ///
  /// - Returns: Nil if iconv does not support the encoding.
  init?(_ input: BufferedSource, encoding: String) {
    guard let converter = Self.open(encoding) else { return nil }
    self.input = input
    self.converter = converter
    width = encoding.hasPrefix("UTF-16") ? 2 : encoding.hasPrefix("UTF-32") ? 4 : 1
  }

  deinit {
    iconv_close(converter)
  }

  private static func open(_ encoding: String) -> iconv_t? {
    // An empty name would mean the locale's encoding, and a slash would begin an iconv option.
    guard encoding.first?.isLetter == true, encoding.utf8.allSatisfy(isPart(ofName:)),
      let converter = iconv_open("UTF-8", encoding),
      converter != iconv_t(bitPattern: -1)
    else { return nil }
    return converter
  }

  /// Returns whether XML allows the given byte in the name of an encoding.
  private static func isPart(ofName byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Returns whether iconv supports an encoding.
  static func knows(_ encoding: String) -> Bool {
    guard let converter = open(encoding) else { return false }
    iconv_close(converter)
    return true
  }

  /// Returns whether iconv supports an encoding and the given bytes begin with an XML declaration
  /// in that encoding.
  static func reads(_ encoding: String, head: [UInt8]) -> Bool {
    let source = BufferedSource(MemorySource(head.prefix(256)))
    guard let source = IconvSource(source, encoding: encoding) else { return false }
    var text = [UInt8](repeating: 0, count: 64)
    let count = text.withUnsafeMutableBytes { (try? source.read(into: $0)) ?? 0 }
    return text[..<count].starts(with: Array("<?xml".utf8))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var wanted = 64
    while !isOver, buffer.count >= 16 {
      let window = try input.window(atLeast: wanted)
      var next = UnsafeMutablePointer(
        mutating: window.baseAddress?.assumingMemoryBound(to: CChar.self))
      var left = window.count
      var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = buffer.count - 4
      let result =
        window.isEmpty
        ? iconv(converter, nil, nil, &output, &room)
        : iconv(converter, &next, &left, &output, &room)
      let reason = result == -1 ? errno : 0
      var count = buffer.count - 4 - room
      input.consume(window.count - left)
      idle = left == window.count ? idle + 1 : 0
      if window.isEmpty {
        isOver = true
      } else if reason == EILSEQ || idle > Self.patience {
        idle = 0
        count += mark(buffer, at: count)
      } else if reason == EINVAL, count == 0 {
        if left >= wanted || window.count >= wanted {
          wanted = window.count + 64
        } else {
          buffer[0] = Self.unfinished
          isOver = true
          return 1
        }
      }
      if count > 0 { return count }
    }
    return 0
  }

  /// Writes a marker in place of a code unit that cannot be converted, and skips the code unit in
  /// the input.
  private func mark(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
    let bytes = try? input.window(atLeast: width)
    defer { input.consume(width) }
    if width > 1 {
      buffer[position] = Self.lost
      return 1
    }
    buffer[position] = Self.invalid
    buffer[position + 1] = bytes?.first ?? 0x3F
    return 2
  }
}
