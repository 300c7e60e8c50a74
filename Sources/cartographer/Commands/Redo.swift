import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Redo: Verb {
  static let scriptObstacle: String? = "the history goes by whole scripts"

  static let configuration = CommandConfiguration(
    abstract: "Make the last change that was undone again.")

  static let examples = [
    Example("cartographer redo", "The last one."),
    Example("cartographer redo 3", "Three of them."),
  ]

  @Argument(help: "How many changes, the last undone first.", transform: ChangeCount.parse)
  var count: Int?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let count = count ?? 1
    let undone = try await library.history().count { $0.state == .undone }
    try ChangeCount.require(count, of: undone, "redo", "Nothing was done again.")
    try await session.repeatStep(count, "Done again: ") { try await library.redo() }
  }
}
