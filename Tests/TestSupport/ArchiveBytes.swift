/// Makers of the bytes of archives for tests.
package enum ArchiveBytes {
  package typealias Member = (name: String, bytes: [UInt8])

  /// Returns a tar archive in the ustar format.
  package static func tar(_ members: [Member]) -> [UInt8] {
    members.flatMap { tarFile($0) } + [UInt8](repeating: 0, count: 1024)
  }

  /// Returns an entry of a tar archive: a header, and the content in blocks of 512 bytes.
  ///
  /// - Parameter magic: The characters that identify the format of the header.
  package static func tarFile(_ member: Member, magic: String = "ustar") -> [UInt8] {
    func octal(_ number: Int, digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
    }
    var head = [UInt8](repeating: 0, count: 512)
    head.replaceSubrange(0..<member.name.utf8.count, with: Array(member.name.utf8))
    head.replaceSubrange(124..<135, with: octal(member.bytes.count, digits: 11))
    head.replaceSubrange(257..<257 + magic.utf8.count, with: Array(magic.utf8))
    head.replaceSubrange(148..<156, with: Array("        ".utf8))
    head.replaceSubrange(148..<154, with: octal(head.reduce(0) { $0 + Int($1) }, digits: 6))
    let padding = (512 - member.bytes.count % 512) % 512
    return head + member.bytes + [UInt8](repeating: 0, count: padding)
  }

  /// Returns a ZIP archive without compression.
  package static func zip(_ members: [Member]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in members {
      let fields =
        number(20, 2) + number(0x0800, 2) + number(0, 2) + number(0, 4) + number(checksum(bytes), 4)
        + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
        + number(0, 2)
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) + fields + number(0, 10)
        + number(archive.count, 4) + Array(name.utf8)
      archive += number(0x0403_4B50, 4) + fields + Array(name.utf8) + bytes
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(members.count, 2) + number(members.count, 2)
      + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
    return archive + directory + end
  }

  /// Returns a file of a ZIP archive whose compressed content is damaged, without a directory.
  /// Other files can follow.
  ///
  /// - Parameter offset: The number of bytes before the damage.
  package static func damagedZipFile(_ member: Member, at offset: Int) -> [UInt8] {
    // Blocks of the deflate format (RFC 1951): one without compression, and one of an invalid type.
    let head = number(0, 1) + number(offset, 2) + number(~offset, 2)
    let intact = head + Array(member.bytes[..<offset])
    let content = (offset == 0 ? [] : intact) + [UInt8](repeating: 0xFF, count: 3_000)
    let fields =
      number(20, 2) + number(0x0800, 2) + number(8, 2) + number(0, 4)
      + number(checksum(member.bytes), 4) + number(content.count, 4)
      + number(member.bytes.count, 4) + number(member.name.utf8.count, 2) + number(0, 2)
    return number(0x0403_4B50, 4) + fields + Array(member.name.utf8) + content
  }

  /// Returns a number in little-endian order.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> ($0 * 8) : 0) }
  }

  /// Returns the CRC-32 checksum (ISO 3309) of bytes.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
