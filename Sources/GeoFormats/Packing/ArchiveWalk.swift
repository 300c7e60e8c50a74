/// An iterator over the files of a ZIP or tar archive, in the archive's order. It includes the
/// files in nested archives.
///
/// The archive is read once, from start to end, and is decompressed at the same time. Memory use
/// does not depend on the archive's size. File names are only names: nothing is written to disk.
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
    /// `files.zip/day1.gpx`. It may contain `..` and any character.
    public let name: String
    public let kind: Kind
    /// The number of archives that contain the file, one inside another: 1 for a file directly in
    /// the outermost archive.
    public let depth: Int
    /// The file's decompressed size in bytes, according to the archive. Nil if the archive does not
    /// include the size.
    public let size: Int?
  }

  /// The maximum depth to which nested archives are opened.
  public static let depthAtMost = 3

  private struct Level {
    let reader: ArchiveReader
    let packing: Packing
    /// The path of the archive inside the outermost archive, followed by a slash. Empty for the
    /// outermost archive itself.
    let prefix: String
    /// The file being read. Its remaining content must be read or skipped before the next file.
    var current: ArchiveReader.Member?
  }

  private let file: BufferedSource
  private let limits: GeoReadingLimits
  private var levels: [Level] = []
  /// The counters of the bytes that each compression layer has produced for all files.
  private var meters: [UnpackingMeter] = []
  private var source: MemberSource?
  private var content: BufferedSource?
  /// The number of bytes that each compression layer had produced when the current file began.
  private var producedBefore: [Int] = []
  /// The maximum number of files that are left out because they exceed a limit. Each of them is listed in a diagnostic.
  private static let abandonedAtMost = 1_000
  /// The total decompressed size of the left-out files, in bytes. Each may expand up to the limits, so their sum is
  /// limited, too.
  private var abandonedSize = 0
  /// The diagnostics about the files that were left out because they exceed a limit.
  public private(set) var leftOut: [Diagnostic] = []
  /// Descriptions of the damage that prevented the remaining files of an archive from being read.
  /// The list is complete after the last file was visited.
  public private(set) var problems: [String] = []

  /// Opens an archive.
  ///
  /// - Returns: Nil if the source is not an archive, or if the archive's start is damaged.
  /// - Throws: Any error thrown by the source.
  public init?(_ source: any ByteSource, limits: GeoReadingLimits = GeoReadingLimits()) throws {
    file = BufferedSource(source)
    self.limits = limits
    do {
      guard let (reader, packing) = try open(file, layer: 0) else { return nil }
      levels = [Level(reader: reader, packing: packing, prefix: "")]
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
  private func open(
    _ content: BufferedSource, layer first: Int
  ) throws -> (ArchiveReader, Packing)? {
    var content = content
    for layer in first..<first + Self.layersAtMost {
      let head = Array(try content.window(atLeast: FileSignature.headSize))
      guard let packing = Packing(head) else { return nil }
      guard packing.isArchive else {
        content = BufferedSource(try packing.filter(content, meter(layer)))
        continue
      }
      let reader = try ArchiveReader(packing, content, meter(layer))
      guard case .more = try reader.open() else { return nil }
      return (reader, packing)
    }
    return nil
  }

  // MARK: Files

  /// Moves to the next file of the archive.
  ///
  /// - Returns: The file. Nil at the end of the archive.
  /// - Throws: ``ArchiveRefusal`` if the archive exceeds a limit. Any error thrown by the source.
  public func next() throws -> Member? {
    try ArchiveRefusal.translating(currentName) {
      source = nil
      content = nil
      while let level = levels.last {
        if let current = level.current { try level.reader.skip(current) }
        guard let header = try level.reader.nextMember() else {
          if level.reader.endedEarly { problems.append(problem(level)) }
          levels.removeLast()
          continue
        }
        levels[levels.count - 1].current = header
        producedBefore = meters.map(\.produced)
        if header.isFolder { continue }
        do {
          if let member = try member(header, level) { return member }
        } catch let refusal as InputRefusal {
          guard abandonFile(ArchiveRefusal(refusal, name: currentName())) else { throw refusal }
        }
      }
      return nil
    }
  }

  /// Returns the file in the archive that has the given header. Returns nil if the file is itself
  /// an archive; its files are visited next.
  private func member(_ header: ArchiveReader.Member, _ level: Level) throws -> Member? {
    let own = header.name.drop { $0 == "/" }
    let name = level.prefix + (own.isEmpty ? "unnamed" : own)
    func member(_ kind: Member.Kind) -> Member {
      Member(name: name, kind: kind, depth: levels.count, size: header.size)
    }
    if header.isEncrypted { return member(.encrypted) }
    guard header.isRegularFile else { return member(.other) }
    let source = MemberSource(level.reader)
    let content = BufferedSource(source)
    let kind = try MemberKind(content, name: header.name)
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
    case .archive:
      guard levels.count < Self.depthAtMost else { return member(.archive) }
      guard let (reader, packing) = try inner(content) else {
        problems.append("the archive \(Excerpt.of(name)) cannot be read")
        return member(.other)
      }
      levels.append(Level(reader: reader, packing: packing, prefix: name + "/"))
      return nil
    }
  }

  /// Opens an archive inside the current archive, or returns nil if the inner archive cannot be read.
  private func inner(_ content: BufferedSource) throws -> (ArchiveReader, Packing)? {
    do {
      return try open(content, layer: levels.count * Self.layersAtMost)
    } catch let refusal as InputRefusal
      where refusal.code != .limitUnpacked && refusal.code != .limitRatio
    {
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
  /// - Throws: ``ArchiveRefusal`` if the archive exceeds a limit. Any error thrown by the source.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try ArchiveRefusal.translating(currentName) { try content?.read(into: buffer) ?? 0 }
  }

  /// Skips the rest of the current file because the file exceeds a limit. Afterwards ``next()`` can
  /// move to another file. Adds the reason to ``leftOut``. The other files cannot be read if the
  /// archive does not state where the current file ends, or if the files that were left out are too
  /// many or too large.
  ///
  /// - Returns: Whether the remaining files in the archive can be read.
  public func abandonFile(_ refusal: ArchiveRefusal) -> Bool {
    abandonedSize += zip(meters, producedBefore).reduce(0) { $0 + max($1.0.produced - $1.1, 0) }
    guard let current = levels.last?.current, current.size != nil,
      leftOut.count < Self.abandonedAtMost, abandonedSize <= limits.unpacked
    else { return false }
    var diagnostic = refusal.diagnostic
    diagnostic.action = .skipped
    leftOut.append(diagnostic)
    for (meter, produced) in zip(meters, producedBefore) { meter.restore(produced) }
    (source, content) = (nil, nil)
    return true
  }

  /// Returns the current file's path in the outermost archive. Returns nil if no file is open.
  private func currentName() -> String? {
    levels.last.flatMap { level in level.current.map { level.prefix + $0.name } }
  }

  /// A description of the damage that cut the current file short. Nil if the file is complete. The
  /// value is valid after the last byte of the file was read.
  public var damage: String? {
    guard let level = levels.last else { return nil }
    return switch source?.outcome {
    case .truncated: "the \(level.packing.name) archive is truncated"
    case .damaged: "the \(level.packing.name) archive is damaged"
    case .unreadable: "the file's content in the \(level.packing.name) archive is damaged"
    case .more, .ended, nil: nil
    }
  }
}

/// The error thrown when an archive exceeds a limit.
public struct ArchiveRefusal: Error {
  public let diagnostic: Diagnostic

  /// - Parameter name: A closure that returns the current file's name, or nil between files.
  static func translating<Value>(
    _ name: () -> String?, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let refusal as InputRefusal {
      throw ArchiveRefusal(refusal, name: name())
    }
  }

  /// - Parameter name: The name of the file that exceeds the limit, or nil if the name is unknown.
  init(_ refusal: InputRefusal, name: String?) {
    let file = name.map { "the file \(Excerpt.of($0)) in the archive: " } ?? ""
    diagnostic = Diagnostic(
      code: refusal.code, action: .refused, message: file + refusal.message,
      remedy: refusal.remedy)
  }
}
