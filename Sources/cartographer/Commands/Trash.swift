import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Trash: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "What was deleted.",
    subcommands: [TrashList.self, TrashRestore.self, TrashPurge.self])

  static let examples = [
    Example("cartographer trash list", "What is in it."),
    Example("cartographer trash restore P7", "Back where it was, its groups included."),
    Example("cartographer trash purge --all", "Delete for good."),
  ]
}

struct TrashList: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what is in the trash, oldest first.")

  static let examples = [Example("cartographer trash list", "")]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let trash = TrashContents(try await library.trash())
    if global.json {
      let items = trash.entries.map { entry in
        JSONValue.object([
          ("id", .string(entry.id.description)), ("kind", .string(entry.kind)),
          ("name", .string(entry.name)), JSONValue.nameIsMadeUp(entry.isNameMadeUp),
          ("trashed", .time(entry.time)),
        ])
      }
      return try session.console.print(.object([("items", .array(items))]))
    }
    var table = PrintableTable([.leading, .leading, .leading, .leading])
    for entry in trash.entries {
      table.add([
        DisplayText(entry.id.description), DisplayText(entry.word), DisplayText(entry.title),
        "deleted \(Timestamp.local(entry.time, in: session.zone))",
      ])
    }
    try session.console.print(table.lines)
  }
}

struct TrashRestore: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Take items out of the trash.")

  static let examples = [
    Example("cartographer trash restore P7", "By id."),
    Example("cartographer trash restore \"Lac Blanc\"", "By a name only one item there bears."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let trash = TrashContents(try await library.trash())
    try await session.apply(.restore(try Arguments.unfolded(items).map(trash.find)), to: library)
  }
}

struct TrashPurge: Verb {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete what is in the trash for good.",
    discussion: "`undo` brings it back for as long as the history keeps it.")

  static let examples = [
    Example("cartographer trash purge P7", "One item."),
    Example("cartographer trash purge --all", "All of it."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String] = []
  @Flag(help: "Everything in the trash.") var all = false

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    guard items.isEmpty == all else {
      throw Failure.usage("Name the items to purge, or --all.")
    }
    let library = try await session.libraryForWriting()
    let trash = TrashContents(try await library.trash())
    let ids = all ? trash.entries.map(\.id) : try Arguments.unfolded(items).map(trash.find)
    guard !ids.isEmpty else { return try session.report(EditResult(title: "")) }
    try await session.apply(.purge(ids), to: library)
  }
}
