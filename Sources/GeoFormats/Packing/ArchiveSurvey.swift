/// An overview of the files of an archive, made before the files are imported one by one.
///
/// The survey reads the start of each file in the archive to recognise its format, and reads the
/// lists of activities that belong to an export of Strava or Garmin.
public struct ArchiveSurvey: Sendable {
  /// The number of files that can be imported.
  public private(set) var count = 0
  /// The files that no codec recognises.
  public private(set) var others = MemberNames()
  public private(set) var encrypted = MemberNames()
  /// The archives that are nested too deeply.
  public private(set) var tooDeep = MemberNames()
  /// The activities listed by the archive, with their names.
  public private(set) var activities = ActivityCatalogue()
  private var isKMZ = false
  /// The files of table and JSON formats, which an export of activities contains besides the tracks.
  private var tables = MemberNames()
  /// The only file that can be imported, if there is exactly one.
  private var first: ArchiveWalk.Member?
  private var problems: [String] = []

  /// The maximum size of a list of activities, in bytes.
  private static let listAtMost = 64 << 20

  /// Surveys an archive.
  ///
  /// - Parameter name: The archive's name, which precedes the names of its files.
  /// - Parameter progress: A closure called for each file. It may throw an error to stop reading.
  /// - Returns: Nil if the source is not an archive.
  /// - Throws: Any error thrown by the source or by `progress`.
  public init?(
    _ source: any ByteSource, name: String, limits: GeoReadingLimits = GeoReadingLimits(),
    progress: (GeoProgress) throws -> Void = { _ in }
  ) throws {
    guard let walk = try ArchiveWalk(source, limits: limits) else { return nil }
    do {
      while let member = try walk.next() {
        try progress(walk.progress)
        if ActivityCatalogue.mayList(member.name), let bytes = try Self.content(walk),
          activities.add(bytes, of: "\(name)/\(member.name)")
        {
          continue
        }
        add(member, name)
      }
    } catch is ArchiveRefusal {
      // The import stops at the same file and reports the reason.
    }
    problems = walk.problems
    if activities.isEmpty {
      count += tables.count
      tables = MemberNames()
    }
  }

  private mutating func add(_ member: ArchiveWalk.Member, _ archive: String) {
    switch member.kind {
    case .file(let format):
      if first == nil { first = member }
      if member.depth == 1, member.name == ArchiveSource.mainKML { isKMZ = true }
      if Self.isTable(format) {
        tables.add(member.name)
      } else {
        count += 1
        activities.note(file: "\(archive)/\(member.name)")
      }
    case .other: others.add(member.name)
    case .encrypted: encrypted.add(member.name)
    case .archive: tooDeep.add(member.name)
    }
  }

  /// Returns whether files of a format are data about the user, rather than positions, in an export
  /// of activities.
  private static func isTable(_ format: GeoFormat) -> Bool {
    format.fileExtensions.contains("csv") || format.fileExtensions.contains("json")
  }

  private static func content(_ walk: ArchiveWalk) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = try buffer.withUnsafeMutableBytes({ try walk.read(into: $0) }), count > 0
    {
      bytes += buffer[..<count]
      guard bytes.count <= listAtMost else { return nil }
    }
    return bytes
  }

  /// Returns whether a file of the archive is to be imported.
  public func selects(_ member: ArchiveWalk.Member) -> Bool {
    guard case .file(let format) = member.kind else { return false }
    return activities.isEmpty || !Self.isTable(format) && !ActivityCatalogue.mayList(member.name)
  }

  /// Whether the archive stands for a single file, which is read from it as from a compressed file.
  ///
  /// A KMZ file has one main file, to which its other files belong.
  public var isSingleFile: Bool {
    guard !isKMZ, count <= 1, activities.isEmpty else { return isKMZ }
    guard let first else { return true }
    return first.depth == 1
      || ArchiveSource.isNamedAsGPX(String(first.name.prefix { $0 != "/" }))
  }

  /// The diagnostics about files of the archive that are not imported.
  public var diagnostics: [Diagnostic] {
    func left(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
      Diagnostic(code: code, action: .skipped, message: message)
    }
    var found: [Diagnostic] = []
    if !others.isEmpty {
      found.append(
        left(
          .inputMembersLeft,
          "\(others.counted("file")) of the archive \(others.count == 1 ? "has" : "have") no known format and "
            + "\(others.count == 1 ? "was" : "were") not read: \(others)"))
    }
    if !tables.isEmpty {
      found.append(
        left(
          .inputMembersLeft,
          """
          \(tables.counted("table")) of the export of activities \(tables.count == 1 ? "was" : "were") not \
          read: \(tables). Import tables of your own one by one
          """))
    }
    if !tooDeep.isEmpty {
      found.append(
        left(
          .inputMembersLeft,
          """
          archives are opened up to \(ArchiveWalk.depthAtMost) levels deep; the archives inside \
          them were not read: \(tooDeep)
          """))
    }
    if !encrypted.isEmpty {
      found.append(
        left(
          .inputEncrypted,
          """
          \(encrypted.counted("file")) of the archive \(encrypted.count == 1 ? "is" : "are") \
          encrypted and \(encrypted.count == 1 ? "was" : "were") not read: \(encrypted). Decompress \
          the archive with its password first
          """))
    }
    return found
      + problems.map { left(.inputDamaged, "\($0); the files before the damage were read") }
      + activities.diagnostics
  }
}
