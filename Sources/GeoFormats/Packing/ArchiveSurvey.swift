/// An overview of the files in an archive, made before the files are imported one by one.
///
/// The format of each file in the archive is recognised from the start of the file. The activity
/// lists in a Strava or Garmin export are also read.
public struct ArchiveSurvey: Sendable {
  /// The number of files that can be imported.
  public private(set) var count = 0
  /// The names of the files that no codec recognises.
  public private(set) var others = MemberNames()
  public private(set) var encrypted = MemberNames()
  /// The names of the inner archives that are nested too deeply to be opened.
  public private(set) var tooDeep = MemberNames()
  /// The activities named in the archive's activity lists.
  public private(set) var activities = ActivityCatalogue()
  /// Whether the archive's file name has the extension of a KMZ file.
  private let isNamedAsKMZ: Bool
  /// Whether the archive itself, not only a nested archive, contains a KML file.
  private var hasKML = false
  /// The names of importable CSV and JSON files that may be tables of an activity export, grouped
  /// by file name extension. After the survey, only the files that are not imported remain.
  private var tables: [String: MemberNames] = [:]
  /// The file name extensions of the archive's activity lists.
  private var listExtensions: Set<String> = []
  /// The first file that can be imported.
  private var first: ArchiveWalk.Member?
  private var problems: [InputDamage] = []
  /// Whether an importable file other than ``first`` exceeds a limit. If true, all files are
  /// imported one by one, even if there is only one.
  private var hasOtherCutFile = false

  /// The maximum size of an activity list, in bytes.
  private static let listAtMost = 64 << 20

  /// Creates an overview of the files in an archive.
  ///
  /// - Parameter name: The archive's name, which is prefixed to the names of its files.
  /// - Parameter progress: A closure called for each file. It may throw an error to stop reading.
  /// - Returns: Nil if the source is not an archive.
  /// - Throws: Any error thrown by the source or by `progress`.
  public init?(
    _ source: any ByteSource, name: String, limits: GeoReadingLimits = GeoReadingLimits(),
    progress: (GeoProgress) throws -> Void = { _ in }
  ) throws {
    guard let walk = try ArchiveWalk(source, limits: limits) else { return nil }
    isNamedAsKMZ = ArchiveSource.isNamedAsKMZ(name)
    // A limit is reported by the import, which ends at the same file.
    while let member = try walk.next() {
      try progress(walk.progress)
      if ActivityCatalogue.mayList(member.name), let bytes = try Self.content(walk),
        activities.add(bytes, of: "\(name)/\(member.name)")
      {
        listExtensions.insert(Self.fileExtension(member))
        if let damage = walk.damage, damage.code.isLimit {
          problems.append(
            InputDamage("the activity list \(member.name): \(damage.message)", code: damage.code))
        }
        continue
      }
      add(member, name)
    }
    problems += walk.problems.map { InputDamage("\($0); the files before the damage were read") }
    hasOtherCutFile = walk.cutFiles.contains { $0 != first?.name }
    for (ending, names) in tables where !listExtensions.contains(ending) {
      count += names.count
      tables[ending] = nil
    }
  }

  private mutating func add(_ member: ArchiveWalk.Member, _ archive: String) {
    switch member.kind {
    case .file(let format):
      if first == nil { first = member }
      if member.depth == 1, format.id == KMLCodec.id { hasKML = true }
      let ending = Self.fileExtension(member)
      if ["csv", "json"].contains(ending) {
        tables[ending, default: MemberNames()].add(member.name)
      } else {
        count += 1
        activities.note(file: "\(archive)/\(member.name)")
      }
    case .other: others.add(member.name)
    case .encrypted: encrypted.add(member.name)
    case .archive: tooDeep.add(member.name)
    }
  }

  /// Returns the file name extension that a file has after decompression. In an activity export,
  /// files with the same extension as the activity list contain data about the user rather than
  /// positions.
  private static func fileExtension(_ member: ArchiveWalk.Member) -> String {
    let name = Packing.unpackedName(member.name)
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
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

  /// Returns whether to import a file from the archive.
  public func selects(_ member: ArchiveWalk.Member) -> Bool {
    guard case .file = member.kind else { return false }
    return !listExtensions.contains(Self.fileExtension(member))
  }

  /// Whether the archive contains only one file to import. Such an archive is read in the same way
  /// as a compressed file.
  ///
  /// A KMZ file has one main file, to which all its other files belong.
  public var isSingleFile: Bool {
    if isNamedAsKMZ && hasKML { return true }
    guard count <= 1, activities.isEmpty, !hasOtherCutFile || count == 0 else { return false }
    guard let first else { return true }
    return first.depth == 1
      || ArchiveSource.isNamedAsGPX(String(first.name.prefix { $0 != "/" }))
  }

  /// The diagnostics about files in the archive that are not imported.
  public var diagnostics: [Diagnostic] {
    func left(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
      Diagnostic(code: code, action: .skipped, message: message)
    }
    var found: [Diagnostic] = []
    if !others.isEmpty {
      let files = others.counted("file")
      let (have, were) = others.count == 1 ? ("has", "was") : ("have", "were")
      found.append(
        left(
          .inputMembersLeft,
          "\(files) in the archive \(have) no known format and \(were) not read: \(others)"))
    }
    // Sorted, so that the order of the diagnostics is always the same.
    for (_, names) in tables.sorted(by: { $0.key < $1.key }) {
      let tables = names.counted("table")
      let were = names.count == 1 ? "was" : "were"
      found.append(
        left(
          .inputMembersLeft,
          """
          \(tables) in the activity export \(were) not read: \(names). If a table is your own, \
          import it separately
          """))
    }
    if !tooDeep.isEmpty {
      found.append(
        left(
          .inputMembersLeft,
          """
          archives are opened up to \(ArchiveWalk.depthAtMost) levels deep, including the outermost \
          archive; archives that are nested more deeply were not read: \(tooDeep)
          """))
    }
    if !encrypted.isEmpty {
      let files = encrypted.counted("file")
      let (are, were) = encrypted.count == 1 ? ("is", "was") : ("are", "were")
      found.append(
        left(
          .inputEncrypted,
          """
          \(files) in the archive \(are) encrypted and \(were) not read: \(encrypted). Decompress \
          the archive with its password first
          """))
    }
    return found
      + problems.map { left($0.code, $0.message) }
      + activities.diagnostics
  }
}

extension ArchiveSurvey {
  /// Returns the diagnostics about files, other than pictures, that are ignored when an archive is
  /// imported as a single file. The result is empty if the source is not an archive.
  ///
  /// - Parameter name: The archive's name.
  /// - Throws: Any error thrown by the source.
  public static func unreadMembers(
    of source: any ByteSource, name: String, limits: GeoReadingLimits
  ) throws -> [Diagnostic] {
    do {
      return try Unpacking(BufferedSource(source), limits, name: name).unreadMembers()
    } catch is InputRefusal {
      return []
    }
  }
}
