import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Import: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Import files into the store.",
    discussion: """
      `formats` lists the formats of files that can be imported; `manual import-export` describes them. \
      Each file is imported in one transaction and undone as one change. Repairs and omissions are \
      reported with their line. An unchanged file is not imported again. A changed file updates its \
      items, but keeps values edited in the store. Files are recognised by their contents, not by \
      their names or folders.

      From a folder, the importable and compressed files in it are imported, with --recursive also those \
      in its subfolders. Files with a general extension such as .txt are imported if their contents \
      show their format. Files of a folder that were already imported are counted, but not listed.
      """)

  static let examples = [
    Example("cartographer import day1.gpx day2.gpx", "Import two files."),
    Example(
      "cartographer import *.gpx --add-to \"Three days in the Alps\"",
      "Import files into a group, which is created if it does not exist."),
    Example(
      "cartographer import --recursive ~/gps",
      "Import the new files in a folder and its subfolders."),
    Example(
      "cartographer import --dry-run strange.gpx",
      "Show the result of an import without changing the store."
    ),
    Example(
      "cartographer import --via gpsbabel old.gdb",
      "Convert a file with GPSBabel and import the result."),
    Example(
      "cartographer import --update I5 \"day 1, corrected.gpx\"",
      "Update the items of import I5 from a file."),
    Example(
      "curl -s https://example.org/a.gpx | cartographer import -",
      "Import a file from standard input."),
  ]

  static let isCancellable = true

  @Argument(
    help: ArgumentHelp("Files or folders, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ImportableFile.extensions))
  var files: [String]

  @Flag(name: [.short, .long], help: "Import folders with all their subfolders.")
  var recursive = false

  @Option(
    name: .addTo,
    help: ArgumentHelp("A group to add the imported items to; repeatable.", valueName: "name|id"))
  var group: [String] = []

  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false

  @Flag(help: "Reject files that cannot be imported without repairs or omissions.")
  var strict = false

  @Flag(help: "Import files as new items, even if they were imported before.")
  var duplicate = false

  @Option(
    help: ArgumentHelp(
      "Update the items of this import, such as I5, from the file.", valueName: "id"))
  var update: String?

  @Option(
    name: .customLong("groups-from"),
    help:
      "Also add items to groups named after their category, their type or the file; repeatable.")
  var groupsFrom: [GroupOrigin] = []

  @Flag(
    name: .customLong("no-limits"),
    help: "Import files that exceed the limits that protect against malicious input.")
  var noLimits = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var viaOptions: ViaOptions
  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { update == nil }

  func run(in session: Session) async throws {
    let converter = try viaOptions.converter(
      hasFormat: reading.format != nil, session.environment)
    let files = try ImportFiles(files, isRecursive: recursive)
    if converter != nil, files.hasFoldersOrStreams {
      throw Failure.usage("`--via` converts files, not folders or standard input.")
    }
    let updating = try updatedImport(from: files)
    var options = ImportOptions(
      groups: group, isStrict: strict, isDryRun: dryRun, duplicates: duplicate,
      groupOrigins: groupsFrom)
    try reading.apply(to: &options)
    let library =
      try await dryRun
      ? session.libraryForReading(requiringStore: false)
      : session.libraryForWriting(creating: createsStore)
    if let converter { options.format = converter.intermediateFormat }
    options.hasLimits = !noLimits
    options.updating = updating
    // With many files, the store is synced to the disk only once, at the end.
    let isMany = files.names.count > 1 && !dryRun
    if isMany { try library.beginImports() }
    let outcome: ImportOutcome
    do {
      outcome = try await importAll(files, converter, into: library, options, session)
    } catch {
      if isMany { try? library.endImports() }
      throw error
    }
    if isMany { try library.endImports() }
    if global.json { try session.console.print(outcome.json) }
    if let failure = outcome.failure { session.end(with: failure) }
  }

  private func importAll(
    _ files: ImportFiles, _ converter: ForeignConverter?, into library: Library,
    _ options: ImportOptions, _ session: Session
  ) async throws -> ImportOutcome {
    var outcome = ImportOutcome()
    var unchanged = 0
    for file in files.names {
      let line = session.progressLine()
      defer { line.end() }
      do {
        let report = try await importOne(file, converter, into: library, options, line)
        line.end()
        outcome.add(report)
        if let format = report.format.flatMap(FileFormat.named),
          let option = reading.ineffectiveOption(for: format)
        {
          session.console.say(
            "\(file): `--\(option)` has no effect, because the file's format is \(format.shortName)."
          )
        }
        let isNews = (report.wouldBe ?? report.status) != .unchanged || !files.isFromFolder(file)
        if !isNews { unchanged += 1 }
        if !global.json, isNews { try outcome.tell(report, session) }
      } catch let error where LibraryError.from(error) is CancellationError && !outcome.isEmpty {
        line.end()
        outcome.add(
          Failure(
            .interrupted, code: "interrupted",
            "Interrupted while reading \(file): the file was not imported. "
              + "All previous files were imported as reported."), file: file)
        if !global.json, let failure = outcome.failure {
          session.console.report(failure, asJSON: false)
        }
        return outcome
      } catch let error where ImportOutcome.isOfOneFile(error) {
        line.end()
        outcome.add(Failure(error), file: file)
        if !global.json { session.console.report(Failure(error), asJSON: false) }
      }
    }
    if unchanged > 0 {
      session.console.say(
        "Already imported and therefore not listed: \(Numbers.counted(unchanged, "file")).")
    }
    return outcome
  }

  /// Imports one file, after a conversion if a converter is given.
  private func importOne(
    _ file: String, _ converter: ForeignConverter?, into library: Library,
    _ options: ImportOptions, _ line: ProgressLine
  ) async throws -> ImportReport {
    guard let converter else {
      let input: ImportInput =
        file == "-" ? .standardInput : .file(URL(filePath: file), name: file)
      return try await library.importFile(input, options: options) { line.update($0) }
    }
    let folder = try TemporaryFolder(in: FileManager.default.temporaryDirectory)
    defer { folder.remove() }
    let converted = try await converter.convert(file, in: folder)
    return try await library.importFile(.conversion(of: file, at: converted), options: options) {
      line.update($0)
    }
  }

  private func updatedImport(from files: ImportFiles) throws -> ItemID? {
    guard let update else { return nil }
    guard let id = ItemID(update), id.kind == .importRecord else {
      throw Failure.usage(
        "'\(update)' is not the ID of an import.", remedy: "See: cartographer imports")
    }
    if duplicate {
      throw Failure.usage(
        "`--update` and `--duplicate` cannot be used together. Use only one of them.")
    }
    if files.names.count > 1 {
      throw Failure.usage("`--update` needs exactly one file, not \(files.names.count).")
    }
    return id
  }
}

extension GroupOrigin: ExpressibleByArgument {}
