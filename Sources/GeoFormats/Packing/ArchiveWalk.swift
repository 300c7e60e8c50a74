/// An iterator over the files of a ZIP or tar archive, in the archive's order, including the files
/// in nested archives. A KMZ file in the archive counts as one file.
///
/// The archive is read once, from start to end, and is decompressed at the same time. Memory use
/// does not depend on the archive's size. No file is written to disk under its name in the archive.
public final class ArchiveWalk {
  /// A file in the archive. Folders are left out.
  public struct Member: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A file in a known format, which may be compressed.
      case file(GeoFormat)
      /// A file that no codec recognises.
      case other
      case encrypted
      /// An archive that is not opened because it is nested too deeply.
      case archive
    }

    /// The file's path in the archive, including the names of inner archives, such as
    /// `files.zip/day1.gpx`. The path may contain `..` and any character.
    public let name: String
    public let kind: Kind
    /// The number of nested archives that contain the file: 1 for a file directly in the outermost
    /// archive. A KMZ file counts as one of these archives.
    public let depth: Int
    /// The file's decompressed size in bytes, according to the archive. Nil if the archive does not
    /// include the size.
    public let size: Int?
  }

  /// The maximum depth to which nested archives are opened, including the outermost archive.
  public static let depthAtMost = 3

  private struct Level {
    let reader: ArchiveReader
    let packing: Packing
    /// The path of the archive inside the outermost archive, followed by a slash. Empty for the
    /// outermost archive itself.
    let prefix: String
    /// The compression layers around the archive, outermost first.
    let layers: [any PackedSource]
    /// The file being read, whose remaining content must be read or skipped before the next file.
    var current: ArchiveReader.Member?
    /// The number of bytes that each compression layer had produced when the current file began.
    var producedBefore: [Int] = []

    /// The limit exceeded by a compression layer around the archive. Nil if no layer exceeds a
    /// limit.
    var limit: InputDamage? {
      layers.lazy.compactMap(\.problem).first { $0.code.isLimit }
    }
  }

  /// An open archive, with the compression layers around it.
  private typealias Opened = (
    reader: ArchiveReader, packing: Packing, layers: [any PackedSource]
  )

  private let file: BufferedSource
  private let limits: GeoReadingLimits
  private var levels: [Level] = []
  /// One counter for each compression layer, which counts the decompressed bytes of all files.
  private var meters: [UnpackingMeter] = []
  private var source: MemberSource?
  private var content: BufferedSource?
  /// The maximum number of files that can exceed a limit before reading stops.
  private static let cutAtMost = 1_000
  /// The number of files that exceed a limit, and their total decompressed size in bytes. Each of
  /// these files may expand up to the limits, so their total size is limited as well.
  private var cut = (count: 0, size: 0)
  /// Whether reading of the current file stopped at a limit that the caller can find in ``damage``.
  private var isCutKnown = false
  /// The diagnostics about the content that was not read because a file or the archive exceeds a
  /// limit. A file that was read up to the limit is not included, because ``damage`` states the
  /// limit.
  public private(set) var leftOut: [Diagnostic] = []
  /// The names of the files that exceed a limit.
  private(set) var cutFiles: [String] = []
  /// Descriptions of damage that prevented the remaining files of an archive from being read. The
  /// list is complete after the last file was visited.
  public private(set) var problems: [String] = []

  /// Opens an archive.
  ///
  /// - Returns: Nil if the source is not an archive, or if the archive's start is damaged.
  /// - Throws: Any error thrown by the source.
  public init?(_ source: any ByteSource, limits: GeoReadingLimits = GeoReadingLimits()) throws {
    file = BufferedSource(source)
    self.limits = limits
    do {
      guard let opened = try open(file, layer: 0) else { return nil }
      levels = [
        Level(
          reader: opened.reader, packing: opened.packing, prefix: "", layers: opened.layers)
      ]
    } catch is InputRefusal {
      return nil
    }
  }

  /// The number of bytes read from the archive, and the archive's size.
  public var progress: GeoProgress {
    GeoProgress(bytesRead: file.consumed, bytesTotal: file.byteCount)
  }

  private func meter(_ layer: Int) -> UnpackingMeter {
    while meters.count <= layer { meters.append(UnpackingMeter(file, limits)) }
    return meters[layer]
  }

  /// The maximum number of compression layers around an archive.
  private static let layersAtMost = 4

  /// Opens the archive that a source contains. Compression layers around the archive are removed
  /// first.
  private func open(_ content: BufferedSource, layer first: Int) throws -> Opened? {
    var content = content
    var layers: [any PackedSource] = []
    for layer in first..<first + Self.layersAtMost {
      let head = Array(try content.window(atLeast: FileSignature.headSize))
      guard let packing = Packing(head) else { return nil }
      guard packing.isArchive else {
        let source = try packing.filter(content, meter(layer))
        layers.append(source)
        content = BufferedSource(source)
        continue
      }
      let reader = try ArchiveReader(packing, content, meter(layer))
      guard case .more = try reader.open() else { return nil }
      return (reader, packing, layers)
    }
    return nil
  }

  // MARK: Files

  /// Moves to the next file of the archive.
  ///
  /// - Returns: The next file. Nil at the end of the archive.
  /// - Throws: Any error thrown by the source.
  public func next() throws -> Member? {
    source = nil
    content = nil
    while let level = levels.last {
      if let current = level.current {
        try level.reader.skip(current)
        endFile(current, level)
        // The archive ends at this file.
        guard !levels.isEmpty else { return nil }
      }
      guard let header = try level.reader.nextMember() else {
        endArchive(level)
        continue
      }
      levels[levels.count - 1].current = header
      levels[levels.count - 1].producedBefore = meters.map(\.produced)
      if header.isFolder { continue }
      if let member = try member(header, level) { return member }
    }
    return nil
  }

  /// Ends the current file, and reports it if it exceeds a limit. The files after it can still be
  /// read, unless too many files exceed a limit or their total size is too large.
  private func endFile(_ current: ArchiveReader.Member, _ level: Level) {
    defer { isCutKnown = false }
    guard let limit = level.reader.limit else { return }
    let name = level.prefix + current.name
    cutFiles.append(name)
    discount(level)
    let endsAll = cut.count >= Self.cutAtMost || cut.size > limits.unpacked
    // The end of a file of unknown size can be found only by decompressing the file.
    let endsArchive = endsAll || current.size == nil
    if endsArchive || !isCutKnown {
      leaveOut(
        limit, "the file \(Excerpt.of(name)) in the archive: ",
        endsArchive
          ? "; the rest of the file and the files after it were not read"
          : "; the rest of the file was not read")
    }
    if endsAll { levels.removeAll() }
  }

  /// Excludes the current file's decompressed bytes from the limits for later files, and adds them
  /// to the total for files that exceeded a limit.
  private func discount(_ level: Level) {
    cut.count += 1
    for (layer, meter) in meters.enumerated() {
      // The file itself began the other layers.
      let before = layer < level.producedBefore.count ? level.producedBefore[layer] : 0
      cut.size += max(meter.produced - before, 0)
      meter.restore(before)
    }
  }

  /// Ends the innermost archive. If its remaining files cannot be read, records the reason.
  private func endArchive(_ level: Level) {
    levels.removeLast()
    if let limit = level.limit {
      let name =
        level.prefix.isEmpty
        ? "" : "the archive \(Excerpt.of(String(level.prefix.dropLast()))): "
      leaveOut(limit, name, "; the files after this position were not read")
      if let outer = levels.last {
        discount(outer)
        if cut.count >= Self.cutAtMost || cut.size > limits.unpacked { levels.removeAll() }
      }
    } else if level.reader.endedEarly, level.reader.limit == nil, levels.last?.reader.limit == nil {
      // A limit of a file, or of the file that contains the archive, is reported for that file.
      problems.append(problem(level))
    }
  }

  private func leaveOut(_ limit: InputDamage, _ name: String, _ rest: String) {
    leftOut.append(
      Diagnostic(code: limit.code, action: .skipped, message: name + limit.message + rest))
  }

  /// Returns the file with the given header. Returns nil if the file is itself an archive, whose
  /// files are visited next.
  private func member(_ header: ArchiveReader.Member, _ level: Level) throws -> Member? {
    let own = header.name.drop { $0 == "/" }
    let name = level.prefix + (own.isEmpty ? "unnamed" : own)
    func member(_ kind: Member.Kind, depth: Int? = nil) -> Member {
      Member(name: name, kind: kind, depth: depth ?? levels.count, size: header.size)
    }
    if header.isEncrypted { return member(.encrypted) }
    guard header.isRegularFile else { return member(.other) }
    let source = MemberSource(level.reader)
    let content = BufferedSource(source)
    let kind = try MemberKind(content, of: source, name: header.name)
    if source.isUnreadable { return member(.other) }
    switch kind {
    case .file(let format):
      self.source = source
      self.content = content
      return member(.file(format))
    case .other:
      self.source = source
      self.content = content
      return member(.other)
    case .archive where ArchiveSource.isNamedAsKMZ(header.name):
      // Its main KML file is chosen when it is read as a file.
      self.source = source
      self.content = content
      return member(.file(KMLCodec().format), depth: levels.count + 1)
    case .archive:
      guard levels.count < Self.depthAtMost else { return member(.archive) }
      guard let opened = try inner(content) else {
        problems.append("the archive \(Excerpt.of(name)) cannot be read")
        return member(.other)
      }
      levels.append(
        Level(
          reader: opened.reader, packing: opened.packing, prefix: name + "/",
          layers: opened.layers))
      return nil
    }
  }

  /// Opens an archive inside the current archive, or returns nil if the inner archive cannot be
  /// read.
  private func inner(_ content: BufferedSource) throws -> Opened? {
    do {
      return try open(content, layer: levels.count * Self.layersAtMost)
    } catch is InputRefusal {
      return nil
    }
  }

  private func problem(_ level: Level) -> String {
    level.prefix.isEmpty
      ? "the \(level.packing.name) archive is truncated or damaged"
      : "the archive \(Excerpt.of(String(level.prefix.dropLast()))) is truncated or damaged"
  }

  // MARK: Content

  /// Reads the next bytes of the current file.
  ///
  /// - Returns: The number of bytes written to the buffer. Zero at the end of the file.
  /// - Throws: Any error thrown by the source.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try content?.read(into: buffer) ?? 0
    if count == 0, let damage, damage.code.isLimit { isCutKnown = true }
    return count
  }

  /// The damage or exceeded limit that ended the current file early. Nil if the file is complete.
  /// The value is valid only after the last byte of the file has been read.
  public var damage: InputDamage? {
    guard let level = levels.last else { return nil }
    // A limit of a layer around the archive looks like the end of the archive.
    let limit = levels.lazy.compactMap { $0.limit ?? $0.reader.limit }.first
    return switch source?.outcome {
    case .truncated: limit ?? InputDamage("the \(level.packing.name) archive is truncated")
    case .damaged: limit ?? InputDamage("the \(level.packing.name) archive is damaged")
    case .unreadable:
      limit ?? InputDamage("the file's content in the \(level.packing.name) archive is damaged")
    case .limited(let limit): limit
    case .more, .ended, nil: nil
    }
  }
}
