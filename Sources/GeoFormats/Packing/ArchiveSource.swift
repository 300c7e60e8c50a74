/// The content of the first file in a known format inside a ZIP or tar archive, or of the main KML
/// file inside a KMZ file.
///
/// The archive is read once from the beginning, so that the complete files in a truncated archive
/// can still be read.
final class ArchiveSource: PackedSource {
  let byteCount: Int? = nil
  let packing: Packing
  private let reader: ArchiveReader
  private let member: ArchiveReader.Member
  private let source: MemberSource
  private let content: BufferedSource
  /// The names of the files in the archive that were skipped before the selected file was found.
  private let passed: MemberNames

  /// Opens the archive, and moves to the first file whose format is known. The format is recognised
  /// from the file's content and name.
  ///
  /// In a ZIP archive, `doc.kml` is preferred to other KML files, because it is the main file of a
  /// KMZ file. Any other KML file is stored temporarily until the end of the archive is reached,
  /// and is selected only if no `doc.kml` was found. In a KMZ file, a file in another format is
  /// selected only if there is no KML file.
  ///
  /// - Parameter isKMZ: Whether the archive has the file name extension of a KMZ file.
  /// - Throws: ``InputRefusal`` if the archive contains no file in a known format.
  init(
    _ packing: Packing, _ input: BufferedSource, _ meter: UnpackingMeter, isKMZ: Bool = false
  ) throws {
    self.packing = packing
    reader = try ArchiveReader(packing, input, meter)
    var others = MemberNames()
    var encrypted = MemberNames()
    var hasArchive = false
    var limit: InputDamage?
    var hasDamagedFile = false
    var aside: (member: ArchiveReader.Member, source: MemberSource, content: ByteSpool, rank: Int)?
    guard case .more = try reader.open() else {
      throw InputRefusal(
        code: .inputDamaged, message: "the start of the \(packing.name) archive is damaged")
    }
    while let member = try reader.nextMember() {
      if member.isEncrypted {
        encrypted.add(member.name)
      } else if member.isRegularFile, isKMZ || aside == nil || member.name == Self.mainKML {
        let source = MemberSource(reader)
        let content = BufferedSource(source)
        let kind = try MemberKind(content, name: member.name)
        if case .archive = kind { hasArchive = true }
        if source.isDamaged, kind.format == nil { hasDamagedFile = true }
        if !source.isUnreadable, kind.format != nil || Self.isNamedAsGPX(member.name) {
          // `doc.kml` is the main file of a KMZ file. Another KML file is set aside until the end,
          // because an archive can be read only once, in its order.
          let rank = Self.rank(kind, member.name)
          let isCandidate = packing == .zip && (rank > 0 || isKMZ) && rank < Self.mainRank
          if !isCandidate || rank > aside?.rank ?? -1 {
            if let aside { others.add(aside.member.name) }
            guard isCandidate else {
              self.member = member
              self.content = content
              self.source = source
              passed = others
              return
            }
            aside = (member, source, try Self.stored(content), rank)
            continue
          }
        }
      }
      if !member.isFolder { others.add(member.name) }
      try reader.skip(member)
      limit = limit ?? reader.limit
    }
    guard let aside else {
      if let limit {
        throw InputRefusal(code: limit.code, message: limit.message)
      }
      if hasDamagedFile {
        throw InputRefusal(
          code: .inputDamaged,
          message: "the \(packing.name) archive is damaged before the first complete element")
      }
      throw Self.refusal(packing, others: others, encrypted: encrypted, hasArchive: hasArchive)
    }
    member = aside.member
    source = aside.source
    content = BufferedSource(ByteSpoolSource(aside.content))
    passed = others
  }

  /// Returns whether a file is read as GPX because of its name alone, even if its content is an
  /// archive.
  static func isNamedAsGPX(_ name: String) -> Bool { name.lowercased().hasSuffix(".gpx") }

  /// The name of the main file in a KMZ file.
  static let mainKML = "doc.kml"
  private static let mainRank = 3

  /// Returns whether an archive's file name has the extension of a KMZ file.
  static func isNamedAsKMZ(_ name: String?) -> Bool {
    name.map { Packing.unpackedName($0).lowercased().hasSuffix(".kmz") } ?? false
  }

  /// Returns a file's rank as a candidate for the main file of a KMZ file: 0 for a file other than
  /// KML, and ``mainRank`` for `doc.kml` outside folders.
  private static func rank(_ kind: MemberKind, _ name: String) -> Int {
    guard kind.format?.id == KMLCodec.id else { return 0 }
    return name == mainKML ? mainRank : name.hasSuffix("/" + mainKML) ? 2 : 1
  }

  /// Reads the whole content of a file in the archive into a spool, and returns the spool.
  private static func stored(_ content: BufferedSource) throws -> ByteSpool {
    let spool = ByteSpool()
    try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
      while case let count = try content.read(into: buffer), count > 0 {
        try spool.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return spool
  }

  private static func refusal(
    _ packing: Packing, others: MemberNames, encrypted: MemberNames, hasArchive: Bool
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
    let depth =
      hasArchive
      ? """
      . Archives inside archives are opened up to \(ArchiveWalk.depthAtMost) levels deep, including the \
      outermost archive; extract archives that are nested more deeply before the import
      """ : ""
    return InputRefusal(
      code: .inputCompressed,
      message: "the \(packing.name) archive contains no file in a known format\(held)\(depth)")
  }

  /// The name of the selected file in the archive, shortened for display.
  var chosen: String { Excerpt.of(member.name) }
  /// The full name of the selected file in the archive.
  var chosenName: String { member.name }

  var problem: InputDamage? {
    switch source.outcome {
    case .more, .ended: nil
    case .truncated: InputDamage("the \(packing.name) archive is truncated")
    case .damaged: InputDamage("the \(packing.name) archive is damaged")
    case .unreadable:
      InputDamage("the content of \(chosen) in the \(packing.name) archive is damaged")
    case .limited(let limit): limit
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try content.read(into: buffer)
  }

  /// The diagnostic for an archive that is truncated or damaged after the selected file. Nil if
  /// there is no such damage. The value is valid only after ``leftBehind()`` has been called.
  var truncation: Diagnostic? {
    guard reader.endedEarly, problem == nil, reader.limit == nil else { return nil }
    return Diagnostic(
      code: .inputDamaged, action: .skipped,
      message:
        "the \(packing.name) archive is truncated or damaged; the files after the damage were not read"
    )
  }

  /// Returns the names of the other files in the archive. If the size of the selected file is not
  /// known, its content must be read first.
  func otherMembers() throws -> MemberNames {
    var others = passed
    // The names of the other files are not worth the decompression of content that is not read.
    if source.outcome != .more || member.size != nil {
      while let member = try reader.nextMember() {
        if !member.isFolder { others.add(member.name) }
        try reader.skip(member)
      }
    }
    return others
  }

  func leftBehind() throws -> Diagnostic? { leftBehind(try otherMembers()) }

  /// Returns the diagnostic about the given ignored files. Returns nil if there are no files.
  func leftBehind(_ others: MemberNames) -> Diagnostic? {
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
