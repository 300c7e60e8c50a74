import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Redo: ConsoleCommand {
  static let scriptObstacle: String? = "a script is undone and redone as a whole"

  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the most recently undone change.")

  static let examples = [
    Example("cartographer redo", "Redo the most recently undone change."),
    Example("cartographer redo 3", "Redo three changes."),
  ]

  @Argument(
    help: "The number of changes to redo (default: 1).",
    transform: ChangeCount.parse)
  var count: Int?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let count = count ?? 1
    let undone = try await library.history().filter { $0.state == .undone }
    try ChangeCount.require(count, of: undone.count, "redo", "Nothing was redone.")
    let targets = Array(undone.prefix(count))
    guard !dryRunOption.dryRun else {
      return try session.reportDryRun(
        try await library.dryRunRedo(count), of: targets, "Would redo")
    }
    try await session.repeatStep(targets, "Redid") { try await library.redo($0) }
  }
}
