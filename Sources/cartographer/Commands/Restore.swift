import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Restore: DryRunVerb {
  static let configuration = CommandConfiguration(
    abstract: "Restore items to an earlier state; other items stay unchanged.",
    discussion: """
      Fields, points, groups and the trash state are restored. Points that a split moved to another \
      path are copied from it. A restore is a new change, which `undo` undoes. In contrast, `undo` \
      takes back whole changes, newest first.
      """)

  static let examples = [
    Example("cartographer restore P7 --before 12", "Restore P7 to its state before change 12."),
    Example(
      "cartographer restore P7 L3 --to 12", "Restore two items to their state after change 12."),
    Example("cartographer trash restore P7", "Restore an item from the trash."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Option(help: ArgumentHelp("Restore the state before this change.", valueName: "change"))
  var before: Int64?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Restore the state after this change.", valueName: "change"))
  var target: Int64?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard (before == nil) != (target == nil), let named = before ?? target else {
      throw Failure.usage(
        "`restore` needs either `--before` or `--to`, with the number of a change.",
        remedy: "See: cartographer log")
    }
    let library = try await session.libraryForWriting()
    let entry = try await library.historyEntry(named)
    guard entry.state != .undone else {
      throw Failure.usage(
        "Change \(named) was undone, so no state exists before or after it.",
        remedy: "Choose another change, or redo this change first. See: cartographer log")
    }
    // Purged items can be restored too, but only by ID.
    let ids = try await session.items(chosen, in: library) { words in
      let resolver = try await library.resolver(for: words.filter { ItemID($0) == nil })
      return try words.map { word in try ItemID(word) ?? resolver.item(word) }
    }
    try await session.apply(
      .revert(ids, toBefore: before ?? named + 1), of: ids, to: library)
  }
}
