/// The content of the first GPX file in a ZIP or tar archive.
///
/// The archive is read once from its start, so that the complete files of a truncated archive can
/// still be read.
final class ArchiveSource: PackedSource {
  let byteCount: Int? = nil
  let packing: Packing
  private let reader: ArchiveReader
  private let member: ArchiveReader.Member
  private let source: MemberSource
  private let content: BufferedSource
  /// The files that precede the selected GPX file in the archive.
  private let before: MemberNames

  /// Opens the archive, and moves to the first file whose name ends with `.gpx` or whose content
  /// begins with a `gpx` element.
  ///
  /// - Throws: ``InputRefusal`` if the archive has no such file.
  init(_ packing: Packing, _ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.packing = packing
    reader = try ArchiveReader(packing, input, meter)
    var others = MemberNames()
    var encrypted = MemberNames()
    guard case .more = try reader.open() else {
      throw InputRefusal(
        code: .inputDamaged, message: "the start of the \(packing.name) archive is damaged")
    }
    while let member = try reader.nextMember() {
      if member.isEncrypted {
        encrypted.add(member.name)
      } else if member.isRegularFile {
        let source = MemberSource(reader)
        let content = BufferedSource(source)
        let head = Array(try content.window(atLeast: FileSignature.headSize))
        let isNamedGPX = member.name.lowercased().hasSuffix(".gpx")
        if !source.isUnreadable, isNamedGPX || Self.beginsAsGPX(head) {
          self.member = member
          self.content = content
          self.source = source
          before = others
          return
        }
      }
      if !member.isFolder { others.add(member.name) }
      try reader.skip(member)
    }
    throw Self.refusal(packing, others: others, encrypted: encrypted)
  }

  private static func beginsAsGPX(_ head: [UInt8]) -> Bool {
    guard FileSignature(head) == .markup else { return false }
    let letters = head.filter { $0 != 0 }
    return String(decoding: letters, as: UTF8.self).contains("<gpx")
  }

  private static func refusal(
    _ packing: Packing, others: MemberNames, encrypted: MemberNames
  ) -> InputRefusal {
    guard encrypted.isEmpty else {
      return InputRefusal(
        code: .inputEncrypted,
        message: """
          the \(packing.name) archive is encrypted (\(encrypted)); decompress it with its password \
          first and import its content
          """)
    }
    let advice = others.hasKML ? " (KMZ: convert it to GPX first, for example with gpsbabel)" : ""
    let held = others.isEmpty ? "" : ": it contains \(others)\(advice)"
    return InputRefusal(
      code: .inputCompressed,
      message: "the \(packing.name) archive contains no readable GPX file\(held)")
  }

  /// The name of the selected GPX file in the archive.
  var chosen: String { Excerpt.of(member.name) }

  var problem: String? {
    switch source.outcome {
    case .more, .ended: nil
    case .truncated: "the \(packing.name) archive is truncated"
    case .damaged: "the \(packing.name) archive is damaged"
    case .unreadable: "the content of \(chosen) in the \(packing.name) archive is damaged"
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try content.read(into: buffer)
  }

  func leftBehind() throws -> Diagnostic? {
    var others = before
    do {
      try reader.skip(member)
      while let member = try reader.nextMember() {
        if !member.isFolder { others.add(member.name) }
        try reader.skip(member)
      }
    } catch is InputRefusal {
      // The names of the other files need no decompression beyond the limits.
    }
    guard !others.isEmpty else { return nil }
    return Diagnostic(
      code: .inputMembersLeft, action: .skipped,
      message: """
        the \(packing.name) archive also contains \(others); only \(chosen) was read. Decompress \
        the archive to import the others
        """)
  }
}

/// The content of the archive's current file, as a byte source.
private final class MemberSource: ByteSource {
  let byteCount: Int? = nil
  private(set) var outcome = ArchiveReader.Outcome.more
  private let reader: ArchiveReader
  private var isEmpty = true

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// Whether none of the content can be decompressed, for example because the compression method is
  /// unknown.
  var isUnreadable: Bool { isEmpty && outcome == .unreadable }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard outcome == .more else { return 0 }
    let count: Int
    (count, outcome) = try reader.read(into: buffer)
    if count > 0 { isEmpty = false }
    return count
  }
}

/// The number of files in an archive that are not imported, and the names of the first few.
private struct MemberNames: CustomStringConvertible {
  /// The maximum number of file names in a message. Further names are only counted, because an
  /// archive can have millions of files.
  private static let maximum = 5

  private var first: [String] = []
  private var count = 0
  private(set) var hasKML = false

  var isEmpty: Bool { count == 0 }

  mutating func add(_ name: String) {
    if first.count < Self.maximum { first.append(Excerpt.of(name)) }
    count += 1
    hasKML = hasKML || name.lowercased().hasSuffix(".kml")
  }

  var description: String {
    let shown = first.joined(separator: ", ")
    return count > first.count ? "\(shown) and \(count - first.count) more" : shown
  }
}
