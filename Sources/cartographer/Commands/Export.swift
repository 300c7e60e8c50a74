import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import Synchronization
import TerminalUI

struct Export: Verb {
  static let scriptObstacle: String? =
    "the files that it writes could not be taken back; export afterwards"

  static let configuration = CommandConfiguration(
    abstract: "Write places, paths and groups as GPX.",
    discussion: """
      Without items it writes everything outside the trash. A file appears under its name only \
      when it is whole. An import is written as its file came, with all that nobody edited since.

      Colours, notes and the names of groups go along as extensions, and come back when the file \
      is imported; so do the notes, the colour and the itinerary of a group that is exported \
      itself, or with everything. --strip-extensions leaves them out.

      What items, --group and --import name is written together; --query narrows that. A file name \
      with {name}, {id}, {kind}, {date} or {group} in it gives a file to each item: \
      -o "trips/{group}/{date}-{name}.gpx".
      """)

  static let examples = [
    Example("cartographer export -o all.gpx", "Everything."),
    Example("cartographer export --group \"Three days in the Alps\" -o alps.gpx", "A trip."),
    Example("cartographer export P7 \"Lac Blanc\" | gpsinfo -", "To standard output."),
    Example("cartographer export --import I5 -o day1.gpx", "An imported file as it came."),
    Example("cartographer export --group Alps -o alps.gpx.gz", "Packed by gzip."),
    Example(
      "cartographer export P7 --privacy-zone Home:300 --strip-times -o share.gpx",
      "A path without its times and without what is within 300 m of a place."),
  ]

  static let isCancellable = true

  @Argument(help: ArgumentHelp("Ids or names; everything if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The members of a group.", valueName: "name|id"))
  var group: String?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp("The items of an import, as their file had them.", valueName: "id"))
  var record: String?

  @Option(help: ArgumentHelp("Of that, what list finds with these words.", valueName: "words"))
  var query: String?

  @Option(
    help: ArgumentHelp(
      "Only points of this time or later: a day, or a day with a time of day.", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only points of before this time; of a day all of it.", valueName: "time"))
  var to: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write, packed if it ends in .gz (default: standard output).", valueName: "file"),
    completion: .file(extensions: ["gpx", "gz"]))
  var output: String?

  @Option(help: "The format: gpx.") var format = Format.gpx

  @Option(
    name: .customLong("gpx-version"),
    help: "The version of GPX: source, 1.0 or 1.1 (default: source with --import, else 1.1).")
  var gpxVersion: Version?

  @Flag(help: "Leave out what no version of GPX allows, and say so.") var valid = false

  @Flag(
    name: .customLong("strip-times"),
    help: "Write no times, nor dates in extensions.")
  var stripTimes = false

  @Flag(
    name: .customLong("strip-extensions"), help: "Write nothing but the elements of GPX itself.")
  var stripExtensions = false

  @Option(
    help: ArgumentHelp(
      "At most so many points of each path: those that matter most to its shape.", valueName: "n"))
  var simplify: String?

  @Option(
    name: .customLong("privacy-zone"),
    help: ArgumentHelp(
      "Write nothing within a length (200m) of a place, and no extensions or notes; may be repeated.",
      valueName: "place[:length]"))
  var privacyZone: [String] = []

  @Flag(help: "Replace a file that exists.") var force = false

  @OptionGroup var global: GlobalOptions

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case gpx
  }

  enum Version: String, CaseIterable, ExpressibleByArgument {
    case source
    case v1_0 = "1.0"
    case v1_1 = "1.1"
  }

  func run(in session: Session) async throws {
    let file = output == "-" ? nil : output
    if global.json, file == nil {
      throw Failure.usage("With --json name the file to write by -o FILE.")
    }
    let library = try await session.libraryForReading(requiringStore: true)
    let ids = try await chosen(in: session, library)
    let options = try await exportOptions(in: session, library)
    guard let file else { return try await writeOutput(ids, options, library, session) }
    if FileNameTemplate.isTemplate(file) {
      let template = try FileNameTemplate(file)
      return try await writeEach(ids, template, options, library, session)
    }
    try await write(to: [file], [ids], options, library, session)
  }

  private func chosen(in session: Session, _ library: Library) async throws -> [ItemID] {
    var ids = try await session.items(items, in: library)
    if let group { ids.append(try await session.item(group, kind: .group, in: library)) }
    if let record {
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage("'\(record)' is no import.", remedy: "See: cartographer imports")
      }
      ids.append(id)
    }
    if let query {
      let found = try await Listing(library, kinds: [.location, .path], query: query).ids
      let matching = Set(found)
      ids =
        ids.isEmpty
        ? found : try await library.exportedItems(ids).map(\.id).filter(matching.contains)
      if ids.isEmpty { throw Self.missing("Nothing of that matches '\(query)'.") }
    }
    return ids
  }

  private static func missing(_ message: String) -> Failure {
    Failure(.noInput, code: "notFound", message, remedy: "See: cartographer list")
  }

  // MARK: Options

  private func exportOptions(in session: Session, _ library: Library) async throws -> ExportOptions
  {
    var options = ExportOptions()
    options.version = gpxVersion.flatMap { $0 == .source ? nil : $0.rawValue }
    if gpxVersion == .source, record == nil {
      throw Failure.usage("--gpx-version source is for an import.", remedy: "Add --import ID.")
    }
    options.isValidOnly = valid
    options.stripsTimes = stripTimes
    options.stripsExtensions = stripExtensions
    options.pointsAtMost = try simplify.map(Self.pointCount)
    options.from = try from.map { try DayOrTime($0, of: "--from", in: session.zone).start }
    options.until = try to.map { try DayOrTime($0, of: "--to", in: session.zone).end }
    if let start = options.from, let end = options.until, end <= start {
      throw Failure.usage("--to is not after --from, so there is nothing between them.")
    }
    if !privacyZone.isEmpty {
      let names = try await library.placeNames(among: Set(privacyZone))
      for word in privacyZone {
        let zone = try PrivacyZoneWord(word, names: names)
        options.privacyZones.append(try await zone.zone(in: session, library))
      }
    }
    return options
  }

  private static func pointCount(_ word: String) throws -> Int {
    guard let count = Int(word) else {
      throw Failure.usage(
        "'\(word)' of --simplify is no whole number.",
        remedy: "Write how many points each path may keep: --simplify 500.")
    }
    guard count >= 2 else {
      throw Failure.usage(
        "A path has two points or more; --simplify \(word) asks for less.",
        remedy: "Write how many points each path may keep: --simplify 500.")
    }
    return count
  }

  // MARK: Writing

  private func writeEach(
    _ ids: [ItemID], _ template: FileNameTemplate, _ options: ExportOptions, _ library: Library,
    _ session: Session
  ) async throws {
    let wanted = try await library.exportedItems(ids)
    let index = ItemIndex(try await library.snapshot(of: wanted.map(\.id)))
    let names = template.names(of: wanted, index, zone: session.zone)
    try await write(
      to: names, wanted.map { [$0.id] }, options, library, session, folders: OutputFolders())
  }

  /// - Parameter folders: Makes the folders of the files; nil where they must be there.
  private func write(
    to files: [String], _ parts: [[ItemID]], _ options: ExportOptions, _ library: Library,
    _ session: Session, folders: OutputFolders? = nil
  ) async throws {
    if !force, let file = files.first(where: FileManager.default.fileExists) {
      throw Failure(
        .cannotWrite, code: "cannotWrite", "\(file) exists.", remedy: "Use --force to replace it.")
    }
    let line = session.progressLine()
    defer { line.end() }
    defer { folders?.removeEmpty() }
    var (places, points) = (0, 0)
    var written: [String] = []
    var findings: [ImportReport.Finding] = []
    var told: Set<String> = []
    for (file, part) in zip(files, parts) {
      try folders?.make(for: file)
      let report = try await library.export(
        part, to: URL(filePath: file), replacing: force, options: options,
        progress: { line.update($0) })
      places += report.places
      points += report.pathPoints
      if report.isWritten { written.append(file) }
      // What is said of a group or a file is said once, not for each of their files.
      findings += report.findings.filter { !told.contains($0.text) }
      told.formUnion(report.findings.map(\.text))
    }
    line.end()
    guard !written.isEmpty else {
      if !global.json { tell(findings, session) }
      throw Self.nothingLeft("no file was made")
    }
    guard !global.json else {
      let isOne = files.count == 1 && written.count == 1
      return try session.console.print(
        .object([
          ("file", isOne ? .string(files[0]) : nil), ("files", isOne ? nil : .strings(written)),
          ("points", .count(places + points)), ("places", .count(places)),
          ("pathPoints", .count(points)), ("diagnostics", .array(findings.map(\.json))),
        ]))
    }
    tell(findings, session)
    let what = Numbers.written(places: places, points: points)
    let target: DisplayText =
      written.count == 1 ? "\(written[0])" : "\(Numbers.counted(written.count, "file"))"
    session.console.say("Wrote \(what) to \(target).")
  }

  private static func nothingLeft(_ outcome: String) -> Failure {
    Failure(
      .noInput, code: "notFound",
      "Nothing is left to write of what was asked for, so \(outcome).",
      remedy: "Take other items, times or privacy zones; `list` shows what there is.")
  }

  private func writeOutput(
    _ ids: [ItemID], _ options: ExportOptions, _ library: Library, _ session: Session
  ) async throws {
    let output = HeldOutput()
    do {
      let report = try await library.export(
        ids, options: options, writing: { try output.put($0) })
      tell(report.findings, session)
      guard report.isWritten else { throw Self.nothingLeft("nothing was written") }
      try output.letGo()
    } catch let error as LibraryError where error.cause is Console.BrokenPipe {
      throw Console.BrokenPipe()
    } catch let error as LibraryError {
      throw error.cause as? Failure ?? error
    }
  }

  private func tell(_ findings: [ImportReport.Finding], _ session: Session) {
    for finding in findings { session.console.say("\(finding.action): \(finding.message)") }
  }
}

/// Standard output whose beginning waits until it is sure that there is something to write.
private final class HeldOutput: Sendable {
  /// What waits; nil once it is out.
  private let held = Mutex<[UInt8]?>([])
  private static let limit = 1 << 20

  func put(_ bytes: UnsafeRawBufferPointer) throws {
    let waits = held.withLock { held in
      held?.append(contentsOf: bytes)
      return held.map { $0.count < Self.limit }
    }
    switch waits {
    case nil: try Console.put(bytes)
    case false?: try letGo()
    case true?: break
    }
  }

  func letGo() throws {
    let bytes = held.withLock { held in
      defer { held = nil }
      return held
    }
    try bytes?.withUnsafeBytes { try Console.put($0) }
  }
}
