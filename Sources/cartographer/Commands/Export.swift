import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import Synchronization
import TerminalUI

struct Export: ConsoleCommand {
  static let scriptObstacle: String? =
    "writing files cannot be undone; run `export` after the script"

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write places, paths and groups to a file.",
    discussion: """
      Without items, export writes everything outside the trash. An output file is given its final \
      name only when it is complete. With --import, the imported file is written in its original \
      form, with later edits to its items; if another format is chosen, the file is converted.

      The format is specified by --format or by the extension of the output file; without either, \
      it is GPX. `formats` lists the formats. Data that the format cannot hold are left out and \
      reported.

      In GPX, colours, notes and group names are written as extensions and restored by an import. \
      An exported group's notes, colour and itinerary are also written and restored. \
      --strip-extensions omits all these data.

      --group and --query limit the export to the items that are in the group and match the query. If \
      items are listed, only these items are considered. --import adds the items of an import.

      If the output name contains fields such as {name}, one file is written per item: \
      -o "trips/{group|other}/{date}-{name}.gpx". `edit --help` lists the fields. Missing folders are \
      created.
      """)

  func emptyDocument(in session: Session) -> JSONValue? {
    .object([
      ("files", .array([])), ("points", .count(0)), ("places", .count(0)),
      ("pathPoints", .count(0)), ("diagnostics", .array([])),
    ])
  }

  static let examples = [
    Example("cartographer export -o all.gpx", "Export everything."),
    Example(
      "cartographer export --group \"Three days in the Alps\" -o alps.gpx",
      "Export the members of a group."),
    Example(
      "cartographer export P7 \"Lac Blanc\" | xmllint --format -",
      "Write two items to standard output."),
    Example(
      "cartographer export --import I5 -o day1.gpx", "Write an imported file in its original form."),
    Example(
      "cartographer export P7 --via gpsbabel:unicsv -o points.csv",
      "Write a path in a GPSBabel format."),
    Example(
      "cartographer export --group Alps -o alps.gpx.gz",
      "Export a group and compress the file with gzip."),
    Example(
      "cartographer export P7 --privacy-zone Home:300 --strip-times -o share.gpx",
      "Export a path without times, and without points within 300 m of a place."),
  ]

  static let isCancellable = true

  @Argument(help: ArgumentHelp("IDs or names of items (default: everything).", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Export only the listed items that are in this group. If no items are listed, export all members of the group.",
      valueName: "name|id"))
  var group: String?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Write the items of this import, such as I5, in the form of the original file.",
      valueName: "id"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Export only the items that match this query (same syntax as in `list`).",
      valueName: "words"))
  var query: String?

  @Option(
    help: ArgumentHelp(
      "Export only points at or after this day or time, such as 2026-07-11.", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Export only points before this time, or up to the end of this day.", valueName: "time"))
  var to: String?

  @Option(
    name: .output,
    help: ArgumentHelp(
      "The output file, compressed if its name ends in .gz (default: standard output).",
      valueName: "file"),
    completion: .file(extensions: FileFormat.writable.flatMap(\.fileExtensions) + ["gz"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      The output format, such as gpx, or a file name extension (default: the format of the output's \
      extension, else gpx).
      """,
      valueName: "format"),
    completion: .list(FileFormat.writable.map(\.id).sorted()))
  var format: String?

  @OptionGroup var viaOptions: ViaOptions

  @Option(
    name: .customLong("gpx-version"),
    help: """
      For GPX only: the version 1.0 or 1.1, or source to use the version of the imported file \
      (default: source with --import, else 1.1).
      """)
  var gpxVersion: Version?

  @Flag(help: "For GPX only: leave out and report data that no GPX version allows.")
  var valid = false

  @Flag(
    name: .customLong("strip-times"),
    help: "Leave out all times, including dates in extensions.")
  var stripTimes = false

  @Flag(
    name: .customLong("strip-extensions"), help: "Leave out all GPX extensions.")
  var stripExtensions = false

  @Option(
    help: ArgumentHelp(
      "The maximum number of points per path, such as 500; the path's shape is preserved.",
      valueName: "n"))
  var simplify: String?

  @Option(
    name: .customLong("privacy-zone"),
    help: ArgumentHelp(
      """
      Leave out all data near a place (default radius: 200 m), and all extensions and notes; \
      repeatable.
      """,
      valueName: "place[:length]"))
  var privacyZone: [String] = []

  @Flag(help: "Replace an existing file.") var force = false

  @Flag(
    name: .customLong("dry-run"),
    help: "With -o, show the result without writing the file.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  enum Version: String, CaseIterable, ExpressibleByArgument {
    case source
    case v1_0 = "1.0"
    case v1_1 = "1.1"
  }

  func run(in session: Session) async throws {
    let file = output == "-" ? nil : output
    if global.json, file == nil {
      throw Failure.usage("With `--json`, `export` needs an output file: `-o FILE`.")
    }
    if dryRun, file == nil {
      throw Failure.usage("With `--dry-run`, `export` needs an output file: `-o FILE`.")
    }
    if let file {
      let isEach = FileNameTemplate.isTemplate(file)
      try OutputFile.requireFileName(file, example: isEach ? "{name}.gpx" : "trip.gpx")
    }
    let converter = try viaOptions.converter(hasFormat: format != nil, session.environment)
    if converter != nil, file == nil {
      throw Failure.usage("With `--via`, `export` needs an output file: `-o FILE`.")
    }
    // A converter receives a GPX file.
    let chosenFormat =
      converter == nil ? try format.map(FileFormat.writable(named:)) : FileFormat.gpx
    let outputFormat = try requireFormatOptions(of: chosenFormat, file)
    let library = try await session.libraryForReading(requiringStore: true)
    let ids = try await chosen(in: session, library)
    var options = try await exportOptions(in: session, library)
    options.format = chosenFormat
    // The extension of the output may choose a variant of the format, such as KMZ.
    let variant = format?.lowercased()
    options.fileExtension = converter == nil && variant != chosenFormat?.id ? variant : nil
    guard let file else { return try await writeOutput(ids, options, library, session) }
    if FileNameTemplate.isTemplate(file) {
      let template = try FileNameTemplate(file)
      // A dot in an item's name does not begin a file name extension.
      options.format = outputFormat
      return try await writeEach(ids, template, options, converter, library, session)
    }
    try await write(to: [file], [ids], options, converter, library, session)
  }

  private func chosen(in session: Session, _ library: Library) async throws -> [ItemID] {
    var ids = try await session.items(items, in: library)
    if let group {
      let id = try await session.item(group, kind: .group, in: library)
      if items.isEmpty {
        ids = [id]
      } else {
        let named = try await library.exportedItems(ids).map(\.id)
        ids = try await session.members(of: id, among: named, in: library)
        if ids.isEmpty {
          throw Self.missing("None of the specified items is in the group '\(group)'.")
        }
      }
    }
    if let record {
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage(
          "'\(record)' is not the ID of an import.", remedy: "See: cartographer imports")
      }
      ids.append(id)
    }
    if let query {
      let found = try await Listing(library, kinds: [.location, .path], query: query).ids
      let matching = Set(found)
      ids =
        ids.isEmpty
        ? found : try await library.exportedItems(ids).map(\.id).filter(matching.contains)
      if ids.isEmpty { throw Self.missing("No item matches the query '\(query)'.") }
    }
    return ids
  }

  private static func missing(_ message: String) -> Failure {
    Failure(.noInput, code: "notFound", message, remedy: "See: cartographer list")
  }

  // MARK: Options

  /// Checks that the given options apply to the output format.
  ///
  /// - Parameter file: The output file, or nil for standard output.
  /// - Returns: The output format.
  /// - Throws: ``Failure`` for an option that does not apply to the output format.
  /// - Throws: ``LibraryError`` for a file extension whose format cannot be exported.
  private func requireFormatOptions(
    of chosen: FileFormat?, _ file: String?
  ) throws -> FileFormat {
    let format =
      try file.map { try Library.exportFormat(of: URL(filePath: $0), chosen) }
      ?? chosen ?? .gpx
    let given = [("gpx-version", gpxVersion != nil), ("valid", valid)]
    guard let option = given.first(where: { $0.1 && !format.hasOption($0.0) })?.0 else {
      return format
    }
    throw Failure.usage(
      "`--\(option)` does not apply to the format \(format.shortName).",
      remedy: "To see the options of each format: cartographer formats")
  }

  private func exportOptions(in session: Session, _ library: Library) async throws -> ExportOptions
  {
    var options = ExportOptions()
    options.version = gpxVersion.flatMap { $0 == .source ? nil : $0.rawValue }
    if gpxVersion == .source, record == nil {
      throw Failure.usage(
        "`--gpx-version source` works only with `--import`.", remedy: "Add `--import ID`.")
    }
    options.isValidOnly = valid
    options.stripsTimes = stripTimes
    options.stripsExtensions = stripExtensions
    options.pointsAtMost = try simplify.map(Self.pointCount)
    options.from = try from.map { try DayOrTime($0, of: "--from", in: session.zone).start }
    options.until = try to.map { try DayOrTime($0, of: "--to", in: session.zone).end }
    if let start = options.from, let end = options.until, end <= start {
      throw Failure.usage("The `--to` time must be later than the `--from` time.")
    }
    for word in privacyZone {
      let zone = try await session.surroundings(word, .privacyZone, in: library)
      options.privacyZones.append(
        ExportOptions.PrivacyZone(centre: zone.center, radiusMetres: zone.metres))
    }
    return options
  }

  private static func pointCount(_ word: String) throws -> Int {
    guard let count = Int(word) else {
      throw Failure.usage(
        "The value '\(word)' of `--simplify` is not a whole number.",
        remedy: "Specify the maximum number of points per path, such as `--simplify 500`.")
    }
    guard count >= 2 else {
      throw Failure.usage(
        "`--simplify \(word)` is too low: a path needs at least two points.",
        remedy: "Specify the maximum number of points per path, such as `--simplify 500`.")
    }
    return count
  }

  // MARK: Writing

  private func writeEach(
    _ ids: [ItemID], _ template: FileNameTemplate, _ options: ExportOptions,
    _ converter: ForeignConverter?, _ library: Library, _ session: Session
  ) async throws {
    let wanted = try await library.exportedItems(ids)
    var times: [ItemID: Date] = [:]
    for item in wanted { times[item.id] = item.time }
    let items = try await session.patternItems(
      wanted.map(\.id), times: times, for: template.pattern, in: library)
    let (names, numbered) = template.names(of: items)
    if numbered > 0 {
      session.console.say(
        numbered == 1
          ? "A number was added to 1 file name to make it unique."
          : "Numbers were added to \(numbered) file names to make them unique.")
    }
    try await write(
      to: names, wanted.map { [$0.id] }, options, converter, library, session)
  }

  /// Exports each list of items in `parts` to the file at the same index in `files`. Creates
  /// missing folders, and reports the result.
  private func write(
    to files: [String], _ parts: [[ItemID]], _ options: ExportOptions,
    _ converter: ForeignConverter?, _ library: Library, _ session: Session
  ) async throws {
    for file in files { try OutputFile.check(file, isReplacing: force, example: "trip.gpx") }
    let folders = OutputFolders()
    let line = session.progressLine()
    defer { line.end() }
    defer { folders.removeEmpty() }
    var (places, paths, points) = (0, 0, 0)
    var format = FileFormat.gpx
    var written: [String] = []
    var contents: [JSONValue] = []
    var findings: [ImportReport.Finding] = []
    var told: Set<String> = []
    for (file, part) in zip(files, parts) {
      try folders.make(for: file)
      let report = try await export(part, to: file, options, converter, library, line)
      places += report.places
      paths += report.paths
      format = report.format
      points += report.pathPoints
      if report.isWritten {
        written.append(file)
        if global.json {
          let ids = try await library.exportedItems(part).map(\.id)
          contents.append(.object([("file", .string(file)), ("ids", .strings(ids))]))
        }
      }
      // A message about a group concerns all its files, but is printed only once.
      findings += report.findings.filter { !told.contains($0.text) }
      told.formUnion(report.findings.map(\.text))
    }
    line.end()
    guard !written.isEmpty else {
      if !global.json { tell(findings, session) }
      throw Self.nothingLeft("no file was written")
    }
    guard !global.json else {
      let isOne = files.count == 1 && written.count == 1
      return try session.console.print(
        .object([
          ("dryRun", dryRun ? .boolean(true) : nil),
          ("format", converter == nil ? .string(format.id) : nil),
          ("via", converter == nil ? nil : .text(viaOptions.via)),
          ("file", isOne ? .string(files[0]) : nil),
          ("files", isOne ? nil : .strings(written)), ("contents", .array(contents)),
          ("points", .count(places + points)), ("places", .count(places)),
          ("pathPoints", .count(points)), ("diagnostics", .array(findings.map(\.json))),
        ]))
    }
    tell(findings, session)
    let what = Numbers.written(places: places, paths: paths, points: points)
    let target: DisplayText =
      written.count == 1 ? "\(written[0])" : "\(Numbers.counted(written.count, "file"))"
    if let converter {
      // The other program does not report the data that its format cannot hold.
      let (verb, outcome) = dryRun ? ("Would pass", "would write") : ("Passed", "wrote")
      try session.console.result(
        "\(verb) \(what) to \(converter.programName), which \(outcome) \(target).")
    } else {
      try session.console.result("\(dryRun ? "Would write" : "Wrote") \(what) to \(target).")
    }
    guard dryRun, written.count > 1 else { return }
    for file in written { try session.console.result(DisplayText(file)) }
  }

  /// Exports items to one file, using the converter if one is given.
  private func export(
    _ ids: [ItemID], to file: String, _ options: ExportOptions, _ converter: ForeignConverter?,
    _ library: Library, _ line: ProgressLine
  ) async throws -> ExportReport {
    guard let converter else {
      return try await library.export(
        ids, to: URL(filePath: file), replacing: force, isDryRun: dryRun, options: options,
        progress: { line.update($0) })
    }
    return try await converter.export(
      ids, from: library, to: URL(filePath: file), isReplacing: force, isDryRun: dryRun,
      options: options, progress: { line.update($0) })
  }

  private static func nothingLeft(_ outcome: String) -> Failure {
    Failure(
      .noInput, code: "notFound",
      "The options exclude everything from the export, so \(outcome).",
      remedy: "Choose other items, times or privacy zones. See: cartographer list")
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
      try output.release()
    } catch let error as LibraryError where error.cause is Console.BrokenPipe {
      throw Console.BrokenPipe()
    } catch let error as LibraryError {
      throw error.cause as? Failure ?? error
    }
  }

  /// The code of the diagnostic about metadata that an export omits. Several findings with this
  /// code are reported as one.
  private static let metadataCode = "metadata.leftBehind"

  private func tell(_ findings: [ImportReport.Finding], _ session: Session) {
    let metadata = findings.filter { $0.code == Self.metadataCode }
    for finding in findings where metadata.count < 2 || finding.code != Self.metadataCode {
      session.console.say("\(finding.action): \(finding.message)")
    }
    guard metadata.count > 1 else { return }
    session.console.say(
      """
      skipped: the metadata of \(Numbers.grouped(metadata.count)) imported files, which are exported \
      only if a single whole file is exported in its original format
      """
    )
  }
}

/// A buffer for the first megabyte of an export to standard output, so that an export without
/// content writes nothing.
///
/// The output is written when its size reaches one megabyte, or when ``release()`` is called.
private final class HeldOutput: Sendable {
  /// The buffered output. Nil once the output has been written to standard output.
  private let held = Mutex<[UInt8]?>([])
  private static let limit = 1 << 20

  func put(_ bytes: UnsafeRawBufferPointer) throws {
    let waits = held.withLock { held in
      held?.append(contentsOf: bytes)
      return held.map { $0.count < Self.limit }
    }
    switch waits {
    case nil: try Console.put(bytes)
    case false?: try release()
    case true?: break
    }
  }

  func release() throws {
    let bytes = held.withLock { held in
      defer { held = nil }
      return held
    }
    try bytes?.withUnsafeBytes { try Console.put($0) }
  }
}
