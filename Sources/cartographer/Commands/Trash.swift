import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Trash: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List or restore deleted items, or delete them permanently.",
    subcommands: [TrashList.self, TrashRestore.self, TrashPurge.self])

  static let examples = [
    Example("cartographer trash list", "List the items in the trash."),
    Example(
      "cartographer trash restore P7", "Restore an item together with its group memberships."),
    Example("cartographer trash purge --all", "Delete all items in the trash permanently."),
  ]
}

struct TrashList: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the items in the trash, newest first.")

  static let examples = [Example("cartographer trash list", "List the items in the trash.")]

  @OptionGroup var idOptions: IDOptions
  @OptionGroup var limitOption: LimitOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let trash = TrashContents(try await library.trash())
    let limit = try limitOption.checked()
    let entries = trash.entries.reversed().prefix(limit == 0 ? .max : limit)
    if idOptions.ids { return try session.print(entries.map(\.id), idOptions) }
    if global.json {
      let items = entries.map { entry in
        JSONValue.object([
          ("id", .string(entry.id.description)), ("kind", .string(entry.kind)),
          ("name", .string(entry.name)), JSONValue.nameIsMadeUp(entry.isNameMadeUp),
          ("trashed", .time(entry.time)),
        ])
      }
      return try session.console.print(.object([("items", .array(items))]))
    }
    var table = PrintableTable([.leading, .leading, .leading, .leading])
    for entry in entries {
      table.add([
        DisplayText(entry.id.description), DisplayText(entry.word), DisplayText(entry.title),
        "deleted \(TimeText.minute(entry.time, in: session.zone))",
      ])
    }
    try session.console.print(table.lines)
    if entries.isEmpty { session.console.say("The trash is empty.") }
  }
}

struct TrashRestore: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore items from the trash.",
    discussion: RestoreHelp.overview)

  static let examples = [
    Example("cartographer trash restore P7", "Restore an item by its ID."),
    Example("cartographer trash restore \"Lac Blanc\"", "Restore an item by its unique name."),
    Example(
      "cartographer trash restore --group Alps", "Restore all deleted members of a group."),
  ]

  @OptionGroup var chosen: ItemArguments

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.trashed(
      chosen.items, chosen.group, in: library, leavingOutItemsInUse: true)
    try await session.apply(.restore(ids), of: ids, to: library)
  }
}

struct TrashPurge: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete items in the trash permanently.",
    discussion: "`undo` restores the items as long as the history contains their deletion.")

  static let examples = [
    Example("cartographer trash purge P7", "Delete one item permanently."),
    Example("cartographer trash purge --all", "Delete all items in the trash permanently."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of items.", valueName: "item")) var items: [String] =
    []
  @Option(
    help: ArgumentHelp(
      "Delete only the listed items that are in this group. If no items are listed, delete the group's members in the trash.",
      valueName: "name|id"))
  var group: String?
  @Flag(help: "Delete all items in the trash permanently.") var all = false

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard (items.isEmpty && group == nil) == all else {
      throw Failure.usage("`trash purge` needs either items or `--all`, but not both.")
    }
    let library = try await session.libraryForWriting()
    let ids =
      try await all
      ? TrashContents(library.trash()).entries.map(\.id)
      : session.trashed(items, group, in: library)
    try await session.apply(.purge(ids), of: ids, to: library)
  }
}

extension Session {
  /// Finds the given items in the trash. If a group is given, returns only the items that are
  /// members of the group. If no items are given, returns all members of the group that are in the
  /// trash.
  ///
  /// - Parameter leavingOutItemsInUse: Whether given items that are not in the trash are skipped.
  ///   Skipped items are reported to the user. If false, such items are an error.
  fileprivate func trashed(
    _ words: [String], _ group: String?, in library: Library, leavingOutItemsInUse: Bool = false
  ) async throws -> [ItemID] {
    let trash = TrashContents(try await library.trash())
    let unfolded = try Arguments.unfolded(words)
    try StandardInputItems.require(words, unfolded)
    var named: [ItemID] = []
    for word in unfolded {
      do {
        named.append(try trash.find(word))
      } catch let error as LibraryError where error.code == .notFound && leavingOutItemsInUse {
        guard let id = try? await items([word], in: library).first else { throw error }
        console.say("\(id.description) is not in the trash.")
      }
    }
    guard let group = try await self.group(group, in: library) else { return named }
    let members = trash.members(of: group)
    guard !words.isEmpty else { return members }
    let known = Set(members)
    let index = ItemIndex(try await library.snapshot(of: [group]))
    sayLeftOut(named.filter { !known.contains($0) }, index.name(group), group)
    return named.filter(known.contains)
  }
}
