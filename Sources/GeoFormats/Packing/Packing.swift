/// A compression or archive format that this module can read.
enum Packing: Equatable {
  case gzip
  case bzip2
  case xz
  case zstandard
  case compress
  case zip
  case tar

  /// The display name of the format.
  var name: String {
    switch self {
    case .gzip: "gzip"
    case .bzip2: "bzip2"
    case .xz: "xz"
    case .zstandard: "Zstandard"
    case .compress: "compress (.Z)"
    case .zip: "ZIP"
    case .tar: "tar"
    }
  }

  /// Whether the format is an archive, which can contain several files.
  var isArchive: Bool { self == .zip || self == .tar }

  /// The file name extensions that indicate a compressed file.
  static let extensions = ["gz", "bz2", "xz", "zst", "z"]

  /// Returns a file name without its compression extensions, such as `day.fit` for `day.fit.gz`.
  static func unpackedName(_ name: String) -> String {
    var name = name[...]
    while let dot = name.lastIndex(of: "."),
      extensions.contains(name[dot...].dropFirst().lowercased())
    {
      name = name[..<dot]
    }
    return String(name)
  }

  private static let magics: [(bytes: [UInt8], packing: Packing)] = [
    ([0x1F, 0x8B], .gzip), ([0x50, 0x4B, 3, 4], .zip), ([0x42, 0x5A, 0x68], .bzip2),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0x1F, 0x9D], .compress),
  ]

  /// Recognises a file's compression or archive format from the file's first bytes. Returns nil for
  /// any other file.
  init?(_ head: [UInt8]) {
    if let (_, packing) = Self.magics.first(where: { head.starts(with: $0.bytes) }) {
      self = packing
    } else if Self.isTar(head) {
      self = .tar
    } else {
      return nil
    }
  }

  /// Returns whether a file begins with a tar header. A tar header has the `ustar` magic bytes or a
  /// correct checksum (POSIX.1-2001, pax, “ustar interchange format”).
  private static func isTar(_ head: [UInt8]) -> Bool {
    guard head.count >= 512, head[0] != 0 else { return false }
    if head[257..<262].elementsEqual("ustar".utf8) { return true }
    let stated = head[148..<156].drop { $0 == 0x20 }.prefix { $0 &- 48 < 8 }
    guard !stated.isEmpty else { return false }
    let sum = head[..<512].enumerated().reduce(0) { sum, byte in
      sum + ((148..<156).contains(byte.offset) ? 0x20 : Int(byte.element))
    }
    return stated.reduce(0) { $0 * 8 + Int($1 - 48) } == sum
  }
}
