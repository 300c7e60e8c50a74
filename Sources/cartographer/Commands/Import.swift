import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Import: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Read GPX files into the store.",
    discussion: """
      Each file is one transaction and one undo. What had to be repaired or left out is reported \
      with its line. A file the store already has is not imported again; one that changed since \
      updates its items, and what was edited here stays. A file is known by what it holds, \
      wherever it is and whatever it is called.
      """)

  static let examples = [
    Example("cartographer import day1.gpx day2.gpx", "Two files."),
    Example(
      "cartographer import *.gpx --group \"Three days in the Alps\"",
      "Into a group, made when there is none of that name."),
    Example("cartographer import --dry-run strange.gpx", "See what would be done."),
    Example(
      "cartographer import --update I5 \"day 1, corrected.gpx\"",
      "A file that is too different to be known again."),
    Example("curl -s https://example.org/a.gpx | cartographer import -", "From standard input."),
  ]

  static let isCancellable = true

  @Argument(
    help: ArgumentHelp("Files, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ["gpx", "gz", "bz2", "zip"]))
  var files: [String]

  @Option(help: ArgumentHelp("A group to put it in; may be repeated.", valueName: "name|id"))
  var group: [String] = []

  @Flag(name: .customLong("dry-run"), help: "Report, and change nothing.")
  var dryRun = false

  @Flag(help: "Refuse a file for anything that would be repaired or left out.")
  var strict = false

  @Flag(help: "Import a file again that the store already has.")
  var duplicate = false

  @Option(
    help: ArgumentHelp("Say that the file is a later state of this import's.", valueName: "id"))
  var update: String?

  @Option(
    name: .customLong("groups-from"),
    help:
      "Also put items in the groups that the file names: category, type or file; may be repeated.")
  var groupsFrom: [GroupOrigin] = []

  @Flag(
    name: .customLong("no-limits"),
    help: "Read files that ask for so much that they look like an attack.")
  var noLimits = false

  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { update == nil }

  func run(in session: Session) async throws {
    let updating = try updatedImport()
    let library =
      try await dryRun
      ? session.libraryForReading() : session.libraryForWriting(creating: createsStore)
    var options = ImportOptions(
      groups: group, isStrict: strict, isDryRun: dryRun, duplicates: duplicate,
      groupOrigins: groupsFrom)
    options.hasLimits = !noLimits
    options.updating = updating
    // One wait for the disk, at the end, for however many files.
    let isMany = files.count > 1 && !dryRun
    if isMany { try library.beginImports() }
    let outcome: ImportOutcome
    do {
      outcome = try await importAll(into: library, options, session)
    } catch {
      if isMany { try? library.endImports() }
      throw error
    }
    if isMany { try library.endImports() }
    if global.json { try session.console.print(outcome.json) }
    if let failure = outcome.failure { session.end(with: failure) }
  }

  private func importAll(
    into library: Library, _ options: ImportOptions, _ session: Session
  ) async throws -> ImportOutcome {
    var outcome = ImportOutcome()
    for file in files {
      let line = session.progressLine()
      defer { line.end() }
      do {
        let input: ImportInput =
          file == "-" ? .standardInput : .file(URL(filePath: file), name: file)
        let report = try await library.importFile(input, options: options) { line.update($0) }
        line.end()
        outcome.add(report)
        if !global.json { try outcome.tell(report, session) }
      } catch let error where LibraryError.from(error) is CancellationError && !outcome.isEmpty {
        line.end()
        outcome.add(
          Failure(
            .interrupted, code: "interrupted",
            "Interrupted while reading \(file): nothing of it was taken. What was said of files before "
              + "it holds."), file: file)
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
    return outcome
  }

  private func updatedImport() throws -> ItemID? {
    guard let update else { return nil }
    guard let id = ItemID(update), id.kind == .importRecord else {
      throw Failure.usage("'\(update)' is no import.", remedy: "See: cartographer imports")
    }
    if duplicate {
      throw Failure.usage(
        "--update changes items and --duplicate makes new ones; give one of them.")
    }
    if files.count > 1 {
      throw Failure.usage("--update is for one file; \(files.count) were named.")
    }
    return id
  }
}

extension GroupOrigin: ExpressibleByArgument {}
