import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Diff: Verb {
  static let configuration = CommandConfiguration(
    abstract: "What a change did: item by item, each field before and after.")

  static let examples = [
    Example("cartographer diff", "The newest change."),
    Example("cartographer diff 12", "An entry, by its number in `cartographer log`."),
    Example("cartographer diff 12 --json", "For scripts."),
  ]

  @Argument(help: "The entry's number; the newest change without it.") var entry: Int64?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let diff = try await library.diff(of: entry)
    let groups = Set(diff.items.flatMap { $0.joined + $0.left })
    let text = EntryDiffText(
      diff, ItemIndex(try await library.snapshot(of: Array(groups))), zone: session.zone)
    try global.json ? session.console.print(text.json) : session.console.print(text.lines)
  }
}
