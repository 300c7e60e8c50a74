/// The kind of a file in an archive, determined from its first bytes and its name.
enum MemberKind {
  /// A file in a known format, which may be compressed.
  case file(GeoFormat)
  /// A ZIP or tar archive, possibly compressed.
  case archive
  case other

  /// The maximum number of compression layers that are removed to recognise the format.
  private static let layersAtMost = 4

  /// Determines the kind of a file without consuming its content.
  ///
  /// - Throws: Any error thrown by the source.
  init(_ content: BufferedSource, name: String) throws {
    let head = Array(try content.window(atLeast: FileSignature.headSize))
    guard let packing = Packing(head) else {
      self = Self.file(head, name)
      return
    }
    guard !packing.isArchive else {
      self = .archive
      return
    }
    // A block of bzip2 can only be decompressed as a whole.
    let start = Array(try content.window(atLeast: BufferedSource.capacity))
    self = (try? Self.unpacked(start, name)) ?? .other
  }

  /// Determines the kind of a file in an archive without consuming its content. If damage makes the
  /// content unrecognisable, the format is determined from the name alone.
  ///
  /// - Throws: Any error thrown by the source.
  init(_ content: BufferedSource, of source: MemberSource, name: String) throws {
    self = try MemberKind(content, name: name)
    guard case .other = self, source.isDamaged else { return }
    let head = FileHead([], name: name)
    if let format = GeoFormat.all.first(where: { $0.canRead && head.isNamed(as: $0) }) {
      self = .file(format)
    }
  }

  var format: GeoFormat? {
    if case .file(let format) = self { format } else { nil }
  }

  private static func file(_ head: [UInt8], _ name: String) -> MemberKind {
    GeoFormat.ofMember(FileHead(head, name: name)).map(MemberKind.file) ?? .other
  }

  private static func unpacked(_ start: [UInt8], _ name: String) throws -> MemberKind {
    let file = BufferedSource(MemorySource(start))
    var content = file
    for _ in 0..<layersAtMost {
      let head = Array(try content.window(atLeast: FileSignature.headSize))
      guard let packing = Packing(head) else { return Self.file(head, Packing.unpackedName(name)) }
      guard !packing.isArchive else { return .archive }
      content = BufferedSource(
        try packing.filter(content, UnpackingMeter(file, .none)))
    }
    return .other
  }
}

extension Packing {
  /// Returns the decompressed content of a compressed file.
  ///
  /// - Precondition: The format is not an archive.
  func filter(_ content: BufferedSource, _ meter: UnpackingMeter) throws -> any PackedSource {
    self == .gzip ? try GzipSource(content, meter) : try FilterSource(self, content, meter)
  }
}
