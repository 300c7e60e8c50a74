/// The content of the first file of a known format in a ZIP or tar archive, or of `doc.kml` in a KMZ
/// file.
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
  /// The files other than the selected one that were passed in the archive so far.
  private let passed: MemberNames

  /// Opens the archive, and moves to the first file whose name ends with `.gpx` or whose content is in
  /// a known format.
  ///
  /// In a ZIP archive, a KML file is selected only if there is no `doc.kml`, which is a KMZ file's main
  /// file. Until the end of the archive is reached, the KML file is stored aside.
  ///
  /// - Throws: ``InputRefusal`` if the archive has no such file.
  init(_ packing: Packing, _ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.packing = packing
    reader = try ArchiveReader(packing, input, meter)
    var others = MemberNames()
    var encrypted = MemberNames()
    var aside: (member: ArchiveReader.Member, source: MemberSource, content: ByteSpool)?
    guard case .more = try reader.open() else {
      throw InputRefusal(
        code: .inputDamaged, message: "the start of the \(packing.name) archive is damaged")
    }
    while let member = try reader.nextMember() {
      if member.isEncrypted {
        encrypted.add(member.name)
      } else if member.isRegularFile, aside == nil || member.name == Self.mainKML {
        let source = MemberSource(reader)
        let content = BufferedSource(source)
        let head = Array(try content.window(atLeast: FileSignature.headSize))
        let format = GeoFormat.ofMember(FileHead(head, name: member.name))
        if !source.isUnreadable, let format {
          if packing == .zip, format.id == KMLCodec.id, member.name != Self.mainKML {
            aside = (member, source, try Self.stored(content))
            continue
          }
          if let aside { others.add(aside.member.name) }
          self.member = member
          self.content = content
          self.source = source
          passed = others
          return
        }
      }
      if !member.isFolder { others.add(member.name) }
      try reader.skip(member)
    }
    guard let aside else {
      throw Self.refusal(packing, others: others, encrypted: encrypted)
    }
    member = aside.member
    source = aside.source
    content = BufferedSource(ByteSpoolSource(aside.content))
    passed = others
  }

  /// The name of the main file in a KMZ file.
  private static let mainKML = "doc.kml"

  /// Returns the whole content of a file in the archive.
  private static func stored(_ content: BufferedSource) throws -> ByteSpool {
    let spool = ByteSpool()
    try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
      while case let count = try content.read(into: buffer), count > 0 {
        try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return spool
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
    let held = others.isEmpty ? "" : ": it contains \(others)"
    return InputRefusal(
      code: .inputCompressed,
      message: "the \(packing.name) archive contains no file of a known format\(held)")
  }

  /// The name of the selected file in the archive.
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
    var others = passed
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
    let advice =
      others.haveOnlyImages
      ? "pictures are not imported"
      : "only \(chosen) was read. Decompress the archive to import the others"
    return Diagnostic(
      code: .inputMembersLeft, action: .skipped,
      message: "the \(packing.name) archive also contains \(others); \(advice)")
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

  private static let imageExtensions = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".heic",
  ]

  private var first: [String] = []
  private var count = 0
  private var imageCount = 0

  var isEmpty: Bool { count + imageCount == 0 }

  var haveOnlyImages: Bool { count == 0 }

  mutating func add(_ name: String) {
    let lower = name.lowercased()
    if Self.imageExtensions.contains(where: { lower.hasSuffix($0) }) {
      imageCount += 1
      return
    }
    if first.count < Self.maximum { first.append(Excerpt.of(name)) }
    count += 1
  }

  var description: String {
    var shown = first.joined(separator: ", ")
    if count > first.count { shown += " and \(count - first.count) more" }
    guard imageCount > 0 else { return shown }
    let images = imageCount == 1 ? "1 picture" : "\(imageCount) pictures"
    return count == 0 ? images : "\(shown) and \(images)"
  }
}
