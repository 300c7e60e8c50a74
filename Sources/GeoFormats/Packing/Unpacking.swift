/// The compression layers of a file, which are removed one after another.
struct Unpacking {
  /// The maximum number of compression layers. A file with more layers is regarded as an attack.
  private static let most = 4

  private let file: BufferedSource
  private let limits: GeoReadingLimits
  /// Damage that is already known before the file is read, such as damage to an archive that
  /// contains the file. Nil if no damage is known.
  private let damage: InputDamage?
  /// The file's name. Nil if the file has no name.
  private let name: String?
  private var layers: [any PackedSource] = []
  private var meters: [UnpackingMeter] = []
  private(set) var content: BufferedSource

  /// Recognises and removes the compression layers of a file.
  ///
  /// - Throws: ``InputRefusal`` if a compression layer cannot be decompressed.
  /// - Throws: Any error thrown by the source.
  init(
    _ file: BufferedSource, _ limits: GeoReadingLimits, damage: InputDamage? = nil,
    name: String? = nil
  ) throws {
    self.file = file
    self.limits = limits
    self.damage = damage
    self.name = name
    content = file
    while let layer = try layer() {
      guard layers.count < Self.most else {
        throw InputRefusal(
          code: .inputCompressed,
          message: "the file has more than \(Self.most) compression layers; decompress it first")
      }
      layers.append(layer)
      content = BufferedSource(layer)
    }
  }

  private mutating func layer() throws -> (any PackedSource)? {
    let head = Array(try content.window(atLeast: FileSignature.headSize))
    let meter = UnpackingMeter(file, limits)
    meters.append(meter)
    switch Packing(head) {
    case .gzip: return try GzipSource(content, meter)
    case .zip:
      return try ArchiveSource(
        .zip, content, meter, isKMZ: ArchiveSource.isNamedAsKMZ(contentName(name)))
    case .tar: return try ArchiveSource(.tar, content, meter)
    case .some(let packing): return try FilterSource(packing, content, meter)
    case nil: return nil
    }
  }

  /// The damage or the exceeded limit that truncated the content. Nil if the content is complete.
  /// The value is valid only after the last byte has been read.
  var problem: InputDamage? { layers.lazy.compactMap(\.problem).first ?? damage }

  /// The total number of bytes that all compression layers have produced so far.
  var producedBytes: Int { meters.reduce(0) { $0 + $1.produced } }

  /// Returns the name of the unpacked file: the name of the file selected in an archive or, outside
  /// an archive, the given name without compression extensions.
  func contentName(_ name: String?) -> String? {
    for layer in layers.reversed() {
      if let archive = layer as? ArchiveSource { return Packing.unpackedName(archive.chosenName) }
    }
    return layers.isEmpty ? name : name.map(Packing.unpackedName)
  }

  /// Returns diagnostics about the removed compression layers and about content that was not read.
  /// Must be called only after the content has been read.
  func diagnostics() throws -> [Diagnostic] {
    guard let innermost = layers.last else { return [] }
    let names = layers.map(\.packing.name).joined(separator: ", then ")
    let member =
      (innermost as? ArchiveSource).map { "; \($0.chosen) was read from the archive" } ?? ""
    let done = Diagnostic(
      code: .inputUnpacked, action: .kept, message: "the file is compressed with \(names)\(member)")
    let isCut = problem != nil
    let left = try layers.compactMap { try $0.leftBehind() }
    // An archive also ends early if a layer around it exceeds a limit.
    let isLimited = problem?.code.isLimit ?? false
    let truncations =
      isCut || isLimited ? [] : layers.compactMap { ($0 as? ArchiveSource)?.truncation }
    return [done] + truncations + left
  }

  /// Returns the diagnostics about ignored files, other than pictures, in the same archive as the
  /// content. Reads the content to its end if it comes from an archive.
  func unreadMembers() throws -> [Diagnostic] {
    let archives = layers.compactMap { $0 as? ArchiveSource }
    guard !archives.isEmpty else { return [] }
    try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
      while try content.read(into: buffer) > 0 {}
    }
    return try archives.compactMap { archive in
      let others = try archive.otherMembers()
      return others.haveOnlyImages ? nil : archive.leftBehind(others)
    }
  }
}
