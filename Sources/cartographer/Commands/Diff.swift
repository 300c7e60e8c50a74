import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Diff: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Show the differences made by a change, field by field.")

  static let examples = [
    Example("cartographer diff", "Show the newest change."),
    Example(
      "cartographer diff 12", "Show the change that has the number 12 in `cartographer log`."),
    Example("cartographer diff 12 --json", "Print the change as JSON."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The number of the change (default: the newest change).", valueName: "change"))
  var entry: Int64?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let diff = try await library.diff(of: entry)
    let groups = Set(diff.items.flatMap { $0.joined + $0.left })
    let text = ChangeDiffText(
      diff, ItemIndex(try await library.snapshot(of: Array(groups))), zone: session.zone)
    try global.json ? session.console.print(text.json) : session.console.print(text.lines)
  }
}
