import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Restore: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Make items what they were at some time in the history, and leave all else.",
    discussion: """
      It is a change of its own, so `undo` takes it back. Fields, points, the trash and memberships \
      come back as they were; points that a split gave to another path are copied from it. `undo` \
      instead takes back whole changes, the newest first.
      """)

  static let examples = [
    Example("cartographer restore P7 --before 12", "As it was before entry 12 of the log."),
    Example("cartographer restore P7 L3 --to 12", "As entry 12 left them."),
    Example("cartographer trash restore P7", "To only take it out of the trash."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @Option(help: ArgumentHelp("What they were before this entry.", valueName: "entry"))
  var before: Int64?

  @Option(name: .customLong("to"), help: ArgumentHelp("What this entry left.", valueName: "entry"))
  var target: Int64?

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    guard (before == nil) != (target == nil), let named = before ?? target else {
      throw Failure.usage(
        "restore needs either --before or --to, with the number of an entry.",
        remedy: "See: cartographer log")
    }
    let library = try await session.libraryForWriting()
    let entry = try await library.historyEntry(named)
    guard entry.state != .undone else {
      throw Failure.usage(
        "Entry \(named) was undone, so it did nothing to go back from.",
        remedy: "Choose one that is done, or redo it: cartographer log")
    }
    let items = Arguments.unfolded(items)
    let resolver = try await library.resolver(for: items.filter { ItemID($0) == nil })
    // What was deleted for good can be brought back too, by its id.
    let ids = try items.map { word in try ItemID(word) ?? resolver.item(word) }
    try await session.apply(
      .revert(ids, toBefore: before ?? named + 1), to: library)
  }
}
