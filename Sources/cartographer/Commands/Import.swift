import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Import: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import files into the store.",
    discussion: """
      `formats` lists the formats of files that can be imported; `manual import-export` describes \
      them. Each file is imported in one transaction and undone as one change. Repairs and \
      omissions are reported with their line numbers. An unchanged file is not imported again. A \
      changed file updates its items, but keeps values edited in the store. Files are recognised \
      by their contents, not by their names or folders.

      The files in a ZIP or tar archive are imported one by one, as separate files. In an export \
      from Strava or Garmin, the names and kinds of the activities are read from the export's \
      lists.

      All importable and compressed files in a folder are imported; with --recursive, those in its \
      subfolders are also imported. Files with a generic extension such as .txt are imported if \
      their content is recognised. Files in a folder that were already imported are counted, but \
      not listed.
      """)

  static let examples = [
    Example("cartographer import day1.gpx day2.gpx", "Import two files."),
    Example(
      "cartographer import *.gpx --add-to \"Three days in the Alps\"",
      "Import files into a group, which is created if it does not exist."),
    Example(
      "cartographer import --name-by-towns *.fit",
      "Import tracks and name them after the towns where they start and end."),
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

  @Flag(exclusivity: .chooseLast) var townNames: TownNames?

  enum TownNames: EnumerableFlag {
    case given, omitted

    static func name(for value: TownNames) -> NameSpecification {
      .customLong(value == .given ? "name-by-towns" : "no-name-by-towns")
    }

    static func help(for value: TownNames) -> ArgumentHelp? {
      switch value {
      case .given:
        """
        Name unnamed paths after the towns where they start and end (default: the setting \
        `name-by-towns`, or off).
        """
      case .omitted: "Do not name unnamed paths after towns."
      }
    }
  }

  @Flag(
    name: .customLong("no-limits"),
    help: """
      Import files even if they exceed the safety limits that protect against malicious input.
      """)
  var noLimits = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var viaOptions: ViaOptions
  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { update == nil }

  func run(in session: Session) async throws {
    let converter = try viaOptions.converter(
      hasFormat: reading.format != nil, session.environment)
    let files = try ImportFiles(
      files, isRecursive: recursive, keepsFolders: converter?.readsFolders ?? false)
    if converter != nil, files.hasFoldersOrStreams {
      throw Failure.usage("`--via` converts files, not folders or standard input.")
    }
    guard !files.names.isEmpty || !files.misnamed.isEmpty else {
      // The output has the same form as after an import, so that a script needs no special case.
      let names = self.files.joined(separator: ", ")
      let advice = recursive ? "" : "; `--recursive` also searches subfolders"
      session.console.say(
        DisplayText(
          "There is no importable file in \(names)\(advice). \(ImportableFile.kindsSentence)"))
      if let message = files.specialFilesMessage { session.console.say(DisplayText(message)) }
      if global.json { try session.console.print(ImportOutcome().json(of: files)) }
      return
    }
    let updating = try updatedImport(from: files)
    var options = ImportOptions(
      groups: group, isStrict: strict, isDryRun: dryRun, duplicates: duplicate,
      groupOrigins: groupsFrom)
    try reading.apply(to: &options)
    // Without an existing file, nothing is imported: a mistyped path must not create an empty
    // store.
    let hasFile = files.names.contains {
      $0 == "-" || FileManager.default.fileExists(atPath: $0)
    }
    let library =
      try await dryRun || !hasFile
      ? session.libraryForReading(requiringStore: false)
      : session.libraryForWriting(creating: createsStore, removesUnused: true)
    if let converter { options.format = converter.intermediateFormat }
    options.hasLimits = !noLimits
    options.updating = updating
    if townNames.map({ $0 == .given })
      ?? (session.configuration.settings["name-by-towns"] == "on"),
      let towns = session.towns
    {
      options.namePath = { towns.pathName(from: $0, to: $1) }
    }
    var loop = ImportLoop(
      files: files, converter: converter, reading: reading, library: library, options: options,
      session: session,
      isJSON: global.json, isRecursive: recursive)
    let outcome = try await loop.run()
    if global.json { try session.console.print(outcome.json(of: loop.files)) }
    if let failure = outcome.failure { session.end(with: failure, among: outcome.failures) }
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
      throw Failure.usage(
        "`--update` needs exactly one file, not \(Numbers.grouped(files.names.count)).")
    }
    return id
  }
}

extension GroupOrigin: ExpressibleByArgument {}
